import type { Ask } from "../../permission/ask.ts";
import { decide } from "../../permission/decide.ts";
import { Policy } from "../../permission/policy.ts";
import { type Effect, isBroken, parseRule } from "../../permission/rule.ts";
import { nodeFiles } from "./node-files.ts";

/** How much of a call a rule is about. What cannot be told is `partly`. */
export type RuleFit = "not" | "partly" | "wholly";

export function ruleFit(text: string, ask: Ask, place: { readonly cwd: string; readonly home: string }): RuleFit {
  const judged = (effect: Effect | undefined) => {
    const rule = effect && parseRule(text, { effect, scope: "session" });
    if (rule !== undefined && isBroken(rule)) return undefined;
    return decide(ask, new Policy({ ...place, rules: rule ? [rule] : [], mode: "default", files: nodeFiles }));
  };
  const denied = judged("deny");
  if (denied === undefined) return "partly";
  if (JSON.stringify(denied) === JSON.stringify(judged(undefined))) return "not";
  const allowed = judged("allow");
  return allowed?.effect === "allow" && "rule" in allowed.because ? "wholly" : "partly";
}
