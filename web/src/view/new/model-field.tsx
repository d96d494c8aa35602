import { useId } from "preact/hooks";
import { useApp } from "../app-context.ts";

interface ModelFieldProps {
  readonly agent: string;
  readonly value: string;
  readonly change: (model: string) => void;
}

/** Any model; those that sessions of this agent ran on are offered. */
export function ModelField({ agent, value, change }: ModelFieldProps) {
  const id = useId();
  const { sessions } = useApp();
  const used = sessions.all.value.filter((session) => session.agent === agent && session.model !== "");
  const known = new Set([
    ...used.map(({ model }) => model),
    ...(agent === "claude" ? ["opus", "sonnet", "haiku"] : []),
  ]);
  return (
    <label class="field">
      Model
      <input
        class="search"
        list={id}
        maxLength={200}
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        placeholder="The agent's default"
        value={value}
        onInput={({ currentTarget }) => change(currentTarget.value)}
      />
      <datalist id={id}>
        {[...known].map((model) => (
          <option key={model} value={model} />
        ))}
      </datalist>
    </label>
  );
}
