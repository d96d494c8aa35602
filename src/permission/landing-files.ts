import { anyOf } from "./any-of.ts";
import { programOf } from "./file-words.ts";
import { nameFilters } from "./name-filters.ts";
import { baseName } from "./path/absolute-path.ts";
import { gitArguments } from "./programs/git-content.ts";
import { readCopying } from "./shell/file-arguments.ts";
import { bareText, type ShellWord } from "./shell/shell-word.ts";

/** Files that a command writes under the last name of what it fetches or copies. */
interface Landing {
  /** Undefined: the folder that it runs in. */
  readonly folder: ShellWord | undefined;
  readonly names: readonly string[];
}

/** `cp x/.env .`, `wget h/.env`, `git clone h/conf`: no word is the path that is written. */
export function landingOf(words: readonly ShellWord[]): Landing | undefined {
  const program = programOf(words);
  if (!mayLand.test(program)) return undefined;
  const filters = nameFilters(words).words;
  const args = words.slice(1).filter((word) => !filters.has(word));
  if (copiers.test(program)) {
    const { sources, target } = readCopying(args);
    return { folder: target, names: lastNames(sources) };
  }
  if (movers.test(program) && args.some(({ value }) => /^(?:cp|mv|copy|move|sync|download)$/.test(value ?? ""))) {
    const operands = args.filter(({ prefix }) => !prefix.startsWith("-"));
    return { folder: operands.at(-1), names: lastNames(operands.slice(1, -1)) };
  }
  if (program === "curl" && !args.some(({ prefix }) => /^-[a-zA-Z#]*[OJ]|^--remote-/.test(prefix))) return undefined;
  const isFetching = fetchers.test(program) || isClone(program, args);
  return isFetching ? { folder: folderGiven(args), names: lastNames(args) } : undefined;
}

const copiers = /^g?(?:cp|mv|install|ln|rsync|scp)$/;
const movers = /^(?:aws|gsutil|gcloud|az|rclone|docker|podman|kubectl|oc|mc|s3cmd|adb|lxc)$/;
const cloners = /^(?:git|gh|glab|hub|hg|jj|svn|bzr|fossil|sl)$/;
const fetchers = /^(?:wget2?|curl|aria2c|axel|http|https|xh|degit|tiged|fetch|lwp-download)$/;

const mayLand = anyOf([copiers, movers, fetchers, cloners]);

function isClone(program: string, args: readonly ShellWord[]): boolean {
  const [first, second] = program === "git" ? gitArguments(args) : args.filter(({ prefix }) => !prefix.startsWith("-"));
  if (program === "git") return /^(?:clone|submodule)$/.test(first?.value ?? "");
  return (
    cloners.test(program) &&
    [first, second].some((word) => /^(?:clone|checkout|co|export|git|download)$/.test(word?.value ?? ""))
  );
}

/** `wget -P x`, `curl --output-dir x`, `aria2c -d x`. */
function folderGiven(args: readonly ShellWord[]): ShellWord | undefined {
  return args.find((_, at) => /^(?:-P|-d|-D|--dir|--output-dir|--directory-prefix)$/.test(args[at - 1]?.value ?? ""));
}

/** Without what addresses have behind the path, and with and without `.git`. */
function lastNames(words: readonly ShellWord[]): string[] {
  return words.flatMap((word) => {
    const value = bareText(word);
    if (value.startsWith("-") || /[$`]/.test(value)) return [];
    const name = baseName(value.replace(/[?#].*$/s, "").replace(/(?<!\/)\/+$/, "")).replace(/^.*:/s, "");
    return /^\.*$/.test(name) ? [] : [name, ...(name.endsWith(".git") ? [name.slice(0, -4)] : [])];
  });
}
