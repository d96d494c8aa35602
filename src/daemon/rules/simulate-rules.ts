import { setImmediate } from "node:timers/promises";
import { personTools } from "../../permission/tool-kinds.ts";
import type { Fields } from "../../wire/fields.ts";
import { unaskable } from "../core/decider.ts";
import type { RecordedUse } from "../store/recorded-uses.ts";
import type { DaemonRules, RuleDecision } from "./daemon-rules.ts";

/** What a tool use would have got. `ask`: a person, or the agent's own rules, would have decided. */
interface SimulatedUse {
  readonly use: RecordedUse;
  readonly verdict: string;
  /** Why, where a rule decides; empty: none does. */
  readonly why: string;
}

/** Between others' work: each takes up to some milliseconds. */
const atOnce = 20;

/** What these tool uses would have got under other rules; under those that they were decided by, what they got. */
export async function simulateRules(
  uses: readonly RecordedUse[],
  rulesOf: (cwd: string) => DaemonRules,
): Promise<SimulatedUse[]> {
  const known = new Map<string, DaemonRules>();
  const simulated: SimulatedUse[] = [];
  for (const use of uses) {
    const rules = known.get(use.cwd) ?? rulesOf(use.cwd);
    known.set(use.cwd, rules);
    const decision = rules.decide(use.tool, JSON.parse(use.inputJson) as Fields, use.folder);
    simulated.push({ use, verdict: verdictOf(use, decision), why: decision?.by ?? "" });
    if (simulated.length % atOnce === 0) await setImmediate();
  }
  return simulated;
}

function verdictOf(use: RecordedUse, decision: RuleDecision | undefined): string {
  const { decidedBy, verdict, who, tool } = use;
  // A stopped turn is over whatever rules say; and of an agent that cannot be made to ask, a rule that asks denies.
  const isOfUnaskable = decision?.effect === "ask" && who === unaskable(decision.rule);
  if (decidedBy === "stop" || isOfUnaskable) return verdict;
  const wasRuled = decidedBy === "rule";
  if (decision?.effect === "deny") return "deny";
  const isLeftToAgent = decidedBy === "agent" && verdict !== "cancelled";
  // Questions are for people; and the hook has no opinion on what a rule allows.
  if (decision?.effect === "allow" && !personTools.has(tool)) return isLeftToAgent ? verdict : "allow";
  return wasRuled || (isLeftToAgent && decision?.effect === "ask") ? "ask" : verdict;
}
