import { useReducer, useState } from "preact/hooks";
import { RuleEffect, type SimulateRulesResponse } from "../../../../src/api/gen/bridle/v1/daemon_service_pb.js";
import { messageOf } from "../../model/message-of.ts";
import { changeLines, changesOf, type RuleLine } from "../../model/rule-lines.ts";
import { useApp } from "../app-context.ts";
import { useAnswer } from "../use-answer.ts";
import { effectWord } from "./effect-word.tsx";
import { Period, sinceMs } from "./period.tsx";
import { RuleEditor } from "./rule-editor.tsx";
import { SimulatedUses } from "./simulated-uses.tsx";

/** The daemon's rules, changed for a try, over what was recorded. */
export function Simulate({ cwd }: { readonly cwd: string }) {
  const { client } = useApp();
  const answer = useAnswer(async () => {
    const { rules } = await client.daemon.listRules({ cwd });
    const own = rules.filter(({ scope }) => scope === "daemon");
    return own.map(
      ({ effect, text }, at): RuleLine => ({ id: at + 1, effect: effectWord(effect), text, state: "own" }),
    );
  }, [cwd]);
  if (answer.at === "failed") return <p class="outcome">{answer.why}</p>;
  return answer.at === "there" ? <Simulation own={answer.value} /> : null;
}

type Outcome =
  | { readonly at: "nothing" | "running" }
  | { readonly at: "there"; readonly found: SimulateRulesResponse }
  | { readonly at: "failed"; readonly why: string };

function Simulation({ own }: { readonly own: readonly RuleLine[] }) {
  const { client } = useApp();
  const [lines, change] = useReducer(changeLines, own);
  const [days, setDays] = useState(30);
  const [outcome, setOutcome] = useState<Outcome>({ at: "nothing" });
  const { added, removed } = changesOf(lines);
  const simulate = async (): Promise<void> => {
    setOutcome({ at: "running" });
    const more = (effect: string): string[] =>
      added.filter((line) => line.effect === effect).map(({ text }) => text.trim());
    const without = removed.map(({ effect, text }) => ({ effect: effectNumbers[effect], text }));
    const lists = { allow: more("allow"), ask: more("ask"), deny: more("deny"), without };
    try {
      setOutcome({ at: "there", found: await client.daemon.simulateRules({ ...lists, sinceMs: sinceMs(days) }) });
    } catch (error) {
      setOutcome({ at: "failed", why: messageOf(error) });
    }
  };
  return (
    <form
      class="simulate"
      onSubmit={(event) => {
        event.preventDefault();
        void simulate();
      }}
    >
      <RuleEditor lines={lines} change={change} />
      <div class="run-bar">
        <span class="quiet">{changeWords(added.length, removed.length)}</span>
        <Period days={days} choose={setDays} />
        <button type="submit" class="allow" disabled={outcome.at === "running"}>
          Simulate
        </button>
      </div>
      <div role="status">
        {outcome.at === "running" && <p class="quiet">Judging what was recorded …</p>}
        {outcome.at === "failed" && <p class="outcome">{outcome.why}</p>}
        {outcome.at === "there" && <SimulatedUses found={outcome.found} />}
      </div>
    </form>
  );
}

function changeWords(added: number, removed: number): string {
  const parts = [added > 0 && `${added} added`, removed > 0 && `${removed} taken out`].filter((one) => one !== false);
  return parts.length === 0
    ? "No change yet. Nothing here is written anywhere."
    : `${parts.join(", ")}, for this try only.`;
}

const effectNumbers = { allow: RuleEffect.ALLOW, ask: RuleEffect.ASK, deny: RuleEffect.DENY };
