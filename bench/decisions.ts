import { type ParkedOptions, parkedAsks } from "./decisions/parked-asks.ts";
import { type RuleDecisionOptions, ruleDecisions } from "./decisions/rule-decisions.ts";
import type { Figures } from "./figures.ts";

export interface DecisionsOptions {
  readonly rules: RuleDecisionOptions;
  readonly parked: ParkedOptions;
}

const sizes: { readonly [size in "full" | "quick"]: DecisionsOptions } = {
  full: {
    rules: {
      ...{ rules: 10_000, agents: 20, usesPerSecond: 100 },
      ...{ seconds: 60, besideSeconds: 20, warmUpSeconds: 20 },
    },
    parked: { asks: 10_000, rounds: 5, restMs: 15_000 },
  },
  quick: {
    rules: {
      ...{ rules: 1000, agents: 4, usesPerSecond: 20 },
      ...{ seconds: 3, besideSeconds: 1, warmUpSeconds: 1 },
    },
    parked: { asks: 200, rounds: 1, restMs: 500 },
  },
};

/** What decisions take: by many rules while agents ask, and what asks cost that wait without an agent. */
export async function decisionsBench(size: keyof typeof sizes | DecisionsOptions = "full"): Promise<Figures> {
  const { rules, parked } = typeof size === "string" ? sizes[size] : size;
  return { ...(await ruleDecisions(rules)), ...(await parkedAsks(parked)), node: process.version };
}
