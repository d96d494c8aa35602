import type { Ask } from "../../permission/ask.ts";
import { decide } from "../../permission/decide.ts";
import { Policy } from "../../permission/policy.ts";
import { type Effect, isBroken, parseRule, type Rule } from "../../permission/rule.ts";
import { fileToolOf } from "../../permission/tool-kinds.ts";
import { nodeFiles } from "./node-files.ts";

/** How much of a call a rule is about. What cannot be decided is `partly`. */
export type RuleFit = "not" | "partly" | "wholly";

export function ruleFit(text: string, ask: Ask, base: { readonly cwd: string; readonly home: string }): RuleFit {
  const read = (effect: Effect) => parseRule(text, { effect, scope: "session" });
  const [denying, allowing] = [read("deny"), read("allow")];
  if (isBroken(denying)) return "partly";
  // Who forbids a file tool as a whole means its files, however they are reached; a condition without a file means the tool.
  const namesFileTool = denying.specifier === undefined && fileToolOf(denying.tool) !== undefined;
  if (namesFileTool && fileToolOf(ask.toolName) === undefined) return "not";
  const judged = (...rules: readonly Rule[]) =>
    decide(ask, new Policy({ ...base, rules, mode: "default", files: nodeFiles, filtersSearches: true }));
  if (JSON.stringify(judged(denying)) === JSON.stringify(judged())) return "not";
  // A rule of Edit or Read reaches other tools, too; who wrote it as a condition did not speak of those.
  const isOfAnother = fileToolOf(denying.tool) !== undefined && denying.tool !== ask.toolName;
  if (isBroken(allowing) || isOfAnother) return "partly";
  const { effect, because } = judged(allowing);
  return effect === "allow" && "rule" in because ? "wholly" : "partly";
}
