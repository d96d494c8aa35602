import { fileWords, programOf, textPrograms } from "./file-words.ts";
import { allOf, type FilesOfLine, isAnswered, type Part } from "./judge-files.ts";
import { type Judgement, judgement, perhapsDenied, ruled } from "./judgement.ts";
import { NameRules, restrictions } from "./name-rules.ts";
import { foldersBehind, type NamedFile, namedFiles, namesIn, namesInText } from "./named-files.ts";
import { knownPrograms } from "./programs/known-programs.ts";
import { isReadOnly, type Surroundings } from "./read-only-commands.ts";
import type { SimpleCommand } from "./shell/simple-command.ts";
import type { WordPlaces } from "./shell/word-pattern.ts";
import { spend } from "./work.ts";

type TextOfLine = FilesOfLine & { readonly command: string };

/**
 * Every word of a line, of whichever program, that names or may become the name of what a path rule is about. What the
 * program does with it need not be known: where it is not, the rule may be broken, and a person is asked.
 */
export function judgeNames(line: TextOfLine): Part[] {
  const { policy, reading } = line;
  if (restrictions.every(([effect, does]) => policy.pathIndex(effect, does).isEmpty)) return [];
  const judge = new NameJudge(line);
  const parts: Part[] = [];
  const orders = new Map(reading.commands.map((command, order) => [command, order]));
  const add = (file: NamedFile, command: SimpleCommand | undefined, outer = command): void => {
    const order = (outer && orders.get(outer)) ?? reading.commands.length;
    parts.push(...judge.judge(file, command, outer).map((part) => ({ ...part, order })));
  };
  for (const outer of reading.commands)
    for (const command of allOf(outer)) {
      const files = namedFiles(command, judge.placesOf(command));
      if (files === "tooLong") parts.push({ ...tooLong, text: outer.text });
      else for (const file of files) add(file, command, outer);
    }
  for (const text of reading.assigned)
    for (const file of namesIn({ text, value: undefined }, judge.places)) add(file, undefined);
  const reader = reading.commands.find((one) => allOf(one).some(takesUnknown));
  if (reader !== undefined) for (const file of literalsOf(line, judge.places)) add(file, reader);
  return parts;
}

/** What becomes of the literal texts of a line is not known where a program takes an expansion, a pipe or a text. */
function takesUnknown(command: SimpleCommand): boolean {
  if (command.exactOnly !== undefined) return true;
  const words = fileWords(command);
  if (words.some(({ value, text }) => value === undefined && /[$`…]/.test(text))) return true;
  const program = programOf(command.words);
  return (
    command.feed !== undefined &&
    !textPrograms.has(program) &&
    !knownPrograms.has(program) &&
    !/^(?:tee|git|gh|less|more)$/.test(program)
  );
}

function literalsOf({ command, reading }: TextOfLine, places: WordPlaces): NamedFile[] {
  const words = reading.commands.flatMap(allOf).flatMap((one) => one.words.slice(1));
  return [...words.flatMap((word) => namesIn(word, places)), ...namesInText(command, places)].map((file) => ({
    ...file,
    isLoose: true,
  }));
}

/** More names than anybody writes by hand; looking at each of them takes time. */
const maxNames = 400;
const maxLoose = 4_000;
const nameSteps = 1_000;

class NameJudge {
  /** Where the line begins. */
  readonly places: WordPlaces;
  readonly #line: TextOfLine;
  readonly #rules: NameRules;
  readonly #around: Surroundings;
  readonly #seen = new Map<SimpleCommand | undefined, Set<string>>();
  /** Where a `cd` of the line leads that may have failed. */
  readonly #entered: readonly string[];
  readonly #editing = new Map<SimpleCommand, boolean>();
  #names = 0;
  #loose = 0;

  constructor(line: TextOfLine) {
    this.#line = line;
    const { home, files } = line.policy.parts;
    this.places = { home, here: line.ask.isCwdKnown === false ? undefined : line.ask.cwd };
    this.#rules = new NameRules(line.ask, line.policy, /dotglob|globdots|glob_dots/i.test(line.command));
    const all = line.reading.commands.flatMap(allOf);
    const entering = all.filter(({ words }) => /^(?:cd|pushd)$/.test(words[0]?.value ?? ""));
    const entered = entering.flatMap(({ words }) => words.at(-1)?.text ?? []);
    this.#entered = foldersBehind(entered, this.places);
    const { writes, commands } = line.reading;
    this.#around = { cwd: line.ask.cwd, files, writes, commands };
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

  judge(file: NamedFile, command: SimpleCommand | undefined, outer: SimpleCommand | undefined): Part[] {
    const key = "path" in file.name ? file.name.path : `\0${file.name.pattern}`;
    const seen = this.#seen.get(outer) ?? new Set<string>();
    if (seen.has(key)) return [];
    this.#seen.set(outer, seen.add(key));
    if (file.isLoose) this.#loose += 1;
    else this.#names += 1;
    if (this.#names > maxNames || this.#loose > maxLoose)
      return this.#isFirst() ? [{ ...tooMany, text: file.text }] : [];
    spend(nameSteps);
    const judged = this.#judge(file, command, outer);
    return judged === undefined ? [] : [{ ...judged, text: file.text }];
  }

  #isFirst(): boolean {
    return this.#names === maxNames + 1 || this.#loose === maxLoose + 1;
  }

  #judge(file: NamedFile, command: SimpleCommand | undefined, outer: SimpleCommand | undefined): Judgement | undefined {
    const { find, path } = this.#rules.about(file, command !== undefined && movesFolders(command));
    const mayEdit = command === undefined || this.#mayEdit(command);
    const isShown = command !== undefined && !file.isLoose && path !== undefined && showsContent(command);
    const shown = isShown ? find("deny", "read") : undefined;
    if (shown !== undefined) return ruled(shown, path);
    const denied = find("deny", "read") ?? (mayEdit ? find("deny", "edit") : undefined);
    if (denied !== undefined) return perhapsDenied(denied, path);
    const asked = find("ask", "read") ?? (mayEdit ? find("ask", "edit") : undefined);
    return asked === undefined || isAnswered(outer === undefined ? {} : { of: outer }, this.#line)
      ? undefined
      : ruled(asked, path);
  }

  #mayEdit(command: SimpleCommand): boolean {
    const known = this.#editing.get(command) ?? !isReadOnly(command, this.#around);
    this.#editing.set(command, known);
    return known;
  }
}

function showsContent({ words }: SimpleCommand): boolean {
  return programOf(words) === "git" && words.some(({ value }) => showingGit.has(value ?? ""));
}

const showingGit: ReadonlySet<string> = new Set(["show", "cat-file", "blame", "annotate", "grep", "diff"]);

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
  /^(?:mv|ln|rsync|[bg]?tar|bsdtar|zip|7z|7za|7zz|rar|rclone|cpio|pax|ditto|jar|s3cmd|restic|borg|duplicity|unison|mksquashfs|genisoimage|mkisofs)$/;

const tooLong = judgement("perhapsDenied", "a word of it is too long to be searched for what rules are about");
const tooMany = judgement("perhapsDenied", `it names more than ${maxNames} files, and a rule forbids some`);
