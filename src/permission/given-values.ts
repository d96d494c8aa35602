import { type FoundNames, foundByPipe, foundFor } from "./found-names.ts";
import { programName } from "./program-name.ts";
import { setsAnyName } from "./shell/given-names.ts";
import type { ShellReading } from "./shell/read-shell.ts";
import type { ShellWord } from "./shell/shell-word.ts";
import type { FileTarget, SimpleCommand } from "./shell/simple-command.ts";
import { spend } from "./work.ts";

/** What a word with one variable stands for, where the line itself says it. */
type GivenValue =
  | { readonly as: "literal"; readonly path: string }
  /** A word of which a shell makes names, and what stands behind it. */
  | { readonly as: "spelled"; readonly text: string; readonly end: string; readonly splits: boolean }
  | { readonly as: "found"; readonly found: FoundNames };

interface VariableWord {
  readonly start: string;
  readonly name: string;
  readonly end: string;
  readonly isQuoted: boolean;
}

/**
 * All that the variable in a word may hold by what the line gives it: `for f in src/*.ts`, `f=a`, `find … | while read f`.
 * Undefined where something else may set it, or what it is given cannot be told. Only what restricts may go by it.
 */
export function givenValues(
  { text, of }: Pick<FileTarget, "text" | "of">,
  line: string,
  { values, commands }: Pick<ShellReading, "values" | "commands">,
): readonly GivenValue[] | undefined {
  const word = variableIn(text);
  if (word === undefined || of === undefined || of.folder !== "." || line.length > maxLine) return undefined;
  if (isSetOtherwise(word.name, line, values)) return undefined;
  const given = values.filter(({ name }) => name === word.name).map((one) => wordValue(one.word, word, of));
  const read = commands.filter((command) => readsName(command, word.name)).map((command) => readValue(command, word));
  const all = [...given, ...read];
  return all.length === 0 || all.includes(undefined) ? undefined : (all as GivenValue[]);
}

/** `$f`, `"$d/x"`, `src/${n}.ts`: one variable among plain characters. */
function variableIn(text: string): VariableWord | undefined {
  const isQuoted = /^"[^"]*"$/.test(text);
  const bare = isQuoted ? text.slice(1, -1) : text.replace(/"(\$\w+|\$\{\w+\})"/, "$1");
  const [, start, plain, braced, end = ""] =
    /^([\w./@+-]{0,255})\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\})([\w./@+-]{0,255})$/.exec(bare) ?? [];
  const name = plain ?? braced;
  return name === undefined ? undefined : { start: start ?? "", name, end, isQuoted: isQuoted || bare !== text };
}

/** In a longer one nobody looks for what sets a variable. */
const maxLine = 2_048;

const known = new WeakMap<object, Map<string, boolean>>();

/** In another way than by an assignment, a loop or `read` of this one name; looked for once in a line, of which `whose` is a part. */
function isSetOtherwise(name: string, line: string, whose: object): boolean {
  const ofLine = known.get(whose) ?? new Map<string, boolean>();
  known.set(whose, ofLine);
  const isSet = ofLine.get(name) ?? setsOtherwise(name, line);
  ofLine.set(name, isSet);
  return isSet;
}

function setsOtherwise(name: string, line: string): boolean {
  spend(line.length * lookSteps);
  if (
    setsAnyName.test(line) ||
    new RegExp(`\\b(?:export|readonly|select|env|let|unset|printf|set)\\b[^;&|]*\\b${name}\\b`).test(line)
  )
    return true;
  const rest = line
    .replace(new RegExp(`\\bfor\\s+${name}\\s+in\\b`, "g"), "")
    .replace(new RegExp(`(?<![\\w$])${name}=`, "g"), "")
    .replace(new RegExp(`\\bread(?:\\s+-[a-z]+(?:\\s+(?:''|""))?){0,3}\\s+${name}(?!\\w)`, "g"), "");
  const others = [
    "(?<![$\\w{])NAME(?:\\+=|\\[|\\+\\+|--)",
    "\\$\\{NAME:?=",
    "\\bread\\b[^;&|]*\\bNAME\\b",
    "\\(\\([^)]*\\bNAME\\b",
  ];
  return new RegExp(others.join("|").replaceAll("NAME", name)).test(rest);
}

const lookSteps = 10;

function wordValue(word: ShellWord, { start, end, isQuoted }: VariableWord, of: SimpleCommand): GivenValue | undefined {
  const { value, text, isSpelled } = word;
  if (value !== undefined)
    return isQuoted || !/[\s*?[]/.test(value) ? { as: "literal", path: start + value + end } : undefined;
  if (start !== "") return undefined;
  if (isSpelled) return { as: "spelled", text, end, splits: !isQuoted };
  const found = end === "" ? foundFor(word, of) : undefined;
  return found && { as: "found", found };
}

function readsName({ words }: SimpleCommand, name: string): boolean {
  return programName(words[0]) === "read" && words.some(({ value }) => value === name);
}

/** A line of what find or its like tells; its blanks and signs may be lost. */
function readValue({ feed }: SimpleCommand, { start, end }: VariableWord): GivenValue | undefined {
  const found = start === "" && end === "" ? foundByPipe(feed) : undefined;
  return found && { as: "found", found: { ...found, isSeparated: false } };
}
