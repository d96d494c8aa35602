import { gitArguments, gitShowsContent } from "./programs/git-content.ts";
import { bareText, type ShellWord } from "./shell/shell-word.ts";
import type { UnnamedReads } from "./unnamed-reads.ts";

/**
 * What git reads of the working folder itself, tracked or not: no history, and no commit that somebody chose to make.
 * `args` are the words behind `git`.
 */
export function gitFolderReads(args: readonly ShellWord[]): UnnamedReads | undefined {
  const [subcommand, ...rest] = gitArguments(args);
  const has = (option: RegExp): boolean => rest.some(({ prefix }) => option.test(prefix));
  const entered = args.filter((word, at) => entering.test(args[at - 1]?.value ?? "") && !rest.includes(word));
  const searching = (folders: readonly ShellWord[]): UnnamedReads => ({
    // A pattern may fit anything below the folder.
    folders: folders.some((word) => /^:|[*?[]/.test(bareText(word))) ? entered : [...entered, ...folders],
    inHistory: false,
  });
  const operands = operandsOf(rest);
  switch (subcommand?.value) {
    case "diff":
    case "difftool":
      return has(/^--no-i/) || (operands.length > 1 && operands.some(leadsOut)) ? searching(operands) : undefined;
    case "grep": {
      const isGiven = has(/^-[a-zA-Z]*[ef]/);
      const isWide = has(/^--(?:no-i|un|no-ex)/) || args.some(({ text }) => /grep\.fallback/i.test(text));
      return isWide ? searching(isGiven ? operands : operands.slice(1)) : undefined;
    }
    case "stash":
      return stashReads(rest, operands, searching);
    case "add":
    case "stage":
      return has(/^-[a-zA-Z]*f|^--f/) ? searching(operands) : undefined;
    default:
      return undefined;
  }
}

const entering = /^(?:-C|--work-tree)$/;

/** What is not tracked is put away, or shown from where it was put. */
function stashReads(
  rest: readonly ShellWord[],
  [action, ...named]: readonly ShellWord[],
  searching: (folders: readonly ShellWord[]) => UnnamedReads,
): UnnamedReads | undefined {
  if (!rest.some(({ prefix }) => /^-[a-zA-Z]*[ua]|^--(?:in|al|on)/.test(prefix))) return undefined;
  if (action?.value === "show") {
    const shows = gitShowsContent(["stash", ...rest.map(({ value }) => value ?? "")]);
    return shows ? { folders: [], inHistory: true, isUntracked: true } : undefined;
  }
  if (action !== undefined && !/^(?:push|save)$/.test(action.value ?? "")) return undefined;
  const isMessage = (word: ShellWord): boolean =>
    action?.value === "save" || /^-[a-zA-Z]*m$|^--me/.test(rest[rest.indexOf(word) - 1]?.value ?? "");
  return searching(named.filter((word) => !isMessage(word)));
}

/** Without an option for it, git compares files outside of a repository as they are. */
function leadsOut({ prefix, text }: ShellWord): boolean {
  return /^(?:[/~-]|\.\.(?:\/|$))/.test(prefix) || /^["']?\$/.test(text);
}

function operandsOf(words: readonly ShellWord[]): readonly ShellWord[] {
  const end = words.findIndex(({ value }) => value === "--");
  return words.filter(
    ({ prefix }, at) => at !== end && ((end !== -1 && at > end) || !prefix.startsWith("-") || prefix === "-"),
  );
}
