import { dangerOf } from "../shell/dangers/danger-of.ts";
import { hasWildcard } from "../shell/rule-pattern.ts";
import { expandAlternatives, expandBraces, type SpecifierSlip } from "./slip.ts";

/** What begins like this. */
export function open(words: string): readonly string[] {
  return [hasWildcard(words) ? words : `${words}:*`];
}

/** Several commands in one rule, with signs between them. */
export function alternatives(pattern: string): SpecifierSlip | undefined {
  const why = "a rule is one command";
  if (/["'`]|\$\(/.test(pattern)) return undefined;
  const [, listed, behind = ""] =
    /^(?:[@+?*!]?\(|[{<[])([\w.+-]+(?:[|,][\w.+-]+)*)[)}>\]]([ :].*)?$/s.exec(pattern) ?? [];
  if (listed !== undefined) return { why, meant: listed.split(/[|,]/).flatMap((one) => open(one + behind)) };
  const called = /^([\w.+-]+)\([^()|]*\)$/.exec(pattern)?.[1];
  if (called !== undefined) return { why: "words of a command have blanks between them", meant: open(called) };
  const grouped = /(?:^|\s)\S*\([^()]*\|/.test(pattern) ? expandAlternatives(pattern) : undefined;
  if (grouped !== undefined) return { why, meant: grouped };
  const pieces = pattern.split(/[|;&]+|\s+(?:or|and)\s+/i);
  if (pieces.length < 2 || !pieces.every((piece) => /^[\w.+-]+(?::\*|\*)?$/.test(piece))) return undefined;
  return { why, meant: pieces.flatMap((piece) => open(piece.replace(/:\*$/, ""))) };
}

/** Several commands with commas between them. */
export function commas(pattern: string): SpecifierSlip | undefined {
  if (/["'{}`\\]/.test(pattern) || !pattern.includes(",")) return undefined;
  const [first = ""] = pattern.split(/\s/, 1);
  const pieces = pattern.split(/\s*,\s*/).filter((piece) => piece !== "");
  const areCommands = pieces.every((piece) => /^[a-z][\w.+-]*(?:$|[ :])/i.test(piece));
  if (
    !areCommands ||
    !(
      first.replace(/:\*.*$/, "").includes(",") ||
      pieces.every((piece) => /\*$/.test(piece)) ||
      /^\S+(?:,\s| ,)/.test(pattern)
    )
  )
    return undefined;
  return { why: "a rule is one command", meant: pieces.flatMap((piece) => open(piece.replace(/[ :]\*$/, ""))) };
}

export function braces(pattern: string): SpecifierSlip | undefined {
  const words = pattern.split(" ");
  const at = words.findIndex((word) => /^[\w./-]*\{[^{}]*,[^{}]*\}/.test(word));
  const isSubcommand = at === 1 && dangerOf(words[0] ?? "")?.subcommands !== undefined;
  const isArgument = at === 1 && hasWildcard(pattern) && !pattern.includes("/");
  if (!(at === 0 || isSubcommand || isArgument)) return undefined;
  const meant = expandBraces(pattern);
  return meant && { why: "braces are not expanded in a command", meant: meant.flatMap(open) };
}
