import { isPlainSedScript } from "../sed-script.ts";
import type { ShellWord } from "../shell-word.ts";

/** Words of sed that are neither plain options, plain scripts nor file names. */
export function dangerousSedWords(words: readonly ShellWord[]): number[] {
  const scripts = scriptPlaces(words);
  return words.flatMap((word, at) => {
    if (at === 0) return [];
    if (scripts.has(at)) return word.value !== undefined && isPlainSedScript(word.value) ? [] : [at];
    if (word.value === undefined) return cannotBeOption(word) ? [] : [at];
    return !word.value.startsWith("-") || plainOption.test(word.value) ? [] : [at];
  });
}

const plainOption =
  /^(?:-[nErzus]+|-e|--(?:expression|quiet|silent|regexp-extended|null-data|unbuffered|separate|posix|debug|sandbox))$/;

/** What follows `-e`, or else the first operand. */
function scriptPlaces(words: readonly ShellWord[]): ReadonlySet<number> {
  const places = words.flatMap(({ value }, at) => (value === "-e" || value === "--expression" ? [at + 1] : []));
  const first = words.findIndex((word, at) => at > 0 && (word.value === undefined || !word.value.startsWith("-")));
  return new Set(places.length > 0 ? places : [first]);
}

function cannotBeOption({ splits, prefix }: ShellWord): boolean {
  return !splits && prefix !== "" && !prefix.startsWith("-");
}
