import { anyOf } from "./any-of.ts";
import { baseName } from "./path/absolute-path.ts";
import { compileSegments } from "./path/glob-segments.ts";
import { anyText } from "./path/pattern-overlap.ts";
import { ofWords } from "./shell/of-words.ts";
import type { ShellWord } from "./shell/shell-word.ts";
import { wordPatterns } from "./shell/word-pattern.ts";

/** A name that a search or a copy of a folder leaves out. */
export interface LeftOut {
  /** Of one name, with `*` and `?`. */
  readonly pattern: string;
  /** Of what is in the folder itself, or of all that is below it. */
  readonly at: "top" | "any";
  /** A folder is left out with all that is in it. */
  readonly of: "files" | "folders" | "both";
}

/** What the words of a command say of the names that it takes and leaves out. */
interface NameFilters {
  /** The words that say so: they name no file themselves. */
  readonly words: ReadonlySet<ShellWord>;
  readonly leftOut: readonly LeftOut[];
}

export const nameFilters = ofWords((words): NameFilters => {
  const mayFilter = words.some(({ prefix }) => prefix.startsWith("-")) || baseName(words[0]?.value ?? "") === "git";
  return mayFilter ? readFilters(words) : none;
});

const none: NameFilters = { words: new Set(), leftOut: [] };

/** How a program is told what to leave out. */
interface Way {
  /** Options with a value in the next word, or behind `=`. */
  readonly options: RegExp;
  /** The value goes on up to the next option. */
  readonly isList?: true;
  readonly of: LeftOut["of"];
  /** A name is that of a path from the folder on. */
  readonly isWhole?: true;
  /** With such an option the rest says nothing. */
  readonly unless: RegExp;
}

const ways: readonly (readonly [RegExp, Way])[] = [
  [/^[ef]?grep$/, { options: /^--exclude$/, of: "files", unless: /^--in/ }],
  [/^[ef]?grep$/, { options: /^--exclude-dir$/, of: "folders", unless: /^$/ }],
  [/^rsync$/, { options: /^--exclude$/, of: "both", unless: /^--(?:inc|fil|cvs|no-)|^-[a-zA-Z]*[fFC]/ }],
  [
    /^(?:g|bsd)?tar$/,
    { options: /^--exclude$/, of: "both", unless: /^--(?:anch|no-|wild|inc|tran|add|files)|^-[a-zA-Z]*T/ },
  ],
  [/^zip$/, { options: /^(?:-x|--exclude)$/, isList: true, isWhole: true, of: "files", unless: /^-(?:i|-inc)/ }],
  [/^aws$/, { options: /^--exclude$/, isWhole: true, of: "files", unless: /^--inc/ }],
  [/^(?:fd|fdfind)$/, { options: /^(?:-E|--exclude)$/, of: "both", unless: /^$/ }],
  [/^(?:diff|du)$/, { options: /^(?:-x|--exclude)$/, of: "both", unless: /^$/ }],
  [/^ag$/, { options: /^--ignore$/, of: "both", unless: /^$/ }],
  [/^(?:ls|tree|eza|exa|eslint|pytest)$/, { options: /^(?:-I|--ignore|--ignore-pattern)$/, of: "both", unless: /./ }],
];

const anyWay = anyOf(ways.map(([programs]) => programs));

/** Of whichever program; those that take the name of a file with patterns are spelled in another way. */
const glued = /^--(?:exclude|exclude-dir|ignore|ignore-dir|ignore-pattern)=/;
/** Names that are looked for: what they find is judged as a search. */
const including = /^(?:--include|--glob|-g)$/;
const includes = /^(?:[ef]?grep|rg)$/;

function readFilters(words: readonly ShellWord[]): NameFilters {
  const program = baseName(words[0]?.value ?? "");
  if (program === "git") return gitFilters(words);
  const saying = new Set<ShellWord>(words.filter(({ prefix }) => glued.test(prefix)));
  const leftOut = anyWay.test(program)
    ? ways.flatMap(([programs, way]) => (programs.test(program) ? readWay(words, way, saying) : []))
    : [];
  if (!includes.test(program)) return { words: saying, leftOut: isInFront(program, words, saying) ? leftOut : [] };
  const globs = valuesOf(words, including, saying);
  const outOfGlobs = globs.flatMap((glob) => (glob?.startsWith("!") ? (leftOutBy(glob.slice(1), "both") ?? []) : []));
  // Of several the last one that fits counts.
  const isPlain = globs.every((glob) => glob?.startsWith("!")) && !words.some(({ prefix }) => /^--iglob/.test(prefix));
  return { words: saying, leftOut: [...leftOut, ...(program === "rg" && isPlain ? outOfGlobs : [])] };
}

function readWay(words: readonly ShellWord[], way: Way, saying: Set<ShellWord>): readonly LeftOut[] {
  const values = valuesOf(words, way.options, saying, way.isList);
  if (words.slice(1).some(({ prefix }) => way.unless.test(prefix))) return [];
  return values.flatMap((value) => (value === undefined ? [] : (leftOutBy(value, way.of, way.isWhole) ?? [])));
}

/** The values of an option, each undefined where it cannot be known; the words that have them are noted. */
function valuesOf(
  words: readonly ShellWord[],
  option: RegExp,
  saying: Set<ShellWord>,
  isList = false,
): readonly (string | undefined)[] {
  const values: (string | undefined)[] = [];
  const take = (word: ShellWord, from: number): void => {
    saying.add(word);
    values.push(...(textsOf(word)?.map((text) => text.slice(from)) ?? [undefined]));
  };
  for (let at = 1; at < words.length; at += 1) {
    const word = words[at] as ShellWord;
    const equals = word.prefix.indexOf("=");
    if (equals > 0 && option.test(word.prefix.slice(0, equals))) take(word, equals + 1);
    if (!option.test(word.value ?? "")) continue;
    for (at += 1; at < words.length; at += 1) {
      if (isList && words[at]?.prefix.startsWith("-")) break;
      take(words[at] as ShellWord, 0);
      if (!isList) break;
    }
    if (isList) at -= 1;
  }
  return values;
}

/** What a program is given, where only quotes, braces and wildcards of the shell are in its way. */
export function textsOf({ value, text, isSpelled }: ShellWord): readonly string[] | undefined {
  if (value !== undefined) return [value];
  if (!isSpelled || text.startsWith("~")) return undefined;
  const { patterns } = wordPatterns(text, { home: "/", here: undefined });
  return patterns.some((one) => one.includes(anyText))
    ? undefined
    : patterns.map((one) => one.replace(/\\(.)/gs, "$1"));
}

/** Undefined: in a form of which nothing is known. */
function leftOutBy(value: string, of: LeftOut["of"], isWhole = false): LeftOut | undefined {
  const inside = /^(.*?)(\/|\/\*{1,3})$/s.exec(value);
  const name = (inside?.[1] ?? value).replace(/^\*\*\//, "");
  const pattern = name.replace(/^\.?\//, "");
  if (pattern === "" || /[/[\]{}\\|]|^!/.test(pattern)) return undefined;
  const at = pattern !== name || (isWhole && !pattern.startsWith("*")) ? "top" : "any";
  return { pattern, at, of: inside !== null ? "folders" : of };
}

/** tar leaves out only of what is named behind the option. */
function isInFront(program: string, words: readonly ShellWord[], saying: ReadonlySet<ShellWord>): boolean {
  if (!/tar$/.test(program)) return true;
  const last = words.findLastIndex((word) => saying.has(word));
  return words.slice(1, Math.max(last, 1)).every((word, index) => {
    const before = words[index]?.value ?? "";
    if (word.prefix.startsWith("-") || saying.has(word)) return true;
    return (index === 0 && /^[a-zA-Z]+$/.test(word.value ?? "")) || (index > 0 && /^-?[a-zA-Z]*f$/.test(before));
  });
}

/** `:(exclude)x`, `:!x`, `:^x`. */
function gitFilters(words: readonly ShellWord[]): NameFilters {
  const saying = new Set(words.filter(({ value }) => excludes.test(value ?? "")));
  const leftOut = [...saying].flatMap(({ value = "" }) => {
    const found = leftOutBy(value.replace(excludes, ""), "both");
    return found === undefined ? [] : [{ ...found, at: "top" as const }];
  });
  return saying.size === 0 ? none : { words: saying, leftOut };
}

const excludes = /^:(?:\(exclude\)|[!^])(?=.)/;

/** Whether a path below a folder is left out; `isFolder` is asked of the path itself. */
export function isLeftOut(path: string, leftOut: readonly LeftOut[], isFolder: () => boolean): boolean {
  if (leftOut.length === 0) return false;
  const names = path.split("/");
  return leftOut.some(({ pattern, at, of }) =>
    names.some((name, index) => {
      if ((at === "top" && index > 0) || !fitsName(pattern, name)) return false;
      if (index < names.length - 1) return of !== "files";
      return of !== "folders" || isFolder();
    }),
  );
}

/** Whether all that a name of a rule stands for is left out, at whichever depth. */
export function coversName(leftOut: readonly LeftOut[], name: string): boolean {
  const isPlain = !/[[\]\\]/.test(name);
  return leftOut.some(
    ({ pattern, at, of }) =>
      isPlain &&
      at === "any" &&
      of === "both" &&
      !(pattern.includes("?") && /[*?]/.test(name)) &&
      fitsName(pattern, name),
  );
}

/** A name with a dot in front has to be spelled so: not every program takes it for what a wildcard means. */
function fitsName(pattern: string, name: string): boolean {
  if (name.startsWith(".") !== pattern.startsWith(".")) return false;
  const [fits] = compileSegments(pattern) ?? [];
  return typeof fits === "function" && fits(name);
}
