import type { SimulatedUse, SimulateRulesResponse } from "../../../../src/api/gen/bridle/v1/daemon_service_pb.js";
import { useApp } from "../app-context.ts";
import { verdictWord } from "../audit/record-words.ts";
import { Link } from "../link.tsx";
import { ago } from "../text/ago.ts";
import { visible } from "../text/visible.ts";
import { EffectWord } from "./effect-word.tsx";
import { UseLine } from "./use-line.tsx";

const shown = 100;

/** How many recorded uses would have got something else, and which. */
export function SimulatedUses({ found }: { readonly found: SimulateRulesResponse }) {
  const { judged, notJudged, changed, changes } = found;
  const lost = notJudged === 0 ? "" : ` ${notJudged} could not be judged: what they were about is not known any more.`;
  return (
    <section class="simulated" aria-label="What would be different">
      <h2>
        {changed} of {judged} recorded uses would be decided otherwise
      </h2>
      <p class="quiet">
        {judged === 0
          ? "Nothing was recorded in this time."
          : changed === 0 && "Every verdict would be the one that it was."}
        {lost}
      </p>
      {changed > 0 && (
        <>
          <Counts changes={changes} />
          <table class="figures">
            <thead>
              <tr>
                <th scope="col">Before → after</th>
                <th scope="col">Tool use</th>
              </tr>
            </thead>
            <tbody>
              {changes.slice(0, shown).map((change) => (
                <ChangedUse key={String(change.record?.number)} change={change} />
              ))}
            </tbody>
          </table>
          {changed > shown && <p class="label">The newest {shown} are shown.</p>}
        </>
      )}
    </section>
  );
}

function before({ record }: SimulatedUse): string {
  return record === undefined ? "unknown" : verdictWord(record.verdict);
}

function Arrow({ from, to }: { readonly from: string; readonly to: string }) {
  return (
    <>
      <EffectWord effect={from} /> → <EffectWord effect={to} />
    </>
  );
}

function Counts({ changes }: { readonly changes: readonly SimulatedUse[] }) {
  const counts = new Map<string, number>();
  for (const change of changes) {
    const step = `${before(change)} ${change.verdict}`;
    counts.set(step, (counts.get(step) ?? 0) + 1);
  }
  return (
    <ul class="steps" aria-label="Kinds of differences">
      {[...counts].map(([step, count]) => {
        const [from = "", to = ""] = step.split(" ");
        return (
          <li key={step}>
            <strong>{count}</strong> <Arrow from={from} to={to} />
          </li>
        );
      })}
    </ul>
  );
}

function ChangedUse({ change }: { readonly change: SimulatedUse }) {
  const { sessions } = useApp();
  const { record, use, verdict, reason } = change;
  const session = sessions.get(record?.sessionId ?? "");
  return (
    <tr>
      <td class="short">
        <Arrow from={before(change)} to={verdict} />
      </td>
      <td>
        {use !== undefined && <UseLine use={use} />}
        {reason !== "" && <p class="label">{visible(reason)}</p>}
        {record !== undefined && session !== undefined && (
          <p class="label">
            <Link to={{ view: "session", id: session.id, tool: record.toolUseId }}>{session.title || "Untitled"}</Link>,{" "}
            {ago(Number(record.decidedMs))}
          </p>
        )}
      </td>
    </tr>
  );
}
