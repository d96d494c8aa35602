import { programOf } from "./file-words.ts";
import { baseName } from "./path/absolute-path.ts";
import { fileArguments } from "./shell/file-arguments.ts";
import { ofWords } from "./shell/of-words.ts";
import type { ShellWord } from "./shell/shell-word.ts";
import type { SimpleCommand } from "./shell/simple-command.ts";

/** A command that puts files into a folder under their own names. */
interface Copies {
  readonly sources: readonly ShellWord[];
  readonly target: ShellWord;
}

export function copiesOf({ words }: SimpleCommand): Copies | undefined {
  return copies(words);
}

const copies = ofWords((words): Copies | undefined => {
  if (!/^(?:cp|mv|install|rsync|scp|ln)$/.test(programOf(words))) return undefined;
  const { writes, reads } = fileArguments(words);
  const target = writes.at(-1);
  return target === undefined || reads.length === 0 ? undefined : { sources: reads, target };
});

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
export function isOnlyCopied({ words }: SimpleCommand, text: string): boolean {
  return onlyCopied(words).has(text);
}

const onlyCopied = ofWords((words): ReadonlySet<string> => {
  const has = (option: RegExp): boolean => words.some(({ prefix }) => option.test(prefix));
  const program = programOf(words);
  if (/^(?:cp|install|rsync|scp)$/.test(program)) {
    const copied = has(/^--(?:rem|del|li|sy|in-)|^-[a-zA-Z]*[ls]/) ? undefined : copies(words);
    const sources = copied?.sources.filter(({ text }) => text !== copied.target.text) ?? [];
    return new Set(sources.map(({ text }) => text));
  }
  if (program === "zip") {
    const archive = words.findIndex(({ prefix }, at) => at > 0 && !prefix.startsWith("-"));
    return archive === -1 || has(/^-[a-zA-Z]*[mO]|^--(?:mo|ou)/) ? none : operandsAt(words, (at) => at > archive);
  }
  if (!/^(?:g|bsd)?tar$/.test(program)) return none;
  const isPacked =
    /^(?:-?[abd-zA-Z]*c[a-zA-Z]*|--create)$/.test(words[1]?.value ?? "") || has(/^--create$|^-[a-zA-Z]*c/);
  const isFile = (at: number): boolean => at > 1 && !/^-?[a-zA-Z]*[fg]$/.test(words[at - 1]?.value ?? "");
  return isPacked && !has(/^--rem/) ? operandsAt(words, isFile) : none;
});

const none: ReadonlySet<string> = new Set();

/** Each by where it stands first. */
function operandsAt(words: readonly ShellWord[], isMeant: (at: number) => boolean): ReadonlySet<string> {
  const first = new Map<string, number>();
  for (const [at, { text }] of words.entries()) if (at > 0 && !first.has(text)) first.set(text, at);
  return new Set([...first].flatMap(([text, at]) => (!text.startsWith("-") && isMeant(at) ? [text] : [])));
}
