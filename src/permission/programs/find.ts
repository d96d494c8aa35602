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

/**
 * `find`: folders, then an expression. What follows links, writes or runs is not listed, but for programs that only look at
 * regular files; `programOf` knows those.
 */
export function findWith(programOf: (name: string) => Program | undefined): Program {
  return (words) => {
    const { starts, expression } = partsOf(words);
    const read = readExpression(expression, programOf);
    const isPlain = starts.every((word) => !word.splits && (word.value !== undefined || /^[^-]/.test(word.prefix)));
    // What it runs may take a name that begins so for something else than a file.
    const areNames = !runs(expression) || starts.every(({ prefix }) => !/^[@+]|[=|<>]/.test(prefix));
    return { harmless: isPlain && areNames && read.harmless, reads: [...starts, ...read.reads], writes: [] };
  };
}

function runs(expression: readonly ShellWord[]): boolean {
  return expression.some(({ value }) => value === "-exec");
}

interface FindParts {
  readonly starts: readonly ShellWord[];
  readonly expression: readonly ShellWord[];
  /** The options in front. */
  readonly front: readonly ShellWord[];
}

function partsOf(words: readonly ShellWord[]): FindParts {
  const start = words.findIndex(({ value }) => value === undefined || !/^(?:-[HP]|-O\d|--)$/.test(value));
  const front = start === -1 ? words : words.slice(0, start);
  const behind = words.slice(front.length);
  const end = behind.findIndex(({ prefix }) => /^[-(!),]/.test(prefix));
  return end === -1
    ? { front, starts: behind, expression: [] }
    : { front, starts: behind.slice(0, end), expression: behind.slice(end) };
}

function readExpression(words: readonly ShellWord[], programOf: (name: string) => Program | undefined): Use {
  const reads: ShellWord[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const name = words[at]?.value ?? "";
    if (name === "-exec") {
      const end = endOfRun(words, at + 1);
      if (!findsRegularFiles(words.slice(0, at)) || !onlyLooks(words.slice(at + 1, end), words[end], programOf))
        return { harmless: false, reads, writes: [] };
      at = end;
      continue;
    }
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

/** Where a program that find runs ends: at `;`, or at a `+` behind `{}`. */
function endOfRun(words: readonly ShellWord[], start: number): number {
  let at = start;
  while (at < words.length && words[at]?.value !== ";" && !(words[at]?.value === "+" && isName(words[at - 1]))) at += 1;
  return at;
}

function isName(word: ShellWord | undefined): boolean {
  return word?.value === "{}";
}

/** A name that find gives begins with one of its folders: it is no option. */
export const foundName: ShellWord = { text: "{}", value: undefined, prefix: "./", splits: false, isJudgedApart: true };

/** They go on to other files than those they are given, or depend on where they run. */
const goesOn = /^(?:cd|diff|find|git|rg|tree|tee|tar)$/;

function onlyLooks(
  words: readonly ShellWord[],
  end: ShellWord | undefined,
  programOf: (name: string) => Program | undefined,
): boolean {
  const [program, ...args] = words;
  const name = program?.value ?? "";
  if (end === undefined || goesOn.test(name) || args.some((word) => word.text.includes("{}") && !isName(word)))
    return false;
  // At `+` there may be many names, of which some programs write the second.
  const names = end.value === "+" ? [foundName, foundName] : [foundName];
  return programOf(name)?.(args.flatMap((word) => (isName(word) ? names : [word]))).harmless === true;
}

/** Are only regular files left behind these words of an expression? A link may lead anywhere. */
function findsRegularFiles(expression: readonly ShellWord[]): boolean {
  let depth = 0;
  let isRegular = false;
  let at = 0;
  while (at < expression.length) {
    const name = expression[at]?.value ?? "";
    if (name === "(") depth += 1;
    if (name === ")") depth -= 1;
    // What stands in front of it may be false.
    if (depth === 0 && /^(?:-o|-or|,)$/.test(name)) isRegular = false;
    if (depth === 0 && isTypeFile(expression, at)) isRegular = true;
    const length = name === "-exec" ? endOfRun(expression, at + 1) - at : withFile.test(name) ? 1 : findArity.get(name);
    if (length === undefined) return false;
    at += 1 + length;
  }
  return isRegular && depth === 0;
}

function isTypeFile(expression: readonly ShellWord[], at: number): boolean {
  const [before, name, value] = [at - 1, at, at + 1].map((index) => expression[index]?.value ?? "");
  return name === "-type" && value === "f" && !/^(?:!|-not)$/.test(before ?? "");
}

/** Does a command of find give what it runs regular files alone, from `at` on? Then its folders say which. */
export function givesRegularFiles(words: readonly ShellWord[], at: number): boolean {
  const { front, starts } = partsOf(words);
  return findsRegularFiles(words.slice(front.length + starts.length, at));
}
