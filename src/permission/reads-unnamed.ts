import type { ShellWord } from "./shell/shell-word.ts";
import type { SimpleCommand } from "./shell/simple-command.ts";

/** Whether a command that only looks may show the content of files that it does not name: of a folder, or of a commit. */
export function readsUnnamed({ words }: SimpleCommand): boolean {
  const [program, ...args] = words.map(({ value }) => value ?? "");
  // Two folders are compared file by file, and rg searches whatever folder it is given.
  if (program === "rg" || program === "diff") return true;
  if (program === "grep" || program === "egrep" || program === "fgrep") return args.some((arg) => recursive.test(arg));
  return program === "git" && gitShowsContent(args);
}

/** The words of a git command that name files whose content it shows; behind `rev:` there is a path. */
export function gitReadWords({ words }: SimpleCommand): ShellWord[] {
  if (words[0]?.value !== "git") return [];
  const args = words.slice(words[1]?.value === "--no-pager" ? 2 : 1);
  const [subcommand, ...rest] = args;
  if (!gitShowsContent(args.map(({ value }) => value ?? ""))) return [];
  const operands = rest.filter(({ prefix, value }) => value !== undefined && value !== "" && !prefix.startsWith("-"));
  const given = rest.some(({ prefix }) => /^-[a-zA-Z]*e/.test(prefix));
  const named = subcommand?.value === "grep" && !given ? operands.slice(1) : operands;
  return named.map((word) => {
    const value = (word.value as string).replace(/^[^:]*:(?=.)/s, "");
    return { ...word, value, prefix: value };
  });
}

const recursive = /^-[a-zA-Z0-9]*[rRd]|^--(rec|de|di)/;

function gitShowsContent(args: readonly string[]): boolean {
  const [subcommand = "", ...rest] = args[0] === "--no-pager" ? args.slice(1) : args;
  if (showing.has(subcommand)) return true;
  const options = rest.filter((arg) => arg.startsWith("-"));
  const isQuiet = options.every((option) => quiet.test(option));
  if (subcommand === "diff") return !(isQuiet && options.some((option) => summary.test(option)));
  if (subcommand === "status") return options.some((option) => /^-[a-zA-Z]*v|^--v/.test(option));
  return listing.has(subcommand) && !isQuiet;
}

const showing: ReadonlySet<string> = new Set(["blame", "annotate", "cat-file", "grep", "show"]);

/** They show changes only where an option says so. */
const listing: ReadonlySet<string> = new Set(["log", "whatchanged", "reflog", "stash", "shortlog", "diff-tree"]);

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
