import type { ShellWord } from "../shell/shell-word.ts";

interface Leading {
  /** Where it looks, if it says so: `git -C src`. */
  readonly folder: ShellWord | undefined;
  /** From the subcommand on. */
  readonly words: readonly ShellWord[];
}

/** The options in front of a subcommand that change nothing but the folder; one folder at most. */
export function leadingOptions(words: readonly ShellWord[]): Leading {
  let folder: ShellWord | undefined;
  let at = 0;
  for (; at < words.length; at += 1) {
    const { value = "" } = words[at] as ShellWord;
    if (plain.test(value)) continue;
    const entered = words[at + 1];
    if (value !== "-C" || folder !== undefined || !/^[^-]/.test(entered?.value ?? "")) break;
    folder = entered;
    at += 1;
  }
  return { folder, words: words.slice(at) };
}

const plain = /^(?:--no-pager|-P|--no-optional-locks)$/;

/** Where the subcommand is among the words behind `git`, if all in front of it is known. */
export function subcommandOf(words: readonly ShellWord[]): number {
  return words.length - leadingOptions(words).words.length;
}

/** A command that prints nothing but names of objects, and what it is given if that is none: never an option. */
const namesObject =
  /\$\(git (?:merge-base(?: --fork-point)?|rev-parse(?: --verify| --short)?|rev-list (?:-1|-n ?1|--max-count=1|--max-parents=0))(?: [A-Za-z0-9@][\w./@~^-]*)+\)/g;

const climbs = /\.\.\/|\/\.\./;

/** The word as git is given it, with some object for what such a command prints. */
export function withObjects(word: ShellWord): ShellWord {
  if (word.value !== undefined || !word.text.includes("$(git ") || climbs.test(word.text)) return word;
  const value = word.text.replace(/"/g, "").replace(namesObject, "0000000");
  return /^[\w./@~^-]+$/.test(value) ? { text: word.text, value, prefix: value, splits: false } : word;
}

/** Is all that is not known in a word the name of an object? */
export function namesObjects(word: ShellWord | undefined): boolean {
  return word !== undefined && word.value === undefined && withObjects(word) !== word;
}
