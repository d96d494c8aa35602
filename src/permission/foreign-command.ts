import type { Ask } from "./ask.ts";
import { maxCommand } from "./shell/max-command.ts";
import { quoted } from "./shell/shell-word.ts";

/**
 * What may be a command in the input of a tool that nobody here knows: a line, or a program and its arguments, under the
 * names that such tools give them, also one level further in.
 */
export function foreignCommands(input: Ask["input"]): readonly string[] {
  const found = new Set<string>();
  for (const fields of [input, ...Object.values(input).filter(isFields)].slice(0, maxInner)) {
    const args = joined(argumentFields.map((name) => wordsOf(fields[name])));
    for (const name of commandFields)
      for (const line of linesOf(Object.hasOwn(fields, name) ? fields[name] : undefined))
        found.add(joined([line, args]));
  }
  return bounded([...found]);
}

const commandFields =
  "command commands cmd cmds script scripts argv exec execute program executable shell bash code".split(" ");
const argumentFields = ["args", "arguments", "argv"];
const maxInner = 256;
const maxLines = 32;

/** Those over the limit are one text, which may be too long to be judged. */
function bounded(lines: readonly string[]): readonly string[] {
  if (lines.length <= maxLines) return lines;
  return [...lines.slice(0, maxLines - 1), joined(lines.slice(maxLines - 1), (line) => `${line}\n`)];
}

/** A line; the words of one; or several. */
function linesOf(value: unknown): readonly string[] {
  if (typeof value === "string") return value.trim() === "" ? [] : [value];
  if (!isTexts(value)) return [];
  const several = value.slice(0, maxCommand).filter((one) => /\s/.test(one));
  return [wordsOf(value), ...bounded(several)];
}

function wordsOf(value: unknown): string {
  if (typeof value === "string") return value;
  return isTexts(value) ? joined(value, quoted) : "";
}

/** What comes behind a text that is too long to be judged is left out. */
function joined(words: readonly string[], spell = (word: string): string => word): string {
  let text = "";
  for (const word of words) {
    if (word !== "") text += (text === "" ? "" : " ") + spell(word);
    if (text.length > maxCommand) break;
  }
  return text;
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === "string");
}

function isFields(value: unknown): value is Ask["input"] {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
