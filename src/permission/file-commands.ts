import { pathFrom } from "./command-paths.ts";
import { baseName } from "./path/absolute-path.ts";
import type { SimpleCommand } from "./shell/simple-command.ts";

/** What a simple file command would do, path by path. */
interface FileCommand {
  readonly edits: readonly (string | undefined)[];
  readonly reads: readonly (string | undefined)[];
}

/**
 * The commands that acceptEdits accepts where it would accept the same done with Edit and Write, and the options that
 * change nothing about it. Nothing that deletes files or copies whole trees: that cannot be taken back, or seen before.
 */
const programs: { readonly [name: string]: RegExp } = {
  mkdir: /^(-[pv]+|--parents|--verbose)$/,
  rmdir: /^(-[pv]+|--parents|--verbose)$/,
  touch: /^-[acm]+$/,
  cp: /^-[finpuv]+$/,
  mv: /^-[finuv]+$/,
};

export function readFileCommand(command: SimpleCommand): FileCommand | undefined {
  const { words, assignments, runs } = command;
  const name = words[0]?.value ?? "";
  const options = Object.hasOwn(programs, name) ? programs[name] : undefined;
  if (options === undefined || runs.length > 0 || !assignments.every(({ harmless }) => harmless)) return undefined;
  const args = words.slice(1);
  const operands = args.filter(({ prefix }) => !prefix.startsWith("-"));
  const known = args.every((word) => operands.includes(word) || options.test(word.value ?? ""));
  if (!known || operands.length === 0 || operands.some(({ splits }) => splits)) return undefined;
  const paths = operands.map((word) => pathFrom(command, word));
  if (name !== "cp" && name !== "mv") return { edits: paths, reads: [] };
  const sources = paths.slice(0, -1);
  const target = paths.at(-1);
  if (sources.length === 0 || target === undefined) return undefined;
  // The target may be a folder, and what has the name in there may be a link.
  const places = sources.map((source) => (source === undefined ? undefined : `${target}/${baseName(source)}`));
  const edits = [target, ...places];
  return name === "cp" ? { edits, reads: sources } : { edits: [...edits, ...sources], reads: sources };
}
