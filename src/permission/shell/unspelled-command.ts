import type { Effect } from "../rule.ts";
import { perhapsConcerns, spellsBashRule, surelyConcerns } from "./bash-rule.ts";
import { readShell } from "./read-shell.ts";
import { hasWildcard } from "./rule-pattern.ts";
import type { SimpleCommand } from "./simple-command.ts";
import { shellKeyword } from "./useless-command.ts";

/**
 * Why a pattern does not even match the command that it spells itself; undefined where it does. Commands are compared word by
 * word, and for what restricts in the one way in which each word can be quoted.
 */
export function unspelled(pattern: string, effect: Effect): string | undefined {
  // The whole line may be spelled, and most rules are so plain that they match themselves.
  if (!hasWildcard(pattern) || plain.test(pattern) || pattern.length > maxLength) return undefined;
  if (shellKeyword(pattern) !== undefined) return undefined;
  const matches = effect === "allow" ? spellsBashRule : isConcerned;
  const commands = samples(pattern).flatMap((line) => readShell(line).commands);
  if (commands.length === 0 || commands.some((command) => matches(pattern, command))) return undefined;
  return "it does not match even the command that it spells: write it without quotes and backslashes, or word by word";
}

function isConcerned(pattern: string, command: SimpleCommand): boolean {
  return [pattern, unquoted(pattern)].some((one) => surelyConcerns(one, command) || perhapsConcerns(one, command));
}

/** The words of a pattern as they are without quotes around them, or around some of them. */
export function unquoted(pattern: string): string {
  return pattern.replace(/\\(?![*\\])|["']/g, "");
}

const plain = /^[\w./@%+=:,~-]+(?: [\w./@%+=:,~-]+)*(?: \*|:\*)?$/;
const maxLength = 1_000;

/** The line with something in place of each wildcard; an open quote is closed. */
function samples(pattern: string): string[] {
  const line = pattern
    .replace(/(?<!\\)(?::| )\*$/, " x")
    .replace(/(?<!\\)\*/g, "x")
    .replaceAll("\\*", "*");
  return [line, `${line}"`, `${line}'`, `${line} ]`];
}
