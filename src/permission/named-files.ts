import { fileWords, programOf } from "./file-words.ts";
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
}

/** A longer word is not searched for names. */
const maxWord = 16_384;

/** What the words of a command may name, of whichever program, known or not; not those that are known to be mere text. */
export function namedFiles(command: SimpleCommand, places: WordPlaces): readonly NamedFile[] | "tooLong" {
  const { words, assignments } = command;
  const args = fileWords(command);
  const set = assignments.map(({ text }) => ({ text, value: undefined }));
  if ([...args, ...set].some(({ text }) => text.length > maxWord)) return "tooLong";
  const folders = [places.here, ...(places.maybe ?? []), ...enteredFolders(words, places)];
  const beside = foldersOf(
    args.flatMap(({ value }) => (value === undefined || value.startsWith("-") ? [] : [value])),
    places.here,
  );
  const isScript = /^g?sed$/.test(programOf(words));
  return [...args, ...set].flatMap((word) => {
    const source = isScript ? (word.value ?? word.text) : "";
    return [
      ...namesIn(word, places, folders, beside),
      ...scriptFiles(source).flatMap((name) => at(folders, name, word.text)),
    ];
  });
}

/** What may be named in a text, such as a line that a program reads. */
export function namesInText(text: string, places: WordPlaces): readonly NamedFile[] {
  const folders = [places.here];
  const paths = pathsInSource(text);
  const climbs = paths.some((path) => path.startsWith("../"));
  const beside = climbs ? foldersOf(paths, places.here) : [];
  const loose = paths.flatMap((name) => at(from(name, folders, beside), escaped(name), name, true));
  const read = shellWordsInSource(text).flatMap((word) =>
    wordPatterns(word, places)
      .patterns.flatMap(wordsAsPaths)
      .flatMap((name) => at(folders, name, word, true)),
  );
  return [...loose, ...read];
}

/** What may be named by a word that a shell or a program reads. */
export function namesIn(
  { text, value }: Pick<ShellWord, "text" | "value">,
  places: WordPlaces,
  folders: readonly (string | undefined)[] = [places.here],
  beside: readonly string[] = [],
): readonly NamedFile[] {
  const { patterns, inner } =
    value === undefined ? wordPatterns(text, places) : { patterns: [escaped(value)], inner: [] };
  const own =
    value !== undefined && /[*?[{]/.test(value) ? wordPatterns(value.replace(/["'$`]/g, "\\$&"), places).patterns : [];
  const names = [...patterns, ...own].flatMap(wordsAsPaths);
  const sources = [...inner, ...(value === undefined ? patterns : [value])].filter((one) =>
    /[^\w./~@%+=:,-]/.test(one),
  );
  return [
    ...names.flatMap((name) =>
      at(from(name, folders, beside), name, text, false, value === undefined && patterns.includes(name)),
    ),
    ...sources.flatMap((source) => namesInText(source, places)).map((file) => ({ ...file, text })),
  ];
}

/** A name that climbs may be read from the folder of another one: what is in a link, or behind a change of the folder. */
function from(
  name: string,
  folders: readonly (string | undefined)[],
  beside: readonly string[],
): readonly (string | undefined)[] {
  return name.startsWith("../") ? [...folders, ...beside] : folders;
}

/** Of names, those that are folders, and those that they are in. */
function foldersOf(names: readonly string[], here: string | undefined): string[] {
  const found = new Set<string>();
  for (const name of names) {
    if (found.size >= maxFolders) break;
    if (name.startsWith("..") || (!name.startsWith("/") && here === undefined)) continue;
    const path = name.startsWith("/") ? name : `${here}/${name}`;
    found.add(path).add(path.replace(/\/+[^/]*$/, ""));
  }
  return [...found].filter((folder) => folder !== "" && folder !== here);
}

const nameSteps = 100;

/** The name in each folder that it may be in; anywhere, where none is known. */
function at(
  folders: readonly (string | undefined)[],
  name: string,
  text: string,
  isLoose = false,
  isWord = false,
): NamedFile[] {
  spend(nameSteps * folders.length);
  const literal = literalOf(name);
  const isRooted = /^\//.test(name) || name.startsWith(anyText) || /^~(?:\/|$)/.test(literal ?? "");
  return (isRooted ? [""] : folders).map((folder) => {
    const isKnown = folder !== undefined && literal !== undefined;
    if (isKnown) return { name: { path: folder === "" ? literal : `${folder}/${literal}` }, text, isLoose };
    const start = folder === undefined ? `${anyText}/` : folder === "" ? "" : `${escaped(folder)}/`;
    const pattern = straight(start + name);
    return { name: { pattern, byShell: isWord && !pattern.includes(anyText) }, text, isLoose };
  });
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
function enteredFolders(words: readonly ShellWord[], places: WordPlaces): string[] {
  const entered = words.slice(1).flatMap(({ text }, place) => {
    const [glued] = /^(?:-C|--(?:directory|chdir|cwd|prefix|work-tree|root|dir)=)(?=.)/.exec(text) ?? [];
    if (glued !== undefined) return [text.slice(glued.length)];
    return /^(?:-[CD]|--(?:directory|chdir|cwd|prefix|work-tree|root|dir))$/.test(words[place]?.value ?? "")
      ? [text]
      : [];
  });
  return foldersBehind(entered, places);
}

/** Where a chain of folders may lead: to each of them from the first one, or from the one before. */
export function foldersBehind(entered: readonly string[], places: WordPlaces): string[] {
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
