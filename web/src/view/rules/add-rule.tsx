import { useState } from "preact/hooks";
import { RuleEffect } from "../../../../src/api/gen/bridle/v1/daemon_service_pb.js";
import { messageOf } from "../../model/message-of.ts";
import { useApp } from "../app-context.ts";
import { visible } from "../text/visible.ts";
import { useAnswer } from "../use-answer.ts";

const scopes: readonly (readonly [scope: string, who: string])[] = [
  ["local", "You, in this project"],
  ["project", "Everyone, in this project"],
  ["user", "You, in every project"],
  ["daemon", "The daemon, in every project"],
];

interface AddRuleProps {
  readonly rule: string;
  readonly cwd: string;
}

type Step =
  | { readonly at: "offered" }
  | { readonly at: "choosing"; readonly problem: string }
  | { readonly at: "written"; readonly file: string; readonly notes: readonly string[] };

/** Writes a rule that allows; the very rule and its file are shown before. */
export function AddRule({ rule, cwd }: AddRuleProps) {
  const [step, set] = useState<Step>({ at: "offered" });
  const choose = (problem: string): void => set({ at: "choosing", problem });
  return (
    <div class="add-rule">
      {step.at === "offered" && (
        <button type="button" onClick={() => choose("")}>
          Add to …
        </button>
      )}
      {step.at === "choosing" && <WhereTo rule={rule} cwd={cwd} problem={step.problem} set={set} />}
      <div role="status">
        {step.at === "written" && (
          <>
            <p class="said">Written to {visible(step.file)}.</p>
            {step.notes.map((note) => (
              <p key={note} class="label">
                {visible(note)}
              </p>
            ))}
          </>
        )}
      </div>
    </div>
  );
}

interface WhereToProps extends AddRuleProps {
  readonly problem: string;
  readonly set: (step: Step) => void;
}

function WhereTo({ rule, cwd, problem, set }: WhereToProps) {
  const { client } = useApp();
  const [scope, setScope] = useState("local");
  const request = { scope, cwd, add: [{ effect: RuleEffect.ALLOW, text: rule }] };
  const plan = useAnswer(
    async () => ({ scope, ...(await client.daemon.changeRules({ ...request, dryRun: true })) }),
    [scope],
  );
  // An answer for the choice before stays until the next: what is written must be what is shown.
  const shown = plan.at === "there" && plan.value.scope === scope ? plan.value : undefined;
  const write = async (): Promise<void> => {
    try {
      set({ at: "written", ...(await client.daemon.changeRules(request)) });
    } catch (error) {
      set({ at: "choosing", problem: messageOf(error) });
    }
  };
  return (
    <section class="rules" aria-label="Where to write it">
      <select
        aria-label="Who it applies to"
        value={scope}
        onChange={({ currentTarget }) => setScope(currentTarget.value)}
      >
        {scopes.map(([one, who]) => (
          <option key={one} value={one}>
            {who}
          </option>
        ))}
      </select>
      <p>
        <span class="effect" data-effect="allow">
          allow
        </span>{" "}
        <code>{visible(rule)}</code>
      </p>
      <p class="label">{shown === undefined ? "…" : `is written to ${visible(shown.file)}`}</p>
      {shown?.notes.map((note) => (
        <p key={note} class="label">
          {visible(note)}
        </p>
      ))}
      {plan.at === "failed" && <p class="outcome">{plan.why}</p>}
      {problem !== "" && <p class="outcome">{problem}</p>}
      <div class="run-bar">
        <button type="button" onClick={() => set({ at: "offered" })}>
          Cancel
        </button>
        <button type="button" class="allow" disabled={shown === undefined} onClick={() => void write()}>
          Write it
        </button>
      </div>
    </section>
  );
}
