import type { Danger, Subcommands } from "./dangers/danger.ts";
import { dangerOf, named } from "./dangers/danger-of.ts";
import type { ShellWord } from "./shell-word.ts";

/** Options of nearly every program that has subcommands; a table may say that one of them takes a value. */
const commonFlags: ReadonlySet<string> = new Set(
  "--help --version --verbose --quiet --debug --no-color --json -h -v -V -q".split(" "),
);

/** Where the subcommand is, behind the options of the program itself. */
export function subcommandPlace(sub: Subcommands, words: readonly ShellWord[]): number {
  let at = 1;
  while (words[at]?.value?.startsWith("-")) at += takesNext(sub, words[at]?.value ?? "") ? 2 : 1;
  return at;
}

function takesNext({ valued }: Subcommands, option: string): boolean {
  return valued.includes(option);
}

/** The first option in front of the subcommand of which nobody knows whether the next word is its value. */
export function unknownOption(sub: Subcommands, words: readonly ShellWord[]): number | undefined {
  let at = 1;
  for (; words[at]?.value?.startsWith("-"); at += 1) {
    const option = words[at]?.value as string;
    if (takesNext(sub, option)) at += 1;
    else if (!isKnownAlone(sub, option)) return at;
  }
  return undefined;
}

function isKnownAlone({ valued, flags = [] }: Subcommands, option: string): boolean {
  if (flags.includes(option) || commonFlags.has(option) || /^--?[\w.:-]+=/.test(option)) return true;
  if (!/^-\w/.test(option)) return false;
  if (valued.includes(option.slice(0, 2))) return true;
  return [...option.slice(1)].every((letter) => flags.includes(`-${letter}`) || commonFlags.has(`-${letter}`));
}

/** The places of a command without the options in front of its subcommands: `git -C . push` is `git push`. Undefined: it has none. */
export function subcommandWords(words: readonly ShellWord[]): readonly number[] | undefined {
  let sub = dangerOf(words[0]?.value ?? "")?.subcommands;
  if (sub === undefined) return undefined;
  const kept = [0];
  let at = 0;
  while (sub !== undefined && at + 1 < words.length) {
    at += subcommandPlace(sub, words.slice(at));
    kept.push(at);
    sub = subcommandDanger(sub, words[at]?.value ?? "")?.subcommands;
  }
  if (at + 1 === kept.length) return undefined;
  for (let rest = at + 1; rest < words.length; rest += 1) kept.push(rest);
  return kept.filter((index) => index < words.length);
}

/** The last place that is the name of a subcommand, and no program: `docker rm`, `docker compose rm`. */
export function subcommandDepth(words: readonly ShellWord[]): number {
  let sub = dangerOf(words[0]?.value ?? "")?.subcommands;
  let at = 0;
  while (sub !== undefined && at + 1 < words.length) {
    at += subcommandPlace(sub, words.slice(at));
    sub = subcommandDanger(sub, words[at]?.value ?? "")?.subcommands;
  }
  return at;
}

export function subcommandDanger({ of, others }: Subcommands, name: string): Danger | undefined {
  return named(of, name) ?? others;
}
