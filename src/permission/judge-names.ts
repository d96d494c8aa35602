import { copiesOf, isOnlyCopied, sparesTarget } from "./copied-places.ts";
import { isSaidByEnvironment, spellsItsEnd } from "./environment-words.ts";
import { fileWords, programOf, textPrograms } from "./file-words.ts";
import { allOf, type FilesOfLine, type Part } from "./files-of-line.ts";
import { feedTexts } from "./given-input.ts";
import { isAnswered } from "./judge-files.ts";
import { foundNames, judgeFound } from "./judge-found.ts";
import { type Judgement, judgement, perhapsDenied, ruled } from "./judgement.ts";
import { mountedNames } from "./mounted-names.ts";
import { type LeftOut, nameFilters } from "./name-filters.ts";
import { NameRules, type Reach, restrictions, restrictsAll } from "./name-rules.ts";
import {
  addLooseNames,
  addNamesInText,
  foldersBehind,
  landingNames,
  type NamedFile,
  namedFiles,
  namesIn,
  namesInText,
} from "./named-files.ts";
import { ownFiles } from "./own-files.ts";
import { anyText } from "./path/pattern-overlap.ts";
import type { FileView } from "./path/resolve-links.ts";
import { gitArguments, gitShowsContent } from "./programs/git-content.ts";
import { knownPrograms } from "./programs/known-programs.ts";
import { isReadOnly } from "./read-only-commands.ts";
import { staysOnTop } from "./reads-unnamed.ts";
import { readsWritten } from "./reads-written.ts";
import { changesGlobs } from "./shell/glob-options.ts";
import { type ShellWord, unknownWords } from "./shell/shell-word.ts";
import type { SimpleCommand } from "./shell/simple-command.ts";
import type { WordPlaces } from "./shell/word-pattern.ts";
import { spend } from "./work.ts";

/**
 * Every word of a line, of whichever program, that names or may become the name of what a path rule is about. What the
 * program does with it need not be known: where it is not, the rule may be broken, and a person is asked.
 */
export function judgeNames(line: FilesOfLine): Part[] {
  const { policy, reading } = line;
  if (restrictions.every(([effect, does]) => policy.pathIndex(effect, does).isEmpty)) return [];
  const judge = new NameJudge(line);
  const parts: Part[] = [];
  const add = (file: NamedFile, command: SimpleCommand | undefined, outer = command): void => {
    const judged = judge.judge(file, command, outer);
    if (judged === undefined) return;
    const order = outer === undefined ? -1 : reading.commands.indexOf(outer);
    parts.push({ ...judged, text: file.text, order: order === -1 ? reading.commands.length : order });
  };
  const isShown = reading.commands.some((outer) => allOf(outer).some(showsTracked));
  for (const outer of reading.commands)
    for (const command of allOf(outer)) {
      const files = filesOf(command, judge, isShown, policy.parts.files);
      if (files === "tooLong") parts.push({ ...tooLong, text: outer.text });
      else for (const file of files) add(file, command, outer);
    }
  for (const text of reading.assigned)
    for (const file of namesIn({ text, value: undefined }, judge.places)) add(file, undefined);
  const isOpen = (command: SimpleCommand, outer: SimpleCommand): boolean =>
    readsWritten(command, reading.writes) ||
    (takesUnknown(command, judge.wordsOf(command)) && !isExplained(command, judge.wordsOf(command), outer, line));
  const reader = reading.commands.find((outer) => allOf(outer).some((command) => isOpen(command, outer)));
  if (reader !== undefined) for (const file of literalsOf(line, judge.places)) add(file, reader);
  return parts;
}

function filesOf(
  command: SimpleCommand,
  judge: NameJudge,
  isShown: boolean,
  view: FileView,
): readonly NamedFile[] | "tooLong" {
  const places = judge.placesOf(command);
  const files = namedFiles(command, judge.wordsOf(command), places);
  if (files === "tooLong") return files;
  const added = isShown && tracks(command) ? command.words.slice(2).flatMap((word) => namesIn(word, places)) : none;
  const landing = landingNames(command.words, places, (path) => view.isFolder?.(path) !== false);
  const own = ownFiles(command).flatMap((name) => namesIn({ text: name, value: name }, places));
  const mounted = mountedNames(command).flatMap((text) => namesIn({ text, value: undefined }, places));
  const sent = transferred(command, places);
  const others = added.length + own.length + mounted.length + sent.length + landing.length;
  return others === 0 ? files : [...added, ...own, ...mounted, ...sent, ...landing, ...files];
}

const none: readonly never[] = [];

/** Programs that send and fetch what a script of their own names: `sftp h <<< 'put -r .'`, `lftp -e 'mirror -R .'`. */
function transferred({ words, feed }: SimpleCommand, places: WordPlaces): readonly NamedFile[] {
  if (!/^(?:sftp|psftp|lftp|ftp|ncftp|smbclient|tnftp|yafc)$/.test(programOf(words))) return none;
  const texts = [
    ...feedTexts(feed).texts,
    ...words.slice(1).flatMap(({ value }) => (value?.includes(" ") ? [value] : [])),
  ];
  return texts.flatMap((text) => namesInText(text, places)).map((file) => ({ ...file, isLoose: false }));
}

/** What becomes of the literal texts of a line is not known where a program takes an expansion, a pipe or a text. */
function takesUnknown(command: SimpleCommand, words: readonly ShellWord[]): boolean {
  if (command.exactOnly !== undefined) return true;
  if (words.some(({ value, text }) => value === undefined && /[$`…]/.test(text))) return true;
  const program = programOf(command.words);
  return (
    command.feed !== undefined &&
    !textPrograms.has(program) &&
    !/^(?:tee|git|gh|less|more)$/.test(program) &&
    knownPrograms.get(program)?.(command.words.slice(1)).harmless !== true
  );
}

/** All that a program is not told by its own words are names that another command finds, and these are judged on their own. */
function isExplained(
  command: SimpleCommand,
  words: readonly ShellWord[],
  outer: SimpleCommand,
  line: FilesOfLine,
): boolean {
  if (command.exactOnly !== undefined || command.assignments.length > 0) return false;
  const unknown = words.filter(({ value, text }) => value === undefined && /[$`…]/.test(text));
  const isXargs = programOf(outer.words) === "xargs";
  if (unknown.length === 0 && !isXargs) return false;
  const isHarmless = (word: Pick<ShellWord, "text">): boolean => {
    const found = foundNames(word, outer, line);
    return found !== undefined && judgeFound("edit", found, line) === undefined;
  };
  return (!isXargs || isHarmless(unknownWords)) && unknown.every(isHarmless);
}

function literalsOf({ command, reading }: FilesOfLine, places: WordPlaces): NamedFile[] {
  const files: NamedFile[] = [];
  for (const outer of reading.commands)
    for (const { words } of allOf(outer)) addLooseNames(files, words.slice(1), places);
  addNamesInText(files, command, places);
  return files;
}

/** More names than anybody writes by hand; looking at each of them takes time. */
const maxNames = 400;
const maxLoose = 4_000;
const nameSteps = 300;

class NameJudge {
  /** Where the line begins. */
  readonly places: WordPlaces;
  readonly #line: FilesOfLine;
  readonly #rules: NameRules;
  /** Where a `cd` of the line leads that may have failed. */
  readonly #entered: readonly string[];
  readonly #words = new Map<SimpleCommand, readonly ShellWord[]>();
  readonly #reaching = new Map<SimpleCommand, Reach>();
  #names = 0;
  #loose = 0;

  constructor(line: FilesOfLine) {
    this.#line = line;
    const { home } = line.policy.parts;
    this.places = { home, here: line.ask.isCwdKnown === false ? undefined : line.ask.cwd };
    this.#rules = new NameRules(line.ask, line.policy, changesGlobs(line.command, line.reading.commands));
    const all = line.reading.commands.flatMap(allOf);
    const entering = all.filter(({ words }) => /^(?:cd|pushd)$/.test(words[0]?.value ?? ""));
    const entered = entering.flatMap(({ words }) => words.at(-1)?.text ?? []);
    this.#entered = foldersBehind(entered, this.places);
  }

  /** Those that may name files. */
  wordsOf(command: SimpleCommand): readonly ShellWord[] {
    const words = this.#words.get(command) ?? fileWords(command);
    this.#words.set(command, words);
    return words;
  }

  placesOf({ folder, words }: SimpleCommand): WordPlaces {
    const { home, here } = this.places;
    if (folder === undefined) return { home, here: undefined, maybe: this.#entered };
    if (here === undefined) return { home, here: folder.startsWith("/") ? folder : undefined };
    if (folder === ".") return { home, here };
    const entered = folder.startsWith("/") ? folder : `${here}/${folder}`;
    // Behind a revision git has a path from the top of the repository.
    return { home, here: entered, ...(programOf(words) === "git" && { maybe: [here] }) };
  }

  judge(file: NamedFile, command: SimpleCommand | undefined, outer: SimpleCommand | undefined): Judgement | undefined {
    if (!this.#rules.isNew(file, outer ?? this)) return undefined;
    const name = this.#environmental(file);
    if (file.isLoose) this.#loose += 1;
    else this.#names += 1;
    if (this.#names > maxNames || this.#loose > maxLoose) return this.#isFirst() ? tooMany : undefined;
    spend(nameSteps);
    return this.#judge(name === undefined ? file : { ...file, name }, command, outer);
  }

  /** What only the environment says of the last name is no way round a rule: it is meant where such a file is there. */
  #environmental({ name, text }: NamedFile): NamedFile["name"] | undefined {
    if (!("pattern" in name) || !inLastName.test(name.pattern)) return undefined;
    if (restrictsAll(this.#line.policy)) return undefined;
    if (!isSaidByEnvironment(text, this.#line.isGiven) || !spellsItsEnd(text, this.places)) return undefined;
    return { pattern: name.pattern.replaceAll(anyText, "*"), byShell: true, otherwise: "spelled" };
  }

  #isFirst(): boolean {
    return this.#names === maxNames + 1 || this.#loose === maxLoose + 1;
  }

  #judge(file: NamedFile, command: SimpleCommand | undefined, outer: SimpleCommand | undefined): Judgement | undefined {
    const finding =
      command === undefined
        ? this.#rules.about(file, "itself")
        : this.#rules.about(file, this.#reachOf(command, file), leftOutOf(command, file));
    if (finding.isEmpty) return undefined;
    const mayEdit =
      command === undefined || !(isReadOnly(command, this.#line.around) || isOnlyCopied(command, file.text));
    const { path } = finding;
    const read = finding.find("deny", "read");
    const isShown = read !== undefined && command !== undefined && !file.isLoose && path !== undefined;
    if (isShown && showsContent(command)) return ruled(read, path);
    const denied = read ?? (mayEdit ? finding.find("deny", "edit") : undefined);
    if (denied !== undefined) return perhapsDenied(denied, path);
    const asked = finding.find("ask", "read") ?? (mayEdit ? finding.find("ask", "edit") : undefined);
    return asked === undefined || isAnswered(outer === undefined ? {} : { of: outer }, this.#line)
      ? undefined
      : ruled(asked, path);
  }

  #reachOf(command: SimpleCommand, file: NamedFile): Reach {
    let known = this.#reaching.get(command);
    if (known === undefined) {
      known = movesFolders(command) ? "contents" : staysOnTop(command) ? "files" : "itself";
      this.#reaching.set(command, known);
    }
    return known === "contents" && isSparedTarget(command, file) ? "itself" : known;
  }
}

const inLastName = new RegExp(`^[^${anyText}]*/[^/]*${anyText}[^/]*$`);

function isSparedTarget(command: SimpleCommand, { text }: NamedFile): boolean {
  const copies = copiesOf(command);
  return copies?.target.text === text && sparesTarget(copies, command);
}

const nothingLeftOut: readonly LeftOut[] = [];

function leftOutOf({ words }: SimpleCommand, { text }: NamedFile): readonly LeftOut[] {
  const { leftOut } = nameFilters(words);
  if (leftOut.length === 0) return nothingLeftOut;
  return leftOut.filter(({ at }) => at === "any" || text === "." || text === "./");
}

function showsContent({ words }: SimpleCommand): boolean {
  return programOf(words) === "git" && words.some(({ value }) => showingGit.has(value ?? ""));
}

const showingGit: ReadonlySet<string> = new Set(["show", "cat-file", "blame", "annotate", "grep", "diff"]);

/** What git shows is tracked, and so is what the same line has added. */
function showsTracked({ words }: SimpleCommand): boolean {
  if (programOf(words) !== "git") return false;
  const own = gitArguments(words.slice(1)).map(({ value }) => value ?? "");
  return gitShowsContent(own) || /^(?:archive|format-patch|fast-export|bundle|push)$/.test(own[0] ?? "");
}

function tracks({ words }: SimpleCommand): boolean {
  return programOf(words) === "git" && /^(?:add|stage)$/.test(gitArguments(words.slice(1))[0]?.value ?? "");
}

/** Programs that give a folder another name, or carry it elsewhere, with all in it. */
function movesFolders({ words }: SimpleCommand): boolean {
  const program = programOf(words);
  if (carriers.test(program)) return true;
  if (/^(?:cp|scp|gcp)$/.test(program))
    return words.some(({ prefix }) => /^-(?:[a-zA-Z]*[rRa]|-rec|-arc)/.test(prefix));
  const [, first] = words;
  if (/^(?:docker|podman|kubectl|aws|gcloud|gsutil|az|lxc)$/.test(program))
    return words.some(({ value }) => /^(?:cp|sync|rsync|upload|push)$/.test(value ?? ""));
  return program === "git" && (first?.value === "mv" || words.some(({ value }) => value === "mv"));
}

const carriers =
  /^(?:sftp|psftp|lftp|ftp|ncftp|smbclient|tnftp|yafc|mv|ln|rsync|[bg]?tar|bsdtar|zip|7z|7za|7zz|rar|rclone|cpio|pax|ditto|jar|s3cmd|restic|borg|duplicity|unison|mksquashfs|genisoimage|mkisofs)$/;

const tooLong = judgement("perhapsDenied", "a word of it is too long to be searched for what rules are about");
const tooMany = judgement("perhapsDenied", `it names more than ${maxNames} files, and a rule forbids some`);
