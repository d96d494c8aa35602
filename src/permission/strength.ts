import type { Effect } from "./rule.ts";

/**
 * How much a judgement holds against, the weakest first. Judgements are combined by taking the strongest, so nothing
 * that restricts is ever lost; whoever allows something takes back only judgements up to a reach of its own
 * (`allowedUpTo`). docs/permissions.md has the table.
 */
export const strengths = [
  /** Allowed by what a person granted: the ask rules about it are answered. */
  "granted",
  /** Allowed by a rule, by the mode, or because it does no harm. */
  "allowed",
  /** Asked unless a rule allows the whole tool, or the mode allows it. */
  "undecided",
  /** Asked although a rule allows the whole tool: protected places, and changes in plan mode. */
  "held",
  /** Asked in every mode: it cannot be judged, or takes a rule that names it. */
  "everyMode",
  /** No rule and no mode stands in for a person: removals of everything, questions. */
  "always",
  "askedByRule",
  /** A rule forbids it, or something else: that cannot be told before it runs. */
  "perhapsDenied",
  "denied",
] as const;

export type Strength = (typeof strengths)[number];

export function isAtMost(strength: Strength, reach: Strength): boolean {
  return rank[strength] <= rank[reach];
}

export function compareStrength(a: Strength, b: Strength): number {
  return rank[a] - rank[b];
}

export function effectOf(strength: Strength): Effect {
  if (isAtMost(strength, "allowed")) return "allow";
  return strength === "denied" ? "deny" : "ask";
}

const rank = Object.fromEntries(strengths.map((strength, at) => [strength, at])) as {
  readonly [S in Strength]: number;
};
