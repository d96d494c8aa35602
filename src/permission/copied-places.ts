import { programOf } from "./file-words.ts";
import { baseName } from "./path/absolute-path.ts";
import { fileArguments } from "./shell/file-arguments.ts";
import type { ShellWord } from "./shell/shell-word.ts";
import type { SimpleCommand } from "./shell/simple-command.ts";

/** A command that puts files into a folder under their own names. */
export interface Copies {
  readonly sources: readonly ShellWord[];
  readonly target: ShellWord;
}

export function copiesOf({ words }: SimpleCommand): Copies | undefined {
  if (!/^(?:cp|mv|install|rsync|scp|ln)$/.test(programOf(words))) return undefined;
  const { writes, reads } = fileArguments(words);
  const target = writes.at(-1);
  return target === undefined || reads.length === 0 ? undefined : { sources: reads, target };
}

/** Where a file is put; undefined where it is what is in it that is copied, or a name that cannot be known. */
export function copiedTo(target: string, source: string): string | undefined {
  const name = baseName(source.replace(/(?<!\/)\/+$/, ""));
  return name === "" || name === "." || name === ".." ? undefined : `${target.replace(/(?<!\/)\/+$/, "")}/${name}`;
}

/** What is in the folder of the target stays as it is, but for files of the same names. */
export function sparesTarget({ sources, target }: Copies, { words }: SimpleCommand): boolean {
  const copiesContents = sources.some(
    ({ value, text }) => /(?:^|\/)\.{0,2}$/.test(value ?? text) || text === target.text,
  );
  return !copiesContents && !words.some(({ prefix }) => /^--(?:del|remove|mir)/.test(prefix));
}

/** Whether a word of a command only names what is copied: that stays as it is, and no second name of it is made. */
export function isOnlyCopied(command: SimpleCommand, text: string): boolean {
  const { words } = command;
  const has = (option: RegExp): boolean => words.some(({ prefix }) => option.test(prefix));
  const program = programOf(words);
  if (/^(?:cp|install|rsync|scp)$/.test(program)) {
    if (has(/^--(?:rem|del|li|sy|in-)|^-[a-zA-Z]*[ls]/)) return false;
    const copies = copiesOf(command);
    return copies !== undefined && copies.target.text !== text && copies.sources.some((word) => word.text === text);
  }
  if (!/^(?:zip|(?:g|bsd)?tar)$/.test(program)) return false;
  const place = words.findIndex((word, at) => at > 0 && word.text === text);
  const before = words[place - 1]?.value ?? "";
  if (place === -1 || text.startsWith("-")) return false;
  if (program === "zip") return !has(/^-[a-zA-Z]*[mO]|^--(?:mo|ou)/) && words.slice(1, place).some(isOperand);
  const isPacked =
    /^(?:-?[abd-zA-Z]*c[a-zA-Z]*|--create)$/.test(words[1]?.value ?? "") || has(/^--create$|^-[a-zA-Z]*c/);
  return (
    /^(?:g|bsd)?tar$/.test(program) && isPacked && place > 1 && !has(/^--rem/) && !/^-?[a-zA-Z]*[fg]$/.test(before)
  );
}

function isOperand({ prefix }: ShellWord): boolean {
  return !prefix.startsWith("-");
}
