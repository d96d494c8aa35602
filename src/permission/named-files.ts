import { programOf, textPrograms } from "./file-words.ts";
import { landingOf } from "./landing-files.ts";
import { absolutePath } from "./path/absolute-path.ts";
import { maxPath } from "./path/max-path.ts";
import { anyText } from "./path/pattern-overlap.ts";
import type { ShellWord } from "./shell/shell-word.ts";
import type { SimpleCommand } from "./shell/simple-command.ts";
import { escaped, literalOf, type WordPlaces, wordPatterns } from "./shell/word-pattern.ts";
import { pathsInSource, shellWordsInSource, wordsAsPaths } from "./words-as-paths.ts";
import { spend } from "./work.ts";

/** A text in a command that may name a file. */
export interface NamedFile {
  /** Absolute, as it is written; where only a pattern is known, that one. */
  readonly name: { readonly path: string } | NamePattern;
  /** The word it stands in. */
  readonly text: string;
  /** A text of many words, one of which this is: whether it is a name at all is not known. */
  readonly isLoose: boolean;
}

export interface NamePattern {
  /** Absolute; as gitignore has it, with `anyText` for what cannot be known. */
  readonly pattern: string;
  /** A shell makes names of it that are there, before a program sees it. */
  readonly byShell: boolean;
  /** The same, as far as anybody can look: else it counts as it is written, or not at all. */
  readonly otherwise?: "spelled" | "nothing";
}

/** A longer word is not searched for names. */
const maxWord = 16_384;

/** Where a name may be looked for; `ifClimbing`: if it climbs, there, too. */
interface Folders {
  readonly all: readonly (string | undefined)[];
  readonly ifClimbing: () => readonly string[];
}

/** What those words of a command may name that are not known to be mere text, of whichever program, known or not. */
export function namedFiles(
  command: SimpleCommand,
  args: readonly ShellWord[],
  places: WordPlaces,
): readonly NamedFile[] | "tooLong" {
  const { words, assignments } = command;
  if (args.some(isTooLong) || assignments.some(isTooLong)) return "tooLong";
  const files: NamedFile[] = [];
  addOwnFolder(files, command, places);
  if (args.length === 0 && assignments.length === 0) return files;
  const folders: Folders = {
    all: [places.here, ...(places.maybe ?? none), ...enteredFolders(words, places)],
    ifClimbing: once(() =>
      foldersOf(
        args.flatMap(({ value }) => (value === undefined || value.startsWith("-") ? [] : [value])),
        places.here,
      ),
    ),
  };
  const isScript = /^g?sed$/.test(programOf(words));
  const add = (word: Pick<ShellWord, "text" | "value">): void => {
    addNames(files, word, places, folders, false);
    if (isScript)
      for (const name of scriptFiles(word.value ?? word.text)) addAt(files, folders.all, name, word.text, false, false);
  };
  for (const word of args) add(word);
  for (const { text } of assignments) add({ text, value: undefined });
  return files;
}

/** Behind `cd x`, a program may write there whatever it is told. */
function addOwnFolder(files: NamedFile[], { words, folder, text }: SimpleCommand, { here }: WordPlaces): void {
  if (folder === "." || here === undefined || textPrograms.has(programOf(words))) return;
  files.push({ name: { path: here }, text, isLoose: false });
}

/** What is written under the name that it has elsewhere, where the target is a folder. */
export function landingNames(
  words: readonly ShellWord[],
  places: WordPlaces,
  isFolder: (path: string) => boolean,
): readonly NamedFile[] {
  const landing = landingOf(words);
  if (landing === undefined) return none;
  const { folder, names } = landing;
  const files: NamedFile[] = [];
  const into = folder === undefined ? [""] : wordPatterns(folder.text, places).patterns;
  for (const start of into) {
    const path = literalOf(start);
    const isThere = path === undefined || places.here === undefined || isFolder(absolutePath(places.here, path));
    if (!isThere && !start.endsWith("/")) continue;
    for (const name of names)
      addAt(
        files,
        [places.here],
        start + (start === "" ? "" : "/") + escaped(name),
        folder?.text ?? name,
        false,
        false,
      );
  }
  return files;
}

function isTooLong({ text }: { readonly text: string }): boolean {
  return text.length > maxWord;
}

const none: readonly never[] = [];

/** What may be named in a text, such as a line that a program reads. */
export function namesInText(text: string, places: WordPlaces): readonly NamedFile[] {
  const files: NamedFile[] = [];
  addNamesInText(files, text, places);
  return files;
}

/** The same, in a list; `text`: the word that they all stand in. */
export function addNamesInText(files: NamedFile[], source: string, places: WordPlaces, text?: string): void {
  const paths = pathsInSource(source);
  const all = [places.here];
  const folders = { all, ifClimbing: once(() => foldersOf(paths, places.here)) };
  for (const name of paths) addAt(files, from(name, folders), escaped(name), text ?? name, true, false);
  for (const word of shellWordsInSource(source))
    for (const pattern of wordPatterns(word, places).patterns)
      for (const name of wordsAsPaths(pattern))
        addAt(files, all, name, text ?? word, true, isGlob.test(word) && "spelled");
}

/** A pattern, whoever reads it, stands for names that are there. */
const isGlob = /^["']?(?=.*\w)[\w.*?/@+-]+["']?$/;

/** What may be named by a word that a shell or a program reads. */
export function namesIn(
  word: Pick<ShellWord, "text" | "value">,
  places: WordPlaces,
  all: Folders["all"] = [places.here],
): readonly NamedFile[] {
  const files: NamedFile[] = [];
  addNames(files, word, places, { all, ifClimbing: () => none }, false);
  return files;
}

/** Of texts of which it is not known whether they are names at all, in a list. */
export function addLooseNames(files: NamedFile[], words: readonly ShellWord[], places: WordPlaces): void {
  const folders = { all: [places.here], ifClimbing: () => none };
  for (const word of words) addNames(files, word, places, folders, true);
}

function addNames(
  files: NamedFile[],
  { text, value }: Pick<ShellWord, "text" | "value">,
  places: WordPlaces,
  folders: Folders,
  isLoose: boolean,
): void {
  if (value !== undefined && text === value && isExtended.test(value) && value.length <= maxPath)
    addAt(files, folders.all, extendedPattern(value), text, true, false);
  if (value !== undefined && isPlainName.test(value) && value.length <= maxPath)
    return addAt(files, from(value, folders), value, text, isLoose, false);
  const { patterns, inner } =
    value === undefined ? wordPatterns(text, places) : { patterns: [escaped(value)], inner: none };
  for (const pattern of patterns)
    for (const name of wordsAsPaths(pattern))
      addAt(files, from(name, folders), name, text, isLoose, value === undefined && patterns.includes(name));
  if (value !== undefined && /[*?[{]/.test(value)) addGlob(files, { text, value }, places, folders, isLoose);
  for (const source of inner) if (isSource.test(source)) addNamesInText(files, source, places, text);
  for (const source of value === undefined ? patterns : [value])
    if (isSource.test(source)) addNamesInText(files, source, places, text);
}

/** Where zsh is told so, `x#` is any number of x, and what stands behind `~` does not fit. */
const isExtended = /.#|[^/]~/;

function extendedPattern(value: string): string {
  return value
    .replace(/(?<=[^/])~.*$/s, "")
    .split(/.#+/s)
    .map(escaped)
    .join("*");
}

/** A program that reads a word as a pattern takes names that are there; as one of its own words it is held against rules as it is, too. */
function addGlob(
  files: NamedFile[],
  { text, value }: { readonly text: string; readonly value: string },
  places: WordPlaces,
  folders: Folders,
  isLoose: boolean,
): void {
  const isLooked = isGlob.test(value);
  const ways = isLoose
    ? [isLooked && ("spelled" as const)]
    : isLooked && value.includes("/")
      ? [false, "nothing" as const]
      : [false];
  for (const pattern of wordPatterns(value.replace(/["'$`]/g, "\\$&"), places).patterns)
    for (const looked of ways)
      for (const name of wordsAsPaths(pattern)) addAt(files, from(name, folders), name, text, isLoose, looked);
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** A name that climbs may be read from the folder of another one: what is in a link, or behind a change of the folder. */
function from(name: string, { all, ifClimbing }: Folders): readonly (string | undefined)[] {
  return name.startsWith("../") ? [...all, ...ifClimbing()] : all;
}

/** Of names, those that are folders, and those that they are in. */
function foldersOf(names: Iterable<string>, here: string | undefined): string[] {
  const found = new Set<string>();
  for (const name of names) {
    if (found.size >= maxFolders) break;
    if (name.startsWith("..") || (!name.startsWith("/") && here === undefined)) continue;
    const path = name.startsWith("/") ? name : `${here}/${name}`;
    found.add(path).add(path.replace(/\/+[^/]*$/, ""));
  }
  return [...found].filter((folder) => folder !== "" && folder !== here);
}

/** Only itself can be a name in it, whoever reads it. */
const isPlainName = /^[\w.~][\w./~+-]*$/;

/** More than a name, or a list of them. */
const isSource = /[^\w./~@%+=:,-]/;

const nameSteps = 100;

/** The name in each folder that it may be in; anywhere, where none is known. */
function addAt(
  files: NamedFile[],
  folders: readonly (string | undefined)[],
  name: string,
  text: string,
  isLoose: boolean,
  isWord: boolean | "spelled" | "nothing",
): void {
  spend(nameSteps * folders.length);
  const literal = literalOf(name);
  const isRooted = name.startsWith("/") || name.startsWith(anyText) || (literal !== undefined && isAtHome(literal));
  for (const folder of isRooted ? root : folders) {
    if (folder !== undefined && literal !== undefined) {
      files.push({ name: { path: folder === "" ? literal : `${folder}/${literal}` }, text, isLoose });
      continue;
    }
    const start = folder === undefined ? `${anyText}/` : folder === "" ? "" : `${escaped(folder)}/`;
    const pattern = straight(start + name);
    files.push({ name: namePattern(pattern, pattern.includes(anyText) ? false : isWord), text, isLoose });
  }
}

function namePattern(pattern: string, isWord: boolean | "spelled" | "nothing"): NamePattern {
  return typeof isWord === "string" ? { pattern, byShell: true, otherwise: isWord } : { pattern, byShell: isWord };
}

const root: readonly string[] = [""];

function isAtHome(literal: string): boolean {
  return literal === "~" || literal.startsWith("~/");
}

/** Without `..`: what it climbs out of behind a wildcard may be any folder. */
function straight(pattern: string): string {
  if (!pattern.includes("..")) return pattern;
  const names: string[] = [];
  for (const name of pattern.split("/")) {
    if (name !== "..") names.push(name);
    else if (literalOf(names.at(-1) ?? "") === undefined) names.splice(0, names.length, anyText);
    else names.pop();
  }
  return names.join("/");
}

/** Where options let a program look for its files: `git -C x`, `tar -C x`, `env --chdir=x`. */
function enteredFolders(words: readonly ShellWord[], places: WordPlaces): readonly string[] {
  if (!words.some(({ text }) => text.startsWith("-"))) return none;
  const entered = words.slice(1).flatMap(({ text }, index) => {
    const [glued] = /^(?:-C|--(?:directory|chdir|cwd|prefix|work-tree|root|dir)=)(?=.)/.exec(text) ?? [];
    if (glued !== undefined) return [text.slice(glued.length)];
    return /^(?:-[CD]|--(?:directory|chdir|cwd|prefix|work-tree|root|dir))$/.test(words[index]?.value ?? "")
      ? [text]
      : [];
  });
  return foldersBehind(entered, places);
}

/** Where a chain of folders may lead: to each of them from the first one, or from the one before. */
export function foldersBehind(entered: readonly string[], places: WordPlaces): readonly string[] {
  if (entered.length === 0) return none;
  const folders = new Set<string>();
  let now = places.here;
  for (const text of entered.slice(0, maxFolders)) {
    const folder = literalOf(wordPatterns(text, places).patterns[0] ?? "");
    for (const from of [places.here, now])
      if (folder !== undefined && (from !== undefined || folder.startsWith("/")))
        folders.add(folder.startsWith("/") ? folder : `${from}/${folder}`);
    now = [...folders].at(-1);
  }
  return [...folders];
}

const maxFolders = 8;

/** What the commands `r`, `R`, `w` and `W` of sed are about, and the letter `w` of `s///w`. */
function scriptFiles(script: string): string[] {
  return [...script.matchAll(/[rRwW]\s*([^\s;}'"][^\n;}]{0,255})/g)].map(([, name = ""]) => escaped(name.trim()));
}
