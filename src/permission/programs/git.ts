import type { ShellWord } from "../shell/shell-word.ts";
import { mergeDiffs } from "./git-config.ts";
import { gitReadWords } from "./git-content.ts";
import { leadingOptions, withObjects } from "./git-words.ts";
import { type OptionTable, options } from "./option-table.ts";
import type { Program } from "./program.ts";
import { readArguments } from "./read-arguments.ts";

/** How changes are shown. External programs and files to write to are named, so that no abbreviation is taken for another. */
const diff =
  "-abpRswzuW -B? -C? -M? -D -U? -l= -S= -G= -I= -O<! -X? --patch --no-patch --unified? --function-context --raw --numstat --shortstat " +
  "--dirstat? --cumulative --check --summary --name-only --name-status --stat? --stat-width= --stat-name-width= " +
  "--stat-graph-width= --stat-count= --compact-summary --binary --full-index --color? --no-color --ws-error-highlight= " +
  "--abbrev? --no-abbrev --src-prefix= --dst-prefix= --line-prefix= --no-prefix --default-prefix --inter-hunk-context= " +
  "--break-rewrites? --find-renames? --irreversible-delete --find-copies? --find-copies-harder --no-renames " +
  "--rename-empty --no-rename-empty --follow --no-follow --minimal --ignore-all-space --ignore-space-change " +
  "--ignore-space-at-eol --ignore-cr-at-eol --ignore-blank-lines --ignore-matching-lines= --indent-heuristic " +
  "--no-indent-heuristic --patience --histogram --diff-algorithm= --anchored= --word-diff? --word-diff-regex= " +
  "--color-words? --color-moved? --no-color-moved --color-moved-ws= --relative? --no-relative --text --exit-code --quiet " +
  "--ext-diff! --no-ext-diff --textconv! --no-textconv --ignore-submodules? --submodule? --ita-invisible-in-index " +
  "--ita-visible-in-index --pickaxe-all --pickaxe-regex --rotate-to= --skip-to= --find-object= --diff-filter= --output>! " +
  "--cached --staged --merge-base --cc --combined-all-paths --remerge-diff! --no-index! --output-indicator-new= " +
  "--output-indicator-old= --output-indicator-context=";

/** Which commits are listed, and in what order. */
const commits =
  "-# -n= -i -E -F -P -g --max-count= --skip= --since= --after= --until= --before= --author= --committer= --grep= " +
  "--grep-reflog= --all-match --invert-grep --regexp-ignore-case --basic-regexp --extended-regexp --fixed-strings " +
  "--perl-regexp --merges --no-merges --min-parents= --max-parents= --first-parent --all --branches? --tags? --remotes? " +
  "--glob= --exclude= --reflog --boundary --simplify-by-decoration --full-history --dense --sparse --simplify-merges " +
  "--ancestry-path? --date-order --author-date-order --topo-order --reverse --walk-reflogs --cherry --cherry-pick " +
  "--cherry-mark --left-right --left-only --right-only --not --no-walk? --in-commit-order --show-pulls";

/** How a commit is shown. What a format may not ask for is {@link verifies}. */
const shown =
  "-t -m -c -L= --pretty? --format= --oneline --abbrev-commit --no-abbrev-commit --encoding= --expand-tabs? --no-expand-tabs " +
  "--notes? --no-notes --show-notes? --date= --relative-date --parents --children --graph --no-graph --decorate? " +
  "--no-decorate --decorate-refs= --decorate-refs-exclude= --source --log-size --show-signature! --diff-merges= " +
  "--no-diff-merges --root --no-commit-id --always --mailmap --use-mailmap --no-mailmap --clear-decorations --show-linear-break? -v";

const log = options(commits, shown, diff);

interface Subcommand {
  readonly options: OptionTable;
  /** What its operands have to be; undefined: revisions and paths. */
  readonly fits?: (
    operands: readonly (string | undefined)[],
    given: readonly string[],
    written: readonly ShellWord[],
  ) => boolean;
}

const nothing = (operands: readonly unknown[]): boolean => operands.length === 0;
/** The first operand, which has to be the first word: behind an option it may be a path, and the subcommand the default one. */
const first =
  (...words: readonly string[]) =>
  (operands: readonly (string | undefined)[], _: readonly string[], written: readonly ShellWord[]): boolean =>
    operands.length === 0
      ? words.includes("")
      : words.includes(operands[0] ?? "?") && written[0]?.value === operands[0];

const refs =
  "--sort= --contains= --no-contains= --merged? --no-merged? --points-at= --format= --ignore-case --color? --no-color " +
  "--column? --no-column";

const subcommands: { readonly [name: string]: Subcommand } = {
  status: {
    options: options(
      "-vsbz -u? -M? --verbose --short --branch --show-stash --ahead-behind --no-ahead-behind --porcelain? --long --null",
      "--untracked-files? --ignored? --ignore-submodules? --column? --no-column --no-renames --renames --find-renames?",
    ),
  },
  log: { options: log },
  show: { options: log },
  whatchanged: { options: log },
  reflog: { options: log, fits: (operands) => !["expire", "delete", "drop", "write"].includes(operands[0] ?? "") },
  diff: { options: options(diff, "-0123456789 --base --ours --theirs") },
  "diff-index": { options: options(diff, "-rtmq --merge-base") },
  "diff-files": { options: options(diff, "-0123q --base --ours --theirs -c") },
  "diff-tree": { options: options(diff, commits, shown, "-r --stdin!") },
  shortlog: {
    options: options(commits, "-sne -c -w? --summary --numbered --email --committer --group= --format="),
  },
  blame: {
    options: options(
      "-# -bcefklnstw -C? -M? -L= -S<! --incremental --root --show-stats --progress --no-progress --score-debug --show-name",
      "--show-number --porcelain --line-porcelain --show-email --color-lines --color-by-age --minimal --contents<! --abbrev?",
      "--date= --since= --ignore-rev= --ignore-revs-file<! --first-parent --reverse --encoding=",
    ),
  },
  grep: {
    options: options(
      "-# -avIiwWEGFPnhHolLqczpr -e= -f<! -A= -B= -C= -m= -O?! --cached --untracked --exclude-standard --no-exclude-standard",
      "--recurse-submodules! --invert-match --ignore-case --word-regexp --text --textconv! --no-textconv --recursive",
      "--max-depth= --extended-regexp --basic-regexp --fixed-strings --perl-regexp --line-number --column --full-name",
      "--files-with-matches --name-only --files-without-match --null --only-matching --count --color? --no-color --break",
      "--heading --context= --before-context= --after-context= --threads= --show-function --function-context --and --or",
      "--not --quiet --all-match --open-files-in-pager?! --ext-grep! --max-count= --no-index!",
    ),
  },
  describe: {
    options: options(
      "--all --tags --contains --abbrev? --candidates= --exact-match --debug --long --match= --exclude= --always",
      "--first-parent --dirty? --broken?",
    ),
  },
  "rev-parse": {
    options: options(
      "-q --verify --quiet --short? --abbrev-ref? --symbolic --symbolic-full-name --all --branches? --tags? --remotes?",
      "--glob= --exclude= --show-toplevel --show-prefix --show-cdup --git-dir --absolute-git-dir --git-common-dir",
      "--is-inside-git-dir --is-inside-work-tree --is-bare-repository --is-shallow-repository --show-object-format?",
      "--show-superproject-working-tree --revs-only --no-revs --flags --no-flags --git-path= --since= --until= --after= --before=",
    ),
  },
  "rev-list": {
    options: options(commits, shown, "--count --objects --stdin! --quiet --header --timestamp --disk-usage?"),
  },
  "ls-files": {
    options: options(
      "-ztvfcdmoisuk -x= -X<! --cached --deleted --modified --others --ignored --stage --directory --no-empty-directory",
      "--unmerged --killed --exclude= --exclude-from<! --exclude-per-directory= --exclude-standard --full-name",
      "--recurse-submodules! --error-unmatch --with-tree= --abbrev? --debug --deduplicate --eol --format= --sparse",
    ),
  },
  "ls-tree": {
    options: options(
      "-drtlz --long --name-only --name-status --object-only --full-name --full-tree --abbrev? --format=",
    ),
  },
  "name-rev": { options: options("--tags --refs= --exclude= --all --name-only --no-undefined --always --undefined") },
  "merge-base": { options: options("-a --all --octopus --independent --is-ancestor --fork-point") },
  "cat-file": {
    options: options(
      "-pest --allow-unknown-type --textconv! --filters! --path=! --batch?! --batch-check?! --batch-command?! --batch-all-objects! --buffer --unordered --use-mailmap --mailmap",
    ),
  },
  "show-ref": {
    options: options(
      "-qhds --head --heads --tags --branches --verify --dereference --hash? --abbrev? --quiet --exclude-existing?! --exists",
    ),
  },
  "for-each-ref": {
    options: options(
      "--count= --stdin!",
      refs,
      "-s! --shell! -p! --perl! --python! --tcl! --include-root-refs --omit-empty --exclude=",
    ),
  },
  "check-ignore": { options: options("-qvzn --quiet --verbose --no-index --non-matching --stdin!") },
  "count-objects": { options: options("-vH --verbose --human-readable"), fits: nothing },
  branch: {
    options: options(
      "-avrqi --all --remotes --list --show-current --verbose --quiet --abbrev? --no-abbrev",
      refs,
      "--delete! --move! --copy! --force! --edit-description! --set-upstream-to=! --unset-upstream! --track?! --create-reflog! --recurse-submodules!",
    ),
    // A name without --list makes a branch.
    fits: (operands, given) => operands.length === 0 || given.includes("--list"),
  },
  tag: {
    options: options(
      "-l -n? -i --list",
      refs,
      "--annotate! --sign! --local-user=! --delete! --verify! --message=! --file<! --force! --cleanup=! --edit! --create-reflog!",
    ),
    fits: (operands, given) => operands.length === 0 || given.includes("-l") || given.includes("--list"),
  },
  remote: {
    options: options("-v --verbose --push --all"),
    fits: first("", "get-url"),
  },
  stash: {
    options: options(commits, shown, diff, "-u --include-untracked --no-include-untracked --only-untracked"),
    fits: first("list", "show"),
  },
  cherry: { options: options("-v --verbose --abbrev?") },
  "check-attr": { options: options("-az --all --cached --source= --stdin!") },
  "symbolic-ref": {
    options: options("-q --quiet --short --recurse --no-recurse -d! --delete! -m=!"),
    // A second name is what the first is set to.
    fits: (operands) => operands.length === 1,
  },
  worktree: { options: options("-v --verbose --porcelain"), fits: first("list") },
  config: {
    options: options(
      "--get --get-all --get-regexp! --global! --system! --local --worktree --file<! --blob=! -f<! --bool --int --path --type= -z --null --name-only --show-origin --show-scope",
      "--includes --no-includes --default= --all --list! -l! --get-urlmatch! --get-color! --add! --unset! --replace-all! --edit! -e!",
    ),
    // A second word would be a value to set.
    fits: ([first = "", ...more]) =>
      more.length === 0
        ? plainNames.test(first)
        : first === "get" && more.length === 1 && plainNames.test(more[0] ?? ""),
  },
  version: { options: options("--build-options"), fits: nothing },
};

/** What is configured under any other name may be a credential, or a header or an address with one. */
const plainNames =
  /^(?:user\.(?:name|email|useConfigOnly)|author\.(?:name|email)|committer\.(?:name|email)|init\.defaultBranch|(?:pull|branch\.[\w./-]+)\.rebase|pull\.ff|push\.(?:default|autoSetupRemote|followTags)|(?:fetch|remote\.[\w./-]+)\.prune|branch\.[\w./-]+\.(?:remote|merge|pushRemote)|remote\.[\w./-]+\.(?:push)?url|merge\.(?:ff|conflictStyle|tool)|diff\.(?:algorithm|tool)|(?:commit|tag)\.gpgSign|core\.(?:autocrlf|bare|eol|editor|excludesFile|fileMode|hooksPath|ignoreCase|pager|quotePath|repositoryFormatVersion|symlinks|worktree|sparseCheckout)|rerere\.enabled|alias\.[\w-]+|submodule\.[\w./-]+\.(?:url|branch|active|update)|safe\.directory|gpg\.format|rebase\.\w+|extensions\.\w+)$/i;

/** They match names and texts, or count: whatever an expansion makes of their value, nothing else comes of it. */
const matching =
  /^--(?:author|committer|grep|since|after|until|before|max-count|skip|min-parents|max-parents|diff-filter)=/;

/** In a format, a sorting or a grouping: whether a signature is good, which another program tells. */
const verifies = /%[-+ ]?G|signature/i;

/** Beside a path outside the repository, diff reads any file. */
const leaves = /^[/~]|(^|[/=:])\.\.(\/|$)/;

/** `git`: subcommands that only look. What it is configured to run is looked at elsewhere: `mayRunForeign`. */
const use: Program = (words) => {
  const { folder, words: own } = leadingOptions(words);
  const [name, ...written] = own;
  const rest = written.map(withObjects);
  const shown = gitReadWords(own);
  const reads = folder === undefined ? shown : [folder, ...shown.map((word) => below(folder, word))];
  const unknown = { harmless: false, reads, writes: [] };
  if (name?.value === "--version" && rest.length === 0) return { ...unknown, harmless: true };
  const subcommand = Object.hasOwn(subcommands, name?.value ?? "") ? subcommands[name?.value ?? ""] : undefined;
  const isOpen = ({ value, prefix, splits }: ShellWord): boolean =>
    value === undefined ? splits || !matching.test(prefix) : leaves.test(value);
  // An expansion could become an option, or a path that leads out.
  if (subcommand === undefined || rest.some(isOpen)) return unknown;
  const { known, options: given, operands } = readArguments(rest, subcommand.options);
  const values = operands.map(({ value }) => value);
  const fits =
    subcommand.fits?.(
      values,
      given.map(({ option }) => option.name),
      rest,
    ) ?? true;
  const isPlain = given.every(
    ({ option, value }) =>
      option.harmless &&
      !verifies.test(value?.value ?? "") &&
      (option.name !== "--diff-merges" || mergeDiffs.test(value?.value ?? "")),
  );
  return { ...unknown, harmless: known && fits && isPlain };
};

function below(folder: ShellWord, word: ShellWord): ShellWord {
  const value = word.value === undefined ? undefined : `${folder.value}/${word.value}`;
  return { ...word, value, prefix: `${folder.value}/${word.prefix}` };
}

export const git: Program = Object.assign(use, {
  tables: Object.fromEntries(Object.entries(subcommands).map(([name, { options }]) => [name, options])),
});
