import { baseName } from "../path/absolute-path.ts";
import type { SimpleCommand } from "./simple-command.ts";

/**
 * May the wildcards of a line stand for other names than they do by default: for hidden ones, or in another case of letters?
 * Every shell that says so has a word of its own for it.
 */
export function changesGlobs(line: string, commands: readonly SimpleCommand[]): boolean {
  const known = answers.get(commands) ?? (spelled.test(line) || commands.some(setsOptions));
  answers.set(commands, known);
  return known;
}

/** Asked for again for each word of a line. */
const answers = new WeakMap<readonly SimpleCommand[], boolean>();

const spelled = /glob_?dots|dot_?glob|globignore|case_?glob|bashopts/i;

function setsOptions({ words, runs }: SimpleCommand): boolean {
  const program = baseName(words[0]?.value ?? "");
  if (/^(?:shopt|setopt|unsetopt|emulate|options)$/.test(program)) return true;
  // zsh has digits for options: -4 is GLOB_DOTS.
  const takesDigits = /^(?:set|zsh)$/.test(program);
  return (takesDigits && words.some(({ prefix }) => /^[-+]\w*\d/.test(prefix))) || runs.some(setsOptions);
}
