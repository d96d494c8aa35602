import { decide } from "./decide.ts";
import type { Decision } from "./decision.ts";
import { Policy, type PolicyParts } from "./policy.ts";
import type { Rule } from "./rule.ts";
import { commandTools, fileToolOf } from "./tool-kinds.ts";

/** A use that a rule is said to match, or not: a command, file or address as text, else the tool's input. */
type ExampleUse = string | { readonly [field: string]: unknown };

/** What the writer of a rule says of it. */
export interface RuleExample {
  /** As it is written in the list. */
  readonly rule: string;
  readonly match?: readonly ExampleUse[];
  readonly not_match?: readonly ExampleUse[];
}

interface ExampleResult {
  readonly rule: string;
  readonly use: ExampleUse;
  readonly shouldMatch: boolean;
  /** Why it does not hold; undefined: it does. */
  readonly problem: string | undefined;
}

/** Each example, tried on its rule alone. */
export function checkExamples(
  examples: readonly RuleExample[],
  rules: readonly Rule[],
  parts: Pick<PolicyParts, "cwd" | "home" | "files">,
): ExampleResult[] {
  return examples.flatMap((example) => {
    const named = rules.filter(({ text }) => text === example.rule.trim());
    const uses = [
      ...(example.match ?? []).map((use) => ({ rule: example.rule, use, shouldMatch: true })),
      ...(example.not_match ?? []).map((use) => ({ rule: example.rule, use, shouldMatch: false })),
    ];
    return uses.map((tried) => ({ ...tried, problem: problemOf(named, tried, parts) }));
  });
}

function problemOf(
  rules: readonly Rule[],
  { use, shouldMatch }: Pick<ExampleResult, "use" | "shouldMatch">,
  parts: Pick<PolicyParts, "cwd" | "home" | "files">,
): string | undefined {
  if (rules.length === 0) return "there is no such rule in the lists beside it";
  for (const rule of rules) {
    const input = inputOf(rule.tool, use);
    if (input === undefined) return `write what ${rule.tool} is given as an object`;
    const policy = new Policy({ ...parts, rules: [rule], mode: "default" });
    const ask = { toolName: rule.tool, input, cwd: parts.cwd, directories: [parts.cwd] };
    if (isBy(rule, decide(ask, policy)) !== shouldMatch)
      return shouldMatch ? "the rule does not match it" : "the rule matches it";
  }
  return undefined;
}

/** Of a line some commands may need no rule. */
function isBy(rule: Rule, { effect, because, parts = [] }: Decision): boolean {
  const reasons = [because, ...parts.map((part) => part.because)];
  return effect === rule.effect && reasons.some((reason) => "rule" in reason && reason.rule === rule.text);
}

function inputOf(tool: string, use: ExampleUse): { readonly [field: string]: unknown } | undefined {
  if (typeof use !== "string") return use;
  if (commandTools.has(tool)) return { command: use };
  const file = fileToolOf(tool);
  if (file !== undefined) return { [file.pathField]: use };
  return tool === "WebFetch" ? { url: use } : undefined;
}
