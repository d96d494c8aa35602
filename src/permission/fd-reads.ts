import { searchedNames } from "./searched-folder.ts";
import type { ShellWord } from "./shell/shell-word.ts";
import type { UnnamedReads } from "./unnamed-reads.ts";

/** What fd finds is given to a program. `args` are the words behind it. */
export function fdReads(args: readonly ShellWord[]): UnnamedReads | undefined {
  const end = args.findIndex(({ prefix }) => /^-[a-zA-Z]*[xX]|^--exec/.test(prefix));
  if (end === -1) return undefined;
  const own = args.slice(0, end);
  const given = (option: RegExp): readonly ShellWord[] =>
    own.filter((_, at) => at > 0 && option.test(own[at - 1]?.value ?? ""));
  const operands = own.filter(
    ({ prefix }, at) => !prefix.startsWith("-") && !(at > 0 && valued.test(own[at - 1]?.value ?? "")),
  );
  const folders = [...operands.slice(1), ...given(/^(?:-C|--base-directory|--search-path)$/)];
  const endings = given(/^(?:-e|--extension)$/).map(({ value }) => value);
  const isKnown = endings.length > 0 && endings.every((value) => /^[\w.]+$/.test(value ?? ""));
  const names = isKnown ? searchedNames({ glob: endings.map((value) => `*.${value}`).join(" ") }) : undefined;
  return { folders, inHistory: false, names, mayEdit: true, skipsHidden: !findsHidden(own) };
}

const valued =
  /^-[a-zA-Z]*[tedESoCcj]$|^--(?:type|extension|max-depth|min-depth|exact-depth|exclude|size|owner|base-directory|color|threads|search-path|changed-\w+|max-results|batch-size|format)$/;

/** Without an option for it, it leaves out names that begin with a dot. */
function findsHidden(own: readonly ShellWord[]): boolean {
  return own.some(({ prefix, value }) => value === undefined || /^-[a-zA-Z]*[Hu]|^--(?:hid|unr)/.test(prefix));
}
