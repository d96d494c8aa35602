import type { ShellWord } from "../shell-word.ts";
import type { Danger, DangerTable } from "./danger.ts";
import { knownOptions } from "./known-options.ts";

const signal = /^-(?:\d+|[A-Z]{2,}\d*)$/;

/** Programs that end processes: those of a number or of a name, not all of somebody's. Their words are no files. */
export const processes: DangerTable = {
  kill: { foreign: true, find: manyProcesses },
  // What chooses by another thing than a name may choose all of them.
  pkill: byName("-fxnoieca -P= --parent= --full --exact --newest --oldest --echo --ignore-case --count"),
  killall: byName("-eIiqvw -s= --exact --ignore-case --interactive --quiet --verbose --wait"),
};

/** `-1` is every process of the person, `0` and other numbers below it those of a group; the first such word may be a signal. */
function manyProcesses(words: readonly ShellWord[]): number[] {
  const from = words.length > 2 && signal.test(words[1]?.value ?? "") ? 2 : 1;
  return words.flatMap(({ value }, at) => (at >= from && /^(?:-\d+|0+)$/.test(value ?? "") ? [at] : []));
}

function byName(listing: string): Danger {
  return { ...knownOptions(`${listing} --signal=`, { also: signal, operands: /\w{2}/ }), foreign: true };
}
