import type { Effect } from "../rule.ts";
import { hasWildcard } from "./rule-pattern.ts";

/**
 * Why a rule for commands can never do what its writer means, and what to write instead; undefined for most. Rules are
 * compared with one command at a time, without its redirections, so what joins commands is in none of them.
 */
export function uselessCommand(pattern: string, effect: Effect): string | undefined {
  // The whole line may be spelled.
  const spelled = withoutQuoted(pattern);
  if (/:\*./.test(spelled.replaceAll("\\*", "")))
    return "`:*` stands only at the end: write `*` for any text in the middle";
  if (!hasWildcard(pattern) && effect !== "ask") return undefined;
  if (joinsCommands(pattern))
    return `every command of a line is looked at on its own: write a rule for each (${parts(pattern)})`;
  if (/[<>]/.test(spelled))
    return effect === "allow"
      ? "redirections are judged as reading and writing files: leave it out, and write Edit(path) for the file"
      : "redirections are no part of a command: write Edit(path) or Read(path) for the file";
  return undefined;
}

/** Only a whole line can be what such a pattern means. */
export function joinsCommands(pattern: string): boolean {
  const spelled = withoutQuoted(pattern);
  return /&&|\|\||[;|\n]/.test(spelled) || /(?:^|\s)&|&(?:\s|$)/.test(spelled);
}

/** The word of the shell that a pattern begins with, if it does: a whole line may, and no command. */
export function shellKeyword(pattern: string): string | undefined {
  return keyword.exec(pattern)?.[0];
}

const keyword =
  /^(?:time|!|for|while|until|if|then|else|elif|fi|do|done|case|esac|select|function|coproc|[{}()]|\[\[)(?=$|[ :])/;

function withoutQuoted(text: string): string {
  return text.replace(/'[^']*'|"(?:[^"\\]|\\.)*"|\\./gs, "q");
}

function parts(pattern: string): string {
  const commands = pattern.split(/&&|\|\||[;|&\n]/).map((part) => part.trim());
  return commands
    .filter((part) => part !== "")
    .slice(0, 4)
    .map((part) => `Bash(${part})`)
    .join(", ");
}
