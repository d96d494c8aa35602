import { nameFilters } from "../name-filters.ts";
import { baseName } from "../path/absolute-path.ts";
import { knownPrograms } from "../programs/known-programs.ts";
import { options } from "../programs/option-table.ts";
import { behind, readArguments } from "../programs/read-arguments.ts";
import { checkedFiles } from "./dangers/checked-value.ts";
import type { Danger } from "./dangers/danger.ts";
import { dangerOf } from "./dangers/danger-of.ts";
import type { ShellWord } from "./shell-word.ts";
import { subcommandDanger, subcommandPlace } from "./subcommand.ts";

interface FileArguments {
  readonly writes: readonly ShellWord[];
  readonly reads: readonly ShellWord[];
}

/** The files that a well-known program would write and read, of those its arguments name; what the programs that only look would read is {@link readWords}. */
export function fileArguments(given: readonly ShellWord[]): FileArguments {
  const filters = nameFilters(given).words;
  const words = filters.size === 0 ? given : given.filter((word) => !filters.has(word));
  const name = baseName(words[0]?.value ?? "");
  const use = uses.get(name);
  if (use !== undefined) return use(words.slice(1));
  const danger = dangerOf(name);
  const { writes, reads } = danger === undefined ? nothing : dangerFiles(danger, words);
  return { writes: [...(knownPrograms.get(name)?.(words.slice(1)).writes ?? []), ...writes], reads };
}

/** Of the program and of its subcommand. */
function dangerFiles(danger: Danger, words: readonly ShellWord[]): FileArguments {
  const { subcommands } = danger;
  if (subcommands === undefined) return checkedFiles(danger, words);
  const at = subcommandPlace(subcommands, words);
  const own = subcommands.of[""] === undefined ? nothing : checkedFiles(subcommands.of[""], words.slice(0, at));
  const inner = subcommandDanger(subcommands, words[at]?.value ?? "");
  const more = inner === undefined ? nothing : dangerFiles(inner, words.slice(at));
  return { writes: [...own.writes, ...more.writes], reads: [...own.reads, ...more.reads] };
}

const nothing: FileArguments = { writes: [], reads: [] };

type Use = (words: readonly ShellWord[]) => FileArguments;

const writesAll: Use = (words) => ({ writes: operands(words), reads: [] });
const writesLast: Use = (words) => ({ writes: operands(words).slice(-1), reads: [] });
const readsAll: Use = (words) => ({ writes: [], reads: operands(words) });
const readsAllButFirst: Use = (words) => ({ writes: [], reads: operands(words).slice(1) });
const changesAllButFirst: Use = (words) => ({ writes: operands(words).slice(1), reads: [] });

const copying = options(
  "-abdfHiklLnNopPqRrsTuvxzZ -S= -t> -g= -m= --target-directory> --suffix= --backup? --no-target-directory --mode= --owner=",
  "--group= --archive --force --interactive --link --symbolic-link --no-clobber --parents --recursive --update? --verbose",
);

export interface Copying {
  readonly sources: readonly ShellWord[];
  /** Undefined for `ln a`, which makes it here. */
  readonly target: ShellWord | undefined;
  /** What the target is: told by an option, or by how many are put there. */
  readonly into: "folder" | "file" | "either";
}

/** The words behind `cp`, `mv`, `ln`: `a b`, `-t b a`, `-rt b a`, `-s a`. */
export function readCopying(args: readonly ShellWord[]): Copying {
  const { options: given, operands: files } = readArguments(args, copying);
  const target = given.find(({ option }) => option.value === "write")?.value;
  if (target !== undefined) return { sources: files, target, into: "folder" };
  if (files.length < 2) return { sources: files, target: undefined, into: "folder" };
  const isFile = args.some(({ prefix }) => /^(?:-[a-zA-Z]*T|--no-t)/.test(prefix));
  const into = isFile ? "file" : files.length > 2 ? "folder" : "either";
  return { sources: files.slice(0, -1), target: files.at(-1), into };
}

/** Does `ln` or `cp` make symbolic links? */
export function makesSymbolic(args: readonly ShellWord[]): boolean {
  return args.some(({ prefix }) => /^(?:-[a-zA-Z]*s|--sy)/.test(prefix));
}

const copies: Use = (words) => {
  const { sources, target } = readCopying(words);
  return target ? { writes: [target], reads: sources } : { writes: sources, reads: [] };
};

/** Where symbolic links lead is looked at where links are made, see `madeLinks`. */
const links: Use = (words) => (makesSymbolic(words) ? { ...copies(words), reads: [] } : copies(words));

/** What is moved is gone from where it was. */
const moves: Use = (words) => {
  const { writes, reads } = copies(words);
  return { writes: [...reads, ...writes], reads };
};

const dd: Use = (words) => ({ writes: valuesOf(words, "of="), reads: valuesOf(words, "if=") });

/** In place it writes what it reads. */
const sed: Use = (words) => {
  const isInPlace = words.some(({ prefix }) => /^(?:-[nErsuz]*i|--i)/.test(prefix));
  const files = isInPlace ? (knownPrograms.get("sed")?.(words).reads ?? []) : [];
  return { writes: files.filter(({ value }) => value !== ""), reads: [] };
};

const output =
  (short: string, long: string): Use =>
  (words) => {
    const target = optionValue(words, short, long);
    return target ? { writes: [target], reads: [] } : nothing;
  };

const uses = new Map<string, Use>(
  (
    [
      ["rm rmdir unlink shred truncate touch mkdir mkfifo mknod tee sponge", writesAll],
      ["chmod chown chgrp setfacl chattr", changesAllButFirst],
      ["install rsync scp", copies],
      ["cp ln", links],
      ["mv", moves],
      ["dd", dd],
      ["sed gsed", sed],
      ["less more bat source .", readsAll],
      ["ag yq", readsAllButFirst],
      ["ffmpeg", writesLast],
      ["curl", output("-o", "--output")],
      ["wget", output("-O", "--output-document")],
    ] as const
  ).flatMap(([programs, use]) => programs.split(" ").map((program) => [program, use] as const)),
);

function operands(words: readonly ShellWord[]): ShellWord[] {
  const end = words.findIndex(({ value }) => value === "--");
  return words.filter((word, at) => at !== end && ((end !== -1 && at > end) || !word.prefix.startsWith("-")));
}

function optionValue(words: readonly ShellWord[], short: string, long: string): ShellWord | undefined {
  for (const [at, word] of words.entries()) {
    if (word.prefix === short || word.prefix === long) return words[at + 1];
    if (word.prefix.startsWith(`${long}=`)) return behind(word, long.length + 1);
    if (word.prefix.startsWith(short) && !word.prefix.startsWith("--")) return behind(word, short.length);
  }
  return undefined;
}

function valuesOf(words: readonly ShellWord[], start: string): ShellWord[] {
  return words.filter(({ prefix }) => prefix.startsWith(start)).map((word) => behind(word, start.length));
}
