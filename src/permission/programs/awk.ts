import type { ShellWord } from "../shell/shell-word.ts";
import { isPlainAwkSource } from "./awk-source.ts";
import { options } from "./option-table.ts";
import type { Program } from "./program.ts";

/**
 * `awk`: a program that only calculates and prints, of files that are named. Options end at the program, for some awks; a
 * long one takes the next word for its value in one of them and leaves it to be the program in another.
 */
const use: Program = (words) => {
  const unknown = { harmless: false, reads: operandsOf(words).slice(1), writes: [] };
  let at = 0;
  for (; at < words.length && /^-./.test(words[at]?.prefix ?? ""); at += 1) {
    const option = words[at] as ShellWord;
    if (option.value === "--") {
      at += 1;
      break;
    }
    const letter = option.prefix.slice(0, 2);
    if (option.splits || !/^-[Fv]$/.test(letter)) return unknown;
    const isGlued = option.value !== letter;
    if (!isGlued) at += 1;
    const value = isGlued ? option.prefix.slice(2) : words[at]?.prefix;
    if (value === undefined || words[at]?.splits || (letter === "-v" && !/^[A-Za-z_]\w*=/.test(value))) return unknown;
  }
  const [source, ...files] = words.slice(at);
  const isPlain = source?.value !== undefined && isPlainAwkSource(source.value);
  const areFiles = files.every(({ prefix, value, splits }) => !splits && (value === "-" || /^[^-]/.test(prefix)));
  return { harmless: isPlain && areFiles, reads: files, writes: [] };
};

function operandsOf(words: readonly ShellWord[]): ShellWord[] {
  return words.filter(({ prefix }) => !prefix.startsWith("-"));
}

export const awk: Program = Object.assign(use, { tables: { "": options("-F= -v=") } });
