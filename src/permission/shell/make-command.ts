import { baseName } from "../path/absolute-path.ts";
import { spend } from "../work.ts";
import { hazardsOf } from "./hazards.ts";
import { type Inner, lookThrough } from "./look-through.ts";
import type { ShellWord } from "./shell-word.ts";
import type { CommandAssignment, Feed, SimpleCommand } from "./simple-command.ts";
import { isHarmlessVariable } from "./variable-names.ts";

interface CommandContext {
  readonly assignments: readonly CommandAssignment[];
  readonly folder: string | undefined;
  readonly feed?: Feed | undefined;
  /** How many wrappers are around it. */
  readonly depth?: number;
  /** Told what keeps the line from being judged. */
  readonly problem: (reason: string) => void;
  /** Reads shell source in an argument: `bash -c '…'`. */
  readonly readScript: (source: string) => readonly SimpleCommand[];
}

/** One command of its words, with the commands that these run. */
export function makeCommand(words: readonly ShellWord[], context: CommandContext): SimpleCommand {
  const { assignments, folder, feed, depth = 0 } = context;
  spend(stepsOf(words));
  checkProgram(words[0], context);
  const inside = depth < maxWrappers ? lookThrough(words) : "unknown";
  const own =
    inside === "unknown"
      ? { places: everyPlace(words), exactOnly: undefined, inert: new Set<number>() }
      : hazardsOf(words);
  const inner = inside === undefined || inside === "unknown" ? [] : inside;
  const runs = inner.map((command) =>
    makeCommand(command.words, {
      ...context,
      depth: depth + 1,
      assignments: [...assignments, ...wordAssignments(words, command)],
    }),
  );
  const wrapper = inner.length > 0 && inner.every(({ transparent }) => transparent);
  return {
    words,
    text: words.map(({ text }) => text).join(" "),
    assignments,
    hazards: wrapper || inner.length > 0 ? withInner(own.places, words, inner, runs) : own.places,
    inert: own.inert,
    exactOnly: own.exactOnly ?? runs.find(({ exactOnly }) => exactOnly)?.exactOnly,
    runs: [...runs, ...scripts(words, context)],
    wrapper,
    feed,
    folder,
  };
}

const maxWrappers = 8;

/** Of judging a command, beside what rules and the file system cost; long options are looked up in tables, and so is what stands behind `=`. */
function stepsOf(words: readonly ShellWord[]): number {
  let long = 0;
  for (const { prefix } of words) if (prefix.startsWith("--")) long += 1;
  return commandSteps + words.length * wordSteps + long * longSteps;
}

const commandSteps = 2_000;
const wordSteps = 500;
const longSteps = 400;

function checkProgram(word: ShellWord | undefined, { folder, problem }: CommandContext): void {
  const program = word?.value;
  if (program === undefined) problem("the program is not a literal word");
  else if (!/^[\x21-\x7e]+$/.test(program)) problem("the program has an unusual name");
  else if (folder !== "." && program.includes("/") && !program.startsWith("/")) {
    problem(`${program} is another program after cd`);
  }
}

/** The inner program, what is dangerous in its words, and, for more than a plain wrapper, all words in front of it. */
function withInner(
  own: readonly number[],
  words: readonly ShellWord[],
  inner: readonly Inner[],
  runs: readonly SimpleCommand[],
): readonly number[] {
  const places = new Set(own);
  for (const [index, { from, transparent, assignments, spelled, isModule }] of inner.entries()) {
    if (spelled !== undefined) places.add(spelled);
    else if (!transparent && !isModule && words[0]?.value !== "find")
      for (let at = 1; at < from; at += 1) places.add(at);
    for (const at of assignments) {
      if (!isHarmlessWord(words[at])) places.add(at);
    }
    if (spelled === undefined && !isModule) places.add(from);
    for (const at of runs[index]?.hazards ?? []) places.add(from + at);
  }
  return [...places].filter((at) => at < words.length).sort((a, b) => a - b);
}

function wordAssignments(words: readonly ShellWord[], { assignments }: Inner): CommandAssignment[] {
  return assignments.map((at) => {
    return { name: nameOf(words[at]), text: words[at]?.text ?? "", harmless: isHarmlessWord(words[at]) };
  });
}

function nameOf(word: ShellWord | undefined): string {
  return word?.prefix.split("=", 1)[0] ?? "";
}

/** `NAME=value` */
function isHarmlessWord(word: ShellWord | undefined): boolean {
  const name = nameOf(word);
  return isHarmlessVariable(name, word?.value?.slice(name.length + 1));
}

function everyPlace(words: readonly ShellWord[]): number[] {
  return words.map((_, at) => at).slice(1);
}

/** Shell source in the arguments. It is read for deny rules only: the outer command must be allowed by itself. */
function scripts(words: readonly ShellWord[], { readScript }: CommandContext): readonly SimpleCommand[] {
  const program = baseName(words[0]?.value ?? "");
  if (program === "eval")
    return readScript(
      words
        .slice(1)
        .map(({ value, text }) => value ?? text)
        .join(" "),
    );
  if (program === "trap") return readScript(words[1]?.value ?? "");
  if (!/^(?:ba|da|z|k|mk|a|fi)?sh$/.test(program)) return [];
  const option = words.findIndex(({ value }) => /^-[a-zA-Z]*c/.test(value ?? ""));
  const source = option === -1 ? undefined : words.slice(option + 1).find(({ value }) => !value?.startsWith("-"));
  return source?.value === undefined ? [] : readScript(source.value);
}
