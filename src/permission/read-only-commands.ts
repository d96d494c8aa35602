import type { ShellWord } from "./shell/shell-word.ts";
import type { SimpleCommand } from "./shell/simple-command.ts";

/**
 * Commands that only look, and so run without asking: a careful part of what Claude Code runs so. Options that write or
 * run something are the shell reader's `hazards`; the files they read are judged by their paths.
 */
export function isReadOnly(command: SimpleCommand): boolean {
  const { words, hazards, exactOnly, assignments, runs } = command;
  const program = programOf(command);
  if (program === undefined || hazards.length > 0 || exactOnly !== undefined || runs.length > 0) return false;
  if (!assignments.every(({ harmless }) => harmless)) return false;
  if (words.some(({ prefix }) => readsList.test(prefix))) return false;
  if (program.fits === undefined) return true;
  // An expansion could become an option.
  const values = words.slice(1).flatMap(({ value }) => value ?? []);
  return values.length === words.length - 1 && program.fits(values, command);
}

/** The words of a command of this list that name what it reads; a number taken for a file does no harm. */
export function readWords(command: SimpleCommand): ShellWord[] {
  const { reads } = programOf(command) ?? {};
  const args = command.words.slice(1);
  const end = args.findIndex(({ value }) => value === "--");
  const operands = args.filter(
    ({ prefix, value }, at) => (end !== -1 && at > end) || !prefix.startsWith("-") || value === "-",
  );
  if (reads === "all") return operands;
  if (reads === "starts") {
    const test = args.findIndex(({ prefix }) => /^[-(!]/.test(prefix) && !/^-[HLP]$/.test(prefix));
    return args.slice(0, test === -1 ? args.length : test).filter((word) => operands.includes(word));
  }
  if (reads !== "behindPattern") return [];
  const given = args.some(({ prefix }) => /^(-[a-zA-Z]*e|--regexp|--expression|--files|--type-list)/.test(prefix));
  return given ? operands : operands.slice(1);
}

interface Program {
  /** What it reads: every operand, those before the first option, all but a pattern; undefined: no files. */
  readonly reads?: "all" | "starts" | "behindPattern";
  /** Undefined: whatever it is given. */
  readonly fits?: Fits;
}

type Fits = (args: readonly string[], command: SimpleCommand) => boolean;
type ArgsFit = (args: readonly string[]) => boolean;

/** Options that name a file to read, or a list of such. */
const readsList =
  /^--(files0-from|from-?file|to-file|exclude-from|include-from|ignore-file|file(?!s)|fromfile|reference)/;

const only =
  (option: RegExp): ArgsFit =>
  (args) =>
    args.every((arg) => option.test(arg));
const without =
  (option: RegExp): ArgsFit =>
  (args) =>
    !args.some((arg) => option.test(arg));

const programs: { readonly [name: string]: Program } = {
  ...same({}, "pwd echo which whoami id true false test [ basename dirname tr seq expr sleep uname nproc arch uptime"),
  ...same({}, "free groups type pgrep cal"),
  ...same({ reads: "all" }, "ls cat head tail wc stat du df realpath readlink cut nl tac rev paste cmp diff cd"),
  ...same({ reads: "all" }, "md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum od strings base64"),
  ...same({ reads: "all" }, "hexdump column fold fmt"),
  ...same({ reads: "behindPattern", fits: without(/^-[a-zA-Z]*f/) }, "grep egrep fgrep"),
  ...same({ fits: only(/^$/) }, "hostname locale"),
  printf: { fits: without(/^-v/) },
  date: { fits: only(/^(\+.*|-u|-R|-I.*|--utc|--iso-8601.*|--rfc-.*)$/s) },
  // Others of its letters tell the environment of every process.
  ps: { fits: only(/^(aux|ax|-ef|-e|-A|-f)$/) },
  find: { reads: "starts", fits: without(/^-(exec|ok|delete|fprint|fls|files0)/) },
  sort: { reads: "all", fits: without(/^-[a-zA-Z]*[oT]|^--[ocftb]/) },
  uniq: { fits: only(/^-/) },
  tree: { reads: "all", fits: without(/^-[a-zA-Z]*[oR]|^--output/) },
  file: { reads: "all", fits: without(/^-[a-zA-Z]*[CmfMzZ]|^--(compile|magic-file|uncompress)/) },
  rg: { reads: "behindPattern", fits: without(/^--(pre|hostname-bin|search-zip)|^-[a-zA-Z]*[zf]/) },
  sed: { reads: "behindPattern", fits: without(/^-[a-zA-Z]*[if]|^--(in-place|file)/) },
  jq: { reads: "behindPattern", fits: without(/^-[a-zA-Z]*[fL]|^--(from-file|slurpfile|rawfile|argfile|library)/) },
  git: { fits: isReadOnlyGit },
};

function programOf({ words }: SimpleCommand): Program | undefined {
  const name = words[0]?.value ?? "";
  return Object.hasOwn(programs, name) ? programs[name] : undefined;
}

function same<T>(row: T, names: string): { [name: string]: T } {
  return Object.fromEntries(names.split(" ").map((name) => [name, row]));
}

/** Subcommands of git that only look, and with which arguments. */
const gitCommands: { readonly [name: string]: ArgsFit } = {
  ...same(() => true, "status log diff show blame shortlog describe rev-parse ls-files ls-tree rev-list name-rev"),
  ...same(() => true, "whatchanged merge-base cat-file diff-tree grep"),
  branch: only(/^(-[avr]+|--(list|all|remotes|show-current|verbose|no-color))$/),
  tag: (args) => args.length === 0 || ((args[0] === "-l" || args[0] === "--list") && args.length <= 2),
  remote: (args) => args.length === 0 || (args.length === 1 && /^(-v|--verbose)$/.test(args[0] as string)),
  stash: (args) => args[0] === "list",
  worktree: (args) => args[0] === "list",
  reflog: (args) => args.length === 0 || args[0] === "show",
  config: (args) => args.length === 2 && /^--get(-all|-regexp)?$/.test(args[0] as string),
};

/** In a folder it was sent to, git runs what is configured there; options before the subcommand steer it, too. */
function isReadOnlyGit(args: readonly string[], { folder }: SimpleCommand): boolean {
  const [subcommand, ...rest] = args[0] === "--no-pager" ? args.slice(1) : args;
  if (subcommand === undefined || !Object.hasOwn(gitCommands, subcommand) || folder !== ".") return false;
  const does = /^--(output|ext-diff|textconv|no-index|exec|upload-pack|open-files-in-pager|filters|contents)|^-[Of]/;
  // Beside a path outside the repository, diff reads any file.
  const leaves = /^[/~]|(^|[/=:])\.\.(\/|$)/;
  return !rest.some((arg) => does.test(arg) || leaves.test(arg)) && gitCommands[subcommand]?.(rest) === true;
}
