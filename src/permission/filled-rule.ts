import { mayBeRestricted, restrictingRule } from "./bash-rule.ts";
import type { LineValues } from "./line-values.ts";
import type { Policy } from "./policy.ts";
import type { Rule } from "./rule.ts";
import { literal, type ShellWord } from "./shell/shell-word.ts";
import type { SimpleCommand } from "./shell/simple-command.ts";

/** More values of one variable than anybody sets by hand. */
const maxFillings = 4;

/** The rule about a command as it is with what the line itself puts into its variables: `x=-rf; rm -v $x`. */
export function filledRule(
  effect: "deny" | "ask",
  command: SimpleCommand,
  values: LineValues,
  policy: Policy,
  cwd: string,
): Rule | undefined {
  if (!hasVariable(command) || !mayBeRestricted(effect, command, policy)) return undefined;
  for (let which = 1; which <= maxFillings; which += 1) {
    const filled = fill(command, values, which);
    if (filled === undefined) return undefined;
    const found = restrictingRule(effect, filled, policy, cwd);
    if (found !== undefined) return found.rule;
  }
  return undefined;
}

function hasVariable({ words, runs }: SimpleCommand): boolean {
  return words.some(isVariable) || runs.some(hasVariable);
}

function isVariable({ value, text }: ShellWord): boolean {
  return value === undefined && text.includes("$");
}

/** Undefined: no word has that many meanings. The first one is its own text. */
function fill(command: SimpleCommand, values: LineValues, which: number): SimpleCommand | undefined {
  let isFilled = false;
  const words = command.words.flatMap((word): readonly ShellWord[] => {
    const meanings = isVariable(word) ? values.meanings(word) : [];
    const meaning = meanings[which];
    isFilled ||= meaning !== undefined;
    const text = meaning ?? meanings.at(-1);
    if (text === undefined || text.includes("$")) return [word];
    return word.splits ? text.split(/\s+/).filter(Boolean).map(literal) : [literal(text)];
  });
  const runs = command.runs.map((run) => fill(run, values, which) ?? run);
  isFilled ||= runs.some((run, at) => run !== command.runs[at]);
  return isFilled ? { ...command, words, text: words.map(({ text }) => text).join(" "), runs } : undefined;
}
