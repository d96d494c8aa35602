import { useState } from "preact/hooks";
import type { PushSwitches } from "../../../../src/api/gen/bridle/v1/push_service_pb.js";

type Switches = Omit<PushSwitches, "$typeName" | "$unknown">;

const rows: readonly { readonly name: keyof Switches; readonly word: string; readonly about: string }[] = [
  { name: "asks", word: "Permissions and questions", about: "An agent is waiting for you" },
  { name: "ends", word: "Finished turns", about: "An agent is done" },
  { name: "failures", word: "Failures", about: "A turn failed, or an agent crashed" },
  { name: "content", word: "Show details", about: "The command, file or question, even on a locked screen" },
];

interface SwitchListProps {
  readonly switches: PushSwitches | undefined;
  readonly isBusy: boolean;
  readonly change: (switches: Switches) => void;
}

export function SwitchList({ switches, isBusy, change }: SwitchListProps) {
  // While it is being stored what was chosen is shown, and a second choice is made of it.
  const [chosen, choose] = useState<Switches>();
  const stored: Switches = {
    asks: switches?.asks ?? false,
    ends: switches?.ends ?? false,
    failures: switches?.failures ?? false,
    content: switches?.content ?? false,
  };
  const now = isBusy ? (chosen ?? stored) : stored;
  const set = (next: Switches): void => {
    choose(next);
    change(next);
  };
  return (
    <fieldset class="switches">
      <legend class="label">Notify me about</legend>
      {rows.map(({ name, word, about }) => (
        <label key={name} class="switch">
          <input
            type="checkbox"
            checked={now[name]}
            onChange={({ currentTarget }) => set({ ...now, [name]: currentTarget.checked })}
          />
          <span>
            {word}
            <span class="label">{about}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** "finished turns and failures". */
export function switchedOn(switches: PushSwitches | undefined): string {
  const words = rows.filter(({ name }) => name !== "content" && switches?.[name]).map(({ word }) => word.toLowerCase());
  if (words.length === 0) return "nothing";
  return words.length === 1 ? (words[0] ?? "") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
