import type { ShellWord } from "../shell/shell-word.ts";

/** Whether a git command shows the content of files; `args` are the words behind `git`. */
export function gitShowsContent(args: readonly string[]): boolean {
  const [subcommand = "", ...rest] = args[0] === "--no-pager" ? args.slice(1) : args;
  if (showing.has(subcommand)) return true;
  const options = rest.filter((arg) => arg.startsWith("-"));
  const isQuiet = options.every((option) => quiet.test(option));
  // What is stashed is shown as the configuration says.
  if (subcommand === "diff" || (subcommand === "stash" && rest[0] === "show"))
    return !(isQuiet && options.some((option) => summary.test(option)));
  if (subcommand === "status") return options.some((option) => /^-[a-zA-Z]*v|^--v/.test(option));
  return listing.has(subcommand) && !isQuiet;
}

/** The words from the subcommand on; `args` are those behind `git`. */
export function gitArguments(args: readonly ShellWord[]): readonly ShellWord[] {
  const at = args.findIndex(
    ({ prefix }, position) =>
      !prefix.startsWith("-") &&
      !/^(?:-[Cc]|--(?:git-dir|work-tree|namespace|exec-path|config-env))$/.test(args[position - 1]?.value ?? ""),
  );
  return at === -1 ? [] : args.slice(at);
}

/**
 * The operands of a git command that shows tracked files as they are in the working folder and the index, and nothing of
 * a commit, if all of these are paths; undefined where it may show more. `args` are the words behind `git`.
 */
export function trackedOperands(args: readonly ShellWord[]): readonly ShellWord[] | undefined {
  const [subcommand, ...rest] = args[0]?.value === "--no-pager" ? args.slice(1) : args;
  const end = rest.findIndex(({ value }) => value === "--");
  const [before, behind] = end === -1 ? [rest, []] : [rest.slice(0, end), rest.slice(end + 1)];
  const options = subcommand?.value === "diff" ? plainDiff : subcommand?.value === "grep" ? plainGrep : undefined;
  const isPlain = before.every(({ value, prefix }) => !prefix.startsWith("-") || options?.test(value ?? ""));
  if (options === undefined || !isPlain || [...before, ...behind].some(({ value }) => value === undefined))
    return undefined;
  const operands = before.filter(({ prefix }) => !prefix.startsWith("-"));
  return options === plainGrep ? operands.slice(1) : operands;
}

const plainDiff =
  /^(?:-[pubwWR]|-[MC]\d*%?|--patch|-U\d+|--unified=\d+|--stat|--patch-with-stat|--minimal|--patience|--histogram|--no-color|--color(?:=\w+)?|--color-words|--word-diff(?:=\w+)?|--ignore-[a-z-]+|--no-renames|--name-only|--name-status|--check|--exit-code|--quiet|--no-ext-diff|--no-prefix|--diff-filter=\w+)$/;
const plainGrep = /^(?:-[nilwcEFPhHqv]+|-[ABC]\d+|--line-number|--ignore-case|--files-with-matches|--count|--cached)$/;

/** The words that name files whose content a git command shows; behind `rev:` there is a path. `args` are the words behind `git`. */
export function gitReadWords(args: readonly ShellWord[]): ShellWord[] {
  const [subcommand, ...rest] = args[0]?.value === "--no-pager" ? args.slice(1) : args;
  if (!gitShowsContent(args.map(({ value }) => value ?? ""))) return [];
  const operands = rest.filter(({ prefix }) => !prefix.startsWith("-"));
  const given = rest.some(({ prefix }) => /^-[a-zA-Z]*[ef]/.test(prefix));
  const named = subcommand?.value === "grep" && !given ? operands.slice(1) : operands;
  return named.flatMap((word) => {
    if (/^:(?:\(exclude\)|[!^])/.test(word.value ?? "")) return [];
    const value = pathIn(word.value ?? "");
    return value === "" ? [] : [{ ...word, value, prefix: value }];
  });
}

/** `HEAD:path`, `:0:path` of the index, `:(top)path`, `:/path`. */
function pathIn(operand: string): string {
  const staged = /^:(?:[0-3]:|\([^)]*\)|[/!^]+)(?=.)(.*)$/s.exec(operand)?.[1];
  return staged ?? operand.replace(/^[^:]*:(?=.)/s, "");
}

const showing: ReadonlySet<string> = new Set(["blame", "annotate", "cat-file", "grep", "show"]);

/** They show changes only where an option says so. */
const listing: ReadonlySet<string> = new Set([
  "log",
  "whatchanged",
  "reflog",
  "stash",
  "shortlog",
  "diff-tree",
  "diff-index",
  "diff-files",
]);

/** Instead of the changes. */
const summary = /^(--(stat|shortstat|numstat|dirstat|summary|name-only|name-status|no-patch|quiet)(=.*)?|-s)$/;

/** Options that show no content; git takes beginnings of the others, so that those cannot be listed. */
const plainOptions = [
  summary.source,
  "^(--|-[0-9]+|-n[0-9]*|-[irEFPt]|-(sn|ns|sne))$",
  "^--(oneline|graph|all|branches|tags|remotes|decorate|no-decorate|merges|no-merges|first-parent|reverse|follow)(=.*)?$",
  "^--(cached|staged|date-order|topo-order|abbrev-commit|color|no-color|no-renames|numbered|email|no-commit-id|root)$",
  "^--(format|pretty|author|committer|grep|since|until|after|before|date|max-count|skip|abbrev|diff-filter)=",
];
const quiet = new RegExp(plainOptions.join("|"), "s");
