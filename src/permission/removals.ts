import { programName } from "./program-name.ts";
import { literal, type ShellWord } from "./shell/shell-word.ts";
import type { SimpleCommand } from "./shell/simple-command.ts";

/** A place that a command removes, empties or makes useless. */
export interface Removed {
  readonly word: ShellWord;
  /** Only some of it is, so that a working folder is left. */
  readonly spares: boolean;
}

/** What is removed by the words behind the name of a program. */
export type Removal = (args: readonly ShellWord[], runs: readonly SimpleCommand[]) => readonly Removed[];

/** Of a program under any of its names; coreutils have a `g` in front on some systems. */
export function removalOf(word: ShellWord | undefined): Removal | undefined {
  const name = programName(word).toLowerCase();
  return removals.get(name) ?? (name.startsWith("g") ? removals.get(name.slice(1)) : undefined) ?? formats(name);
}

/** Whether a text that cannot be read spells a program whose purpose it is to remove or move. */
export function mayRemove(text: string): boolean {
  return /\bg?(?:rm|rmdir|unlink|shred|srm|find|mv|rsync|rimraf|trash|wipe)\b/i.test(text) || removesTree(text);
}

/** Whether source may be worth reading for what it removes. */
export function spellsRemoval(text: string): boolean {
  return spelled.test(text) || removesTree(text);
}

/** Functions of other languages. */
export function removesTree(text: string): boolean {
  return /\b(?:rmtree|rmSync|rmdirSync|unlink\w*|rm_rf?|remove_entry|removeSync|rimraf|remove_tree|emptyDir\w*|RemoveAll)\b/.test(
    text,
  );
}

export const here: ShellWord = literal(".");

export function operandsOf(args: readonly ShellWord[]): ShellWord[] {
  const end = args.findIndex(({ value }) => value === "--");
  return args.filter(({ prefix }, at) => (end !== -1 && at > end) || !prefix.startsWith("-"));
}

const removesAll: Removal = (args) => operandsOf(args).map((word) => ({ word, spares: false }));
const changes: Removal = (args) => operandsOf(args).map((word) => ({ word, spares: true }));

/** With everything in it. */
const changesAll: Removal = (args) => (hasOption(args, /^-[a-zA-Z]*R|^--rec/) ? changes(args, []) : []);

/** What is moved is gone from where it was. */
const moves: Removal = (args) => {
  const operands = changes(args, []);
  return hasOption(args, /^(?:-[a-zA-Z]*t|--target)/) ? operands : operands.slice(0, -1);
};

const mirrors: Removal = (args) => {
  if (hasOption(args, /^--remove-s/)) return moves(args, []);
  return hasOption(args, /^--del/) ? removesAll(args, []).slice(-1) : [];
};

/** `tar --remove-files`, `zip -m`, `7z -sdel`. */
const packs: Removal = (args) =>
  hasOption(args, /^--remove-f|^--move$|^-[a-zA-Z]*m|^-sdel/) ? removesAll(args, []) : [];

const finds: Removal = (args, runs) => {
  const removes = hasOption(args, /^-delete$/) || runs.some(isRemoval) || args.some(isRemovalText);
  return removes ? foundBy(args) : [];
};

/** `-exec sh -c 'rm {}'` */
function isRemovalText({ text }: ShellWord): boolean {
  return /\s/.test(text) && mayRemove(text);
}

function isRemoval({ words, runs }: SimpleCommand): boolean {
  return removalOf(words[0]) !== undefined || runs.some(isRemoval);
}

/** The places that find looks in. */
export function foundBy(args: readonly ShellWord[]): readonly Removed[] {
  const plain = args.filter(({ prefix }) => !/^-[HLP]$|^--$/.test(prefix));
  const end = plain.findIndex(({ prefix }) => /^[-(!]/.test(prefix));
  const starts = plain.slice(0, end === -1 ? plain.length : end);
  const spares = args.some(({ prefix }, at) => narrowing.test(prefix) && !onlyWildcards(args[at + 1]?.value ?? ""));
  return (starts.length > 0 ? starts : [here]).map((word) => ({ word, spares }));
}

/** Tests of find that leave something. */
const narrowing =
  /^-(?:i?name|i?path|i?wholename|i?regex|i?lname|newer\w*|[amc](?:time|min)|size|empty|user|group|perm|inum|samefile)$/;

/** `fd PATTERN FOLDER… -X rm` */
const fdFinds: Removal = (args) => {
  const at = args.findIndex(({ prefix }) => /^(?:-[a-zA-Z]*[xX]|--exec.*)$/.test(prefix));
  return at !== -1 && removalOf(args[at + 1]) !== undefined ? fdFoundBy(args.slice(0, at)) : [];
};

export function fdFoundBy(args: readonly ShellWord[]): readonly Removed[] {
  const [pattern, ...folders] = operandsOf(args);
  const isAll = pattern === undefined || /^\.?\*?$/.test(pattern.value ?? "?");
  const spares = !isAll || hasOption(args, /^-(?:[a-zA-Z]*[egS]|-(?:ext|glob|size|changed|max|exact))/);
  return (folders.length > 0 ? folders : [here]).map((word) => ({ word, spares }));
}

/** `git -C ~ clean -xdf`; in a working folder it is what people do every day. */
const cleans: Removal = (args) => {
  const at = args.findIndex(({ value }) => value === "clean");
  if (at === -1 || hasOption(args.slice(at), /^(?:-[a-zA-Z]*n|--dry)/)) return [];
  const folders = args.slice(0, at).flatMap((word, index) => {
    if (word.value === "-C" || word.value === "--work-tree") return args[index + 1] ?? [];
    return word.prefix.startsWith("--work-tree=") ? behindEquals(word) : [];
  });
  return [...(folders.length > 0 ? folders : [here]), ...operandsOf(args.slice(at + 1))].map((word) => ({
    word,
    spares: true,
  }));
};

/** To a disk as it is, whatever is on it. */
const writesDisk: Removal = (args) =>
  args.flatMap((word) => (isDisk(word.prefix) ? { word: word, spares: false } : []));

const dd: Removal = (args) =>
  args.flatMap((word) =>
    word.prefix.startsWith("of=") && isDisk(word.prefix.slice(3)) ? { word: behindEquals(word), spares: false } : [],
  );

function formats(name: string): Removal | undefined {
  return /^(?:mkfs\b|newfs\b|mke2fs|mkswap|wipefs|blkdiscard|[sc]?fdisk|sgdisk|parted|cryptsetup|badblocks|diskutil)/.test(
    name,
  )
    ? writesDisk
    : undefined;
}

export function isDisk(path: string): boolean {
  return /^\/+dev\/+(?:[shv]d|xvd|nvme|mmcblk|r?disk|mapper\/|dm-|md\d|loop\d|nbd|zd\d)/.test(path);
}

/** What an option or an assignment is given. */
export function behindEquals({ text, value, splits }: ShellWord): ShellWord {
  const rest = (from: string): string => from.slice(from.indexOf("=") + 1);
  return value === undefined ? { text: rest(text), value, prefix: "", splits } : literal(rest(value));
}

function hasOption(args: readonly ShellWord[], option: RegExp): boolean {
  return args.some(({ prefix }) => option.test(prefix));
}

/** `*`, `.*`, `?*`, `{*,.*}`: everything that a folder has. */
export function onlyWildcards(names: string): boolean {
  // Nobody writes as much, and a pattern of it may be everything.
  if (names.length > 1_000) return /[*?]/.test(names);
  return /^[*?.{},/]*[*?][*?.{},/]*$/.test(names.replace(/\[[!^][^\]]*\]/g, "?"));
}

const table = [
  [
    "rm rmdir unlink shred srm wipe rimraf del del-cli rip trash trash-cli trash-put trash-rm deltree erase rd delete purge remove destroy move remove-item",
    removesAll,
  ],
  ["find", finds],
  ["fd fdfind", fdFinds],
  ["mv", moves],
  ["rsync", mirrors],
  ["tar bsdtar zip 7z 7za 7zz", packs],
  ["chmod chown chgrp setfacl chattr", changesAll],
  ["truncate", changes],
  ["git", cleans],
  ["dd", dd],
  ["tee cp install", writesDisk],
] as const;

const removals: ReadonlyMap<string, Removal> = new Map(
  table.flatMap(([names, removal]) => names.split(" ").map((name) => [name, removal] as const)),
);

const spelled = new RegExp(
  `\\bg?(?:${table.map(([names]) => names.replaceAll(" ", "|")).join("|")}|mkfs|wipefs)\\b`,
  "i",
);
