import { knownTools } from "./tool-kinds.ts";

/** The strongest first. */
export const effects = ["deny", "ask", "allow"] as const;
export type Effect = (typeof effects)[number];

/** Where a rule can come from, the strongest first. */
export const scopes = ["managed", "commandLine", "local", "project", "user", "session"] as const;
export type Scope = (typeof scopes)[number];

/** `Tool` or `Tool(specifier)`, what it does, and who wrote it. */
export interface Rule {
  /** As it was written. */
  readonly text: string;
  readonly tool: string;
  readonly specifier: string | undefined;
  readonly effect: Effect;
  readonly scope: Scope;
  /** The settings file it stands in. */
  readonly file?: string | undefined;
  /** The folder that `/path` begins at. Default: the primary working folder. */
  readonly folder?: string | undefined;
  /** A person granted it when asked: it beats ask rules, never deny rules. */
  readonly granted?: boolean | undefined;
}

export type RuleOrigin = Pick<Rule, "effect" | "scope" | "file" | "folder" | "granted">;

/** A rule that was written wrongly; `message` says what to do. */
export interface BrokenRule {
  readonly broken: string;
  /** The tool, where at least that can be read. */
  readonly tool: string | undefined;
  /** Of several in one text, the tools of all. */
  readonly tools?: readonly string[];
}

/** Reads one entry of a list of rules. White space around the tool and around the specifier means nothing. */
export function parseRule(text: string, origin: RuleOrigin): Rule | BrokenRule {
  const trimmed = text.trim();
  const open = trimmed.indexOf("(");
  const tool = (open === -1 ? trimmed : trimmed.slice(0, open)).trim();
  if (!toolName.test(tool))
    return { broken: `"${text}" is no rule: write Tool or Tool(specifier), as in Bash(npm run *)`, tool: undefined };
  if (open === -1) return { text: trimmed, tool, specifier: undefined, ...origin };
  const several = rulesIn(trimmed);
  if (several !== undefined) {
    const tools = several.map((rule) => rule.replace(/\(.*$/s, ""));
    return { broken: `"${text}" holds several rules: write each as an entry of its own`, tool, tools };
  }
  if (!trimmed.endsWith(")") || isEscaped(trimmed, trimmed.length - 1))
    return { broken: `"${text}" has no closing parenthesis at its end`, tool };
  const specifier = unescaped(trimmed.slice(open + 1, -1).trim());
  if (specifier === "")
    return { broken: `"${text}" names nothing: write ${tool} for every use of it, or what is meant`, tool };
  // `Tool(*)` is every use of the tool, as the bare name is.
  return { text: trimmed, tool, specifier: specifier === "*" ? undefined : specifier, ...origin };
}

export function isBroken(rule: Rule | BrokenRule): rule is BrokenRule {
  return "broken" in rule;
}

/** A tool that was to be restricted somehow is at least asked about. */
export function askedInstead(text: string, { tool, tools }: BrokenRule, origin: Omit<RuleOrigin, "effect">): Rule[] {
  return [...new Set(tools ?? (tool === undefined ? [] : [tool]))].map((one) => ({
    ...origin,
    text,
    tool: one,
    specifier: undefined,
    effect: "ask",
  }));
}

/** A rule as it is written in settings files; reading it back gives the same, unless `isWritable` says otherwise. */
export function formatRule(tool: string, specifier: string | undefined): string {
  return specifier === undefined ? tool : `${tool}(${specifier.replace(/(?<!\\)\\+(?=[()]|$)/g, "$&$&")})`;
}

/** Not every text can be written: blanks around it are lost, and some names are other rules. */
export function isWritable(tool: string, specifier: string | undefined): boolean {
  const read = parseRule(formatRule(tool, specifier), { effect: "allow", scope: "session" });
  return !isBroken(read) && read.tool === tool && read.specifier === (specifier === "*" ? undefined : specifier);
}

/** Entries of `--allowedTools` and `--disallowedTools`: separated by commas or spaces outside parentheses. */
export function splitRules(list: string): string[] {
  const rules: string[] = [];
  let depth = 0;
  let rule = "";
  for (let at = 0; at < list.length; at++) {
    const char = list[at] as string;
    if (char === "\\" && depth > 0) rule += char + (list[++at] ?? "");
    else if (depth === 0 && /[\s,]/.test(char)) {
      if (rule !== "") rules.push(rule);
      rule = "";
    } else {
      if (char === "(") depth++;
      else if (char === ")") depth = Math.max(0, depth - 1);
      rule += char;
    }
  }
  return rule === "" ? rules : [...rules, rule];
}

/** `Bash(ls) Read(x)`, `Bash(ls)|Read(x)`: read as one rule, it would match nothing. */
function rulesIn(text: string): readonly string[] | undefined {
  if (!/\)[^)]*[\p{L}*]/u.test(text)) return undefined;
  const rules = splitRules(text.replace(joined, ") "));
  const are = rules.every((rule) => /^(?:mcp__)?[\p{L}*][\p{L}\p{N}_.*:-]*(?:\(.+\))?$/su.test(rule));
  return are && rules.length > 1 ? rules.filter((rule) => !/^(?:and|or)$/i.test(rule)) : undefined;
}

/** What stands between two rules, where a tool that is known follows. */
const joined = new RegExp(`\\)\\s*[,;|&+/]*\\s*(?=(?:${[...knownTools].join("|")}|mcp__[\\w-]+)(?:\\(|\\s*$))`, "g");

const toolName = /^[\p{L}*][\p{L}\p{N}_.*:-]*$/u;

/**
 * `\(` and `\)` are parentheses of the specifier, and in front of one, or at the end, two backslashes are one; every other
 * backslash is the pattern's own.
 */
function unescaped(specifier: string): string {
  return specifier.replace(/(?<!\\)(\\+)([()]|$)/g, (_, { length }: string, next: string) => {
    const half = length / 2;
    return "\\".repeat(next === "" ? Math.ceil(half) : Math.floor(half)) + next;
  });
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text[at - 1 - slashes] === "\\") slashes++;
  return slashes % 2 === 1;
}
