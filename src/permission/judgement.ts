import type { Because } from "./decision.ts";
import { type Rule, scopes } from "./rule.ts";
import { compareStrength, isAtMost, type Strength } from "./strength.ts";

/** What one rule, part, file or mode says about a call. */
export interface Judgement {
  readonly strength: Strength;
  readonly because: Because;
  /** The file it is about. */
  readonly path?: string;
  /** Where in a command line it stands: of equally strong ones the first is told. */
  readonly order?: number;
}

export function judgement(strength: Strength, because: Because | string, path?: string): Judgement {
  const why = typeof because === "string" ? { reason: because } : because;
  return path === undefined ? { strength, because: why } : { strength, because: why, path };
}

function byRule({ text, scope, file }: Rule): Because {
  return file === undefined ? { rule: text, scope } : { rule: text, scope, file };
}

/** A rule that forbids, asks or allows. */
export function ruled(rule: Rule, path?: string): Judgement {
  const allows = rule.granted === true ? "granted" : "allowed";
  const strength = rule.effect === "deny" ? "denied" : rule.effect === "ask" ? "askedByRule" : allows;
  return judgement(strength, byRule(rule), path);
}

/** It cannot be told whether this rule, which forbids, is about the call. */
export function perhapsDenied({ text }: Pick<Rule, "text">, path?: string): Judgement {
  return judgement("perhapsDenied", `perhaps it is what the rule ${text} forbids`, path);
}

/**
 * The stronger of two; of equals, the one to be told first. A maximum over a total order, so it is associative,
 * commutative and idempotent, and the strength of neither is ever lost.
 */
export function combine(a: Judgement, b: Judgement): Judgement {
  return compare(a, b) >= 0 ? a : b;
}

export function combineAll(first: Judgement, ...others: readonly (Judgement | undefined)[]): Judgement {
  let all = first;
  for (const one of others) if (one !== undefined) all = combine(all, one);
  return all;
}

/** Whoever allows something takes back what is no stronger than `reach`. */
export function allowedUpTo(reach: Strength, judged: Judgement, allowing: Judgement | undefined): Judgement {
  if (allowing === undefined || !isAtMost(judged.strength, reach)) return judged;
  return compareStrength(allowing.strength, judged.strength) < 0 ? allowing : judged;
}

function compare(a: Judgement, b: Judgement): number {
  return (
    compareStrength(a.strength, b.strength) ||
    kindOf(a.because) - kindOf(b.because) ||
    (b.order ?? 0) - (a.order ?? 0) ||
    firstByText(textOf(a), textOf(b))
  );
}

/** A rule says most, a mode more than a reason of our own. */
function kindOf(because: Because): number {
  return "rule" in because ? 2 : "mode" in because ? 1 : 0;
}

function textOf({ because, path = "" }: Judgement): string {
  if ("rule" in because) return JSON.stringify([scopes.indexOf(because.scope), because.rule, because.file ?? "", path]);
  return JSON.stringify(["mode" in because ? because.mode : because.reason, path]);
}

function firstByText(a: string, b: string): number {
  return a === b ? 0 : a < b ? 1 : -1;
}
