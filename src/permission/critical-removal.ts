import type { Ask } from "./ask.ts";
import { absolutePath, baseName, pathInside, rooted } from "./path/absolute-path.ts";
import { resolveLinks } from "./path/resolve-links.ts";
import type { Policy } from "./policy.ts";
import { readShell } from "./shell/read-shell.ts";
import type { ShellWord } from "./shell/shell-word.ts";
import type { SimpleCommand } from "./shell/simple-command.ts";

/**
 * What a command would remove of the root, one of its folders, the home folder, or a working folder with all in it,
 * itself or by what it runs. No rule and no mode allows that.
 */
export function criticalRemoval(command: SimpleCommand, ask: Ask, policy: Policy): string | undefined {
  return removedBy(command, { ask, policy, level: 0 });
}

interface Context {
  readonly ask: Ask;
  readonly policy: Policy;
  /** How many scripts are around it, each in an argument of the other. */
  readonly level: number;
}

const maxLevel = 3;

/** Longer source that spells a program which removes is not looked into, and asked about. */
const maxSource = 8_192;

function removedBy(command: SimpleCommand, context: Context): string | undefined {
  for (const run of command.runs) {
    const found = removedBy(run, context);
    if (found !== undefined) return found;
  }
  const program = programOf(command.words[0]);
  if (printing.has(program)) return undefined;
  return removedByWords(command, context) ?? (runners.test(program) ? removedByScripts(command, context) : undefined);
}

/** From each word on that may be a program which removes: whoever runs its arguments need not be known. */
function removedByWords({ words, runs, folder }: SimpleCommand, context: Context): string | undefined {
  for (const [at, word] of words.entries()) {
    const removal = removals.get(programOf(word));
    if (removal === undefined) continue;
    const critical = isCriticalFrom(folder, context);
    const found = removal(words.slice(at + 1), runs).find(({ word, spares }) => critical(word, spares));
    if (found !== undefined) return found.word.text;
  }
  return undefined;
}

/** Shell source in an argument, also in double quotes with expansions in it. */
function removedByScripts({ words }: SimpleCommand, context: Context): string | undefined {
  if (context.level >= maxLevel) return undefined;
  for (const { value, text } of words.slice(1)) {
    const source = value ?? (text.startsWith('"') ? text.slice(1, -1) : undefined);
    if (source === undefined || !/\s/.test(source) || !mayRemove(source)) continue;
    if (source.length > maxSource) return `${source.slice(0, 60)}…`;
    for (const inner of readShell(source).commands) {
      const found = removedBy(inner, { ...context, level: context.level + 1 });
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function programOf(word: ShellWord | undefined): string {
  return baseName(word?.value ?? "").toLowerCase();
}

/** They run nothing that their arguments say. */
const printing: ReadonlySet<string> = new Set([
  "echo",
  "printf",
  "git",
  "grep",
  "egrep",
  "fgrep",
  "rg",
  "man",
  "which",
]);

const runners =
  /^(?:(?:ba|da|z|k|mk|a|fi)?sh|eval|trap|su|sudo|doas|ssh|watch|script|parallel|xargs|env|flock|chroot|nsenter|unshare|docker|podman|kubectl)$/;

interface Removed {
  readonly word: ShellWord;
  /** Only some of it is removed, so that a working folder is left. */
  readonly spares: boolean;
}

type Removal = (args: readonly ShellWord[], runs: readonly SimpleCommand[]) => readonly Removed[];

const removesAll: Removal = (args) => operandsOf(args).map((word) => ({ word, spares: false }));

/** What is moved is gone from where it was. */
const moves: Removal = (args) => {
  const into = args.some(({ prefix }) => /^(?:-[a-zA-Z]*t|--target)/.test(prefix));
  const operands = operandsOf(args).map((word) => ({ word, spares: true }));
  return into ? operands : operands.slice(0, -1);
};

const mirrors: Removal = (args) =>
  args.some(({ prefix }) => prefix.startsWith("--del")) ? removesAll(args, []).slice(-1) : [];

const finds: Removal = (args, runs) => {
  const removes =
    args.some(({ value }) => value === "-delete") || runs.some(({ words }) => removals.has(programOf(words[0])));
  if (!removes) return [];
  const plain = args.filter(({ prefix }) => !/^-[HLP]$|^--$/.test(prefix));
  const end = plain.findIndex(({ prefix }) => /^[-(!]/.test(prefix));
  const starts = plain.slice(0, end === -1 ? plain.length : end);
  const spares = args.some(({ prefix }, at) => narrowing.test(prefix) && !onlyWildcards(args[at + 1]?.value ?? ""));
  return (starts.length > 0 ? starts : [here]).map((word) => ({ word, spares }));
};

const here: ShellWord = { text: ".", value: ".", prefix: ".", splits: false };

/** Tests of find that leave something. */
const narrowing =
  /^-(?:i?name|i?path|i?wholename|i?regex|i?lname|newer\w*|[amc](?:time|min)|size|empty|user|group|perm|inum|samefile)$/;

const removals: ReadonlyMap<string, Removal> = new Map(
  (
    [
      ["rm rmdir unlink shred srm", removesAll],
      ["find gfind", finds],
      ["mv", moves],
      ["rsync", mirrors],
    ] as const
  ).flatMap(([names, removal]) => names.split(" ").map((name) => [name, removal] as const)),
);

/** Whether a text that cannot be read spells a program which removes. */
export function mayRemove(text: string): boolean {
  return /\b(?:rm|rmdir|unlink|shred|srm|g?find|mv|rsync)\b/i.test(text);
}

function operandsOf(args: readonly ShellWord[]): ShellWord[] {
  const end = args.findIndex(({ value }) => value === "--");
  return args.filter(({ prefix }, at) => (end !== -1 && at > end) || !prefix.startsWith("-"));
}

/** Whether a word, in the folder of its command, is a place that must not be removed. */
function isCriticalFrom(folder: string | undefined, context: Context): (word: ShellWord, spares: boolean) => boolean {
  const { home } = context.policy.parts;
  const cwd = folder === undefined ? undefined : rooted(context.ask.cwd, folder);
  const isCritical = (written: string, isWild: boolean, spares: boolean): boolean => {
    // An expansion in front of a slash may be empty.
    if (/^[$`]/.test(written)) return /^\$(?:\w+|\{\w+\})\/[/*?.]*$/.test(written);
    const wild = isWild ? written.search(/[*?[{]/) : -1;
    if (wild === -1) {
      if (written.startsWith("/") || cwd !== undefined) return isKept(rooted(cwd ?? "/", written), spares, context);
      return /^[./]+$/.test(written);
    }
    const container = written.slice(0, written.lastIndexOf("/", wild) + 1);
    const all = onlyWildcards(written.slice(container.length));
    if (!container.startsWith("/") && cwd === undefined) return all;
    const path = rooted(cwd ?? "/", container);
    return absolutePath("/", path) === "/" || (all && !spares && isKept(path, false, context));
  };
  return (word, spares) => {
    const isWild = word.value === undefined;
    return alternatives(expanded(word, home, cwd), isWild).some((one) => isCritical(one, isWild, spares));
  };
}

/** By any of its names the root, a folder in it, or above what is kept. */
function isKept(path: string, spares: boolean, { ask, policy }: Context): boolean {
  const { home, files } = policy.parts;
  const worked = [...ask.directories, ask.cwd];
  const kept = spares ? [home] : [home, ...worked];
  const named = absolutePath("/", path);
  return [named, resolveLinks(path, files) ?? named].some(
    (one) =>
      kept.some((folder) => pathInside(one, folder) !== undefined) ||
      (one.split("/").length <= 2 && !(spares && worked.includes(one))),
  );
}

/** `{a,b}/c` is two words. */
function alternatives(written: string, isWild: boolean): string[] {
  const [, before = "", choices, after = ""] = (isWild && /^([^{}]*)\{([^{}]*,[^{}]*)\}([^{}]*)$/.exec(written)) || [];
  return choices === undefined ? [written] : choices.split(",").map((choice) => before + choice + after);
}

/** The word as a path, as far as it can be said: the home folder and the current one have many names. */
function expanded({ text, value }: ShellWord, home: string, cwd: string | undefined): string {
  if (value !== undefined) return value;
  const bare = text.replace(/["']/g, "");
  const here = cwd ?? ".";
  return bare
    .replace(/^(?:~(?![\w+-])|\$HOME\b|\$\{HOME\b[^}]*\})/, () => home)
    .replace(/^(?:~\+|\$PWD\b|\$\{PWD\b[^}]*\}|\$\(pwd\)|`pwd`)/, () => here)
    .replace(/^~[\w-]+(?=\/|$)/, "/home");
}

/** `*`, `.*`, `?*`, `{*,.*}`: everything that a folder has. */
function onlyWildcards(names: string): boolean {
  return /^[*?.{},/]*[*?][*?.{},/]*$/.test(names.replace(/\[[!^][^\]]*\]/g, "?"));
}
