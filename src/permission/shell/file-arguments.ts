import type { ShellWord } from "./shell-word.ts";

export interface FileArguments {
  readonly writes: readonly ShellWord[];
  readonly reads: readonly ShellWord[];
}

/** The files that a well-known program would write and read, of those its arguments name. */
export function fileArguments(words: readonly ShellWord[]): FileArguments {
  const program = words[0]?.value ?? "";
  const use = uses.get(program.slice(program.lastIndexOf("/") + 1));
  return use === undefined ? nothing : use(words);
}

const nothing: FileArguments = { writes: [], reads: [] };

type Use = (words: readonly ShellWord[]) => FileArguments;

const writesAll: Use = (words) => ({ writes: operands(words), reads: [] });
const readsAll: Use = (words) => ({ writes: [], reads: operands(words) });
const readsAllButFirst: Use = (words) => ({ writes: [], reads: operands(words).slice(1) });
const changesAllButFirst: Use = (words) => ({ writes: operands(words).slice(1), reads: [] });

/** `cp a b`, `cp -t b a`: options with a value are few, and a value taken for a file is harmless. */
const copies: Use = (words) => {
  const target = optionValue(words, "-t", "--target-directory");
  const files = operands(words).filter((word) => word !== target);
  return target ? { writes: [target], reads: files } : { writes: files.slice(-1), reads: files.slice(0, -1) };
};

/** What is moved is gone from where it was. */
const moves: Use = (words) => {
  const { writes, reads } = copies(words);
  return { writes: [...reads, ...writes], reads };
};

const dd: Use = (words) => ({ writes: valuesOf(words, "of="), reads: valuesOf(words, "if=") });

const sed: Use = (words) => {
  const files = operands(words).slice(1);
  return words.some(({ prefix }) => /^(?:-[a-zA-Z]*i|--in-place)/.test(prefix))
    ? { writes: files, reads: files }
    : { writes: [], reads: files };
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
      ["cp ln install rsync scp", copies],
      ["mv", moves],
      ["dd", dd],
      ["sed gsed", sed],
      [
        "cat tac nl head tail less more bat wc od xxd hexdump strings file stat md5sum sha1sum sha256sum cmp diff",
        readsAll,
      ],
      ["sort uniq cut paste join base64 base32 source . realpath readlink", readsAll],
      ["grep egrep fgrep rg ag awk gawk jq yq", readsAllButFirst],
      ["curl", output("-o", "--output")],
      ["wget", output("-O", "--output-document")],
    ] as const
  ).flatMap(([programs, use]) => programs.split(" ").map((program) => [program, use] as const)),
);

function operands(words: readonly ShellWord[]): ShellWord[] {
  const end = words.findIndex(({ value }) => value === "--");
  return words.filter((word, at) => at > 0 && at !== end && ((end !== -1 && at > end) || !word.prefix.startsWith("-")));
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

function behind(word: ShellWord, length: number): ShellWord {
  return {
    ...word,
    text: word.text.slice(length),
    value: word.value?.slice(length),
    prefix: word.prefix.slice(length),
  };
}
