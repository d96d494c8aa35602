import type { ShellWord } from "../shell/shell-word.ts";
import type { Program, Use } from "./program.ts";

/** Words of an expression that only look at a file, by how many values follow them. */
const alone =
  "( ) ! , -a -and -o -or -not -daystart -depth -d -empty -executable -false -ignore_readdir_race -ls -mount -nogroup " +
  "-noignore_readdir_race -noleaf -nouser -nowarn -print -print0 -prune -quit -readable -true -warn -writable -xdev";
const valued =
  "-amin -atime -cmin -context -ctime -fstype -gid -group -ilname -iname -inum -ipath -iregex -iwholename -links -lname " +
  "-maxdepth -mindepth -mmin -mtime -name -path -perm -printf -regex -regextype -size -type -uid -used -user -wholename -xtype";
/** Their value is a file, which is only looked at. */
const withFile = /^-(?:newer|anewer|cnewer|samefile|newer[aBcm][aBcmt])$/;

export const findArity: ReadonlyMap<string, number> = new Map<string, number>([
  ...alone.split(" ").map((word) => [word, 0] as const),
  ...valued.split(" ").map((word) => [word, 1] as const),
]);

/** `find`: folders, then an expression. What follows links, writes or runs is not listed. */
export const find: Program = (words) => {
  const start = words.findIndex(({ value }) => value === undefined || !/^(?:-[HP]|-O\d|--)$/.test(value));
  const behind = start === -1 ? [] : words.slice(start);
  const end = behind.findIndex(({ prefix }) => /^[-(!),]/.test(prefix));
  const starts = end === -1 ? behind : behind.slice(0, end);
  const expression = readExpression(end === -1 ? [] : behind.slice(end));
  const isPlain = starts.every((word) => !word.splits && (word.value !== undefined || /^[^-]/.test(word.prefix)));
  return { harmless: isPlain && expression.harmless, reads: [...starts, ...expression.reads], writes: [] };
};

function readExpression(words: readonly ShellWord[]): Use {
  const reads: ShellWord[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const name = words[at]?.value ?? "";
    const isFile = withFile.test(name);
    const values = isFile ? 1 : findArity.get(name);
    const value = words[at + 1];
    if (values === undefined || (values === 1 && (value === undefined || value.splits)))
      return { harmless: false, reads, writes: [] };
    if (isFile && value !== undefined && !/^-newer.t$/.test(name)) reads.push(value);
    at += values;
  }
  return { harmless: true, reads, writes: [] };
}
