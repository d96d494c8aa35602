import { givesCode, isConsole, isSource, withoutMarks } from "./given-code.ts";
import {
  feedTexts,
  namesInput,
  readsProgram,
  runsAnything,
  runsWritten,
  unknownProgram,
  unknownWordsOf,
} from "./given-input.ts";
import { programName } from "./program-name.ts";
import { knownPrograms } from "./programs/known-programs.ts";
import { isReadOnly, type Surroundings } from "./read-only-commands.ts";
import { opensFiles } from "./shell/bash-rule.ts";
import { dangerOf } from "./shell/dangers/danger-of.ts";
import { bareText, literal, type ShellWord } from "./shell/shell-word.ts";
import type { Feed, SimpleCommand } from "./shell/simple-command.ts";
import { subcommandDepth } from "./shell/subcommand.ts";
import { isPlain, isRunningOption, isText, projectCommands, proseIn, takesNames } from "./text-arguments.ts";

/**
 * What of a command may be run as another one. Which program runs its arguments need not be known: all do, but for those
 * that are known to print or to look, and, for words that are no command by themselves, those that are known otherwise.
 */
export interface Hiding {
  /** Words from each of which on a command may begin; `isKnown`: the program is known, and not to run words that stand there. */
  readonly starts: readonly Start[];
  /** Texts in which a command may stand anywhere: words that are run for certain, or programs in another language. */
  readonly texts: readonly string[];
  /** Of the words that are run for certain, those that are more than one word to a shell, or not known. */
  readonly programs: readonly string[];
  /** Texts that may be shell source */
  readonly sources: readonly string[];
  /** What the line gives it to read, where it may run that. */
  readonly given: readonly string[];
  /** It runs what the line gives it to read, whatever that is. */
  readonly wholeLine: boolean;
  /** Why what it runs cannot be known before. */
  readonly unknown: string | undefined;
}

export interface Start {
  readonly at: number;
  /** The word there, or what of it may be the program. */
  readonly first: ShellWord;
  readonly isKnown: boolean;
}

/** Of the commands of one line, each looked at once. */
export class HidingOfLine {
  readonly #around: Surroundings;
  readonly #known = new Map<SimpleCommand, Hiding | undefined>();

  constructor(around: Surroundings) {
    this.#around = around;
  }

  /** Undefined: it runs nothing that its words say. A command inside another reads what that one is given. */
  of(command: SimpleCommand, feed: Feed | undefined): Hiding | undefined {
    if (!this.#known.has(command)) this.#known.set(command, this.#hidingOf(command, feed));
    return this.#known.get(command);
  }

  #hidingOf(command: SimpleCommand, feed: Feed | undefined): Hiding | undefined {
    const hiding = hidingOf(command, this.#around, feed);
    if (hiding === undefined || !runsWritten(command, this.#around.writes)) return hiding;
    const { texts } = feedTexts({ commands: this.#around.commands.slice(0, maxWriters), texts: [], isWhole: true });
    return { ...hiding, given: [...hiding.given, ...texts], wholeLine: true };
  }
}

const maxWriters = 64;

function hidingOf(command: SimpleCommand, around: Surroundings, feed: Feed | undefined): Hiding | undefined {
  const { words, exactOnly } = command;
  const program = programName(words[0]);
  if (isText(command, program) || isReadOnly(command, around)) return undefined;
  const danger = dangerOf(program);
  const isKnown = danger !== undefined || knownPrograms.has(program) || isPlain(program, words) || takesNames(words);
  const found = new Words(words, isKnown);
  const reads = readsProgram(program, danger, words) || exactOnly !== undefined;
  const isGiven =
    !isKnown ||
    reads ||
    danger?.readsProgram !== undefined ||
    elsewhere.test(program) ||
    isConsole(program, words) ||
    command.hazards.length > 0 ||
    namesInput(program, words);
  const fed = feedTexts(isGiven ? feed : undefined);
  found.look(command, program);
  return {
    starts: found.starts,
    programs: found.programs,
    sources: found.sources,
    given: fed.texts,
    texts: found.texts.length === 0 ? [] : [[words[0]?.text ?? "", ...found.texts].join(" ")],
    wholeLine: reads || (feed !== undefined && (danger?.all === true || readsText(program, words))),
    unknown:
      reads && runsAnything(program, danger) ? unknownProgram(words, fed.isLiteral) : unknownWordsOf(program, command),
  };
}

/** The words of one command, by what may come of them. */
class Words {
  readonly starts: Start[] = [];
  readonly sources: string[] = [];
  readonly texts: string[] = [];
  readonly programs: string[] = [];
  readonly #words: readonly ShellWord[];
  readonly #isKnown: boolean;

  constructor(words: readonly ShellWord[], isKnown: boolean) {
    this.#words = words;
    this.#isKnown = isKnown;
  }

  /** All but what is looked at as a command of its own, or known to be prose. */
  look({ hazards, runs }: SimpleCommand, program: string): void {
    const inner = runs.length === 0 ? undefined : new Set(runs.flatMap((run) => run.words));
    const isOwn = (at: number): boolean => inner?.has(this.#words[at] as ShellWord) !== true;
    // Where all words are dangerous, what looks like prose may be the value of none.
    const isProse = dangerOf(program)?.all && !opensFiles(program) ? () => false : proseIn(program, this.#words);
    const subcommand = subcommandDepth(this.#words);
    const hazard = takesNames(this.#words) ? this.#words.length : (hazards.find(isOwn) ?? this.#words.length);
    const run = this.#isKnown ? this.#runFrom(program) : 0;
    // What runs the rest of its words is known to run nothing else but by variables.
    const isWrapper = this.#words.some((_, at) => !isOwn(at));
    for (let at = 1; at < this.#words.length; at += 1) {
      const isName = at === subcommand && !isSource(this.#words[at] as ShellWord);
      if (!isOwn(at) || isProse(at) || isName) continue;
      const isRun = isWrapper ? /^[A-Za-z_]\w*=/.test(this.#words[at]?.prefix ?? "") : at > run;
      const isCode = at >= hazard || givesCode(program, this.#words, at);
      this.#lookAt(at, isRun || (!isWrapper && this.#isNamedAsRun(at)), isCode);
    }
  }

  /** Where words of a known program may be a command: behind `--`, unless they are names or a program's own arguments. */
  #runFrom(program: string): number {
    const dashes = this.#words.findIndex(({ value }) => value === "--");
    const isOther = program === "git" || projectCommands.test(this.#words[1]?.value ?? "");
    return dashes === -1 || isOther ? this.#words.length : dashes;
  }

  /** `--strip-program=rm`, `--strip-program rm`. */
  #isNamedAsRun(at: number): boolean {
    const [before, word] = [this.#words[at - 1]?.prefix ?? "", this.#words[at]?.prefix ?? ""];
    return (
      (at > 1 && !before.includes("=") && isRunningOption(before)) || (word.includes("=") && isRunningOption(word))
    );
  }

  #lookAt(at: number, isRun: boolean, isCode: boolean): void {
    const word = this.#words[at] as ShellWord;
    for (const first of readings(word, isRun)) {
      this.starts.push({ at, first, isKnown: !isRun });
      if (!isSource(first)) continue;
      this.sources.push(bareText(first));
      if (isRun) this.texts.push(bareText(first));
    }
    if (!isCode) return;
    this.texts.push(word.text, ...withoutMarks(programName(this.#words[0]), bareText(word)));
    if (isSource(word)) this.programs.push(word.text);
  }
}

/** Told to read its program, in whichever language; what containers and clusters are told that way is none. */
function readsText(program: string, words: readonly ShellWord[]): boolean {
  return (namesInput(program, words) || isConsole(program, words)) && !elsewhere.test(program);
}

/** They give what they read to a program on another machine or in a container, or have a word for running one. */
const elsewhere =
  /^(?:ssh|docker|podman|nerdctl|docker-compose|podman-compose|kubectl|oc|sqlite3?|psql|mysql|mariadb|ftp|lftp|gdb|lldb)$/;

/** The word itself, what stands behind `=` or its like, and what is glued to the letter of an option. */
function readings(word: ShellWord, isRun: boolean): ShellWord[] {
  const { value, prefix } = word;
  if (value === undefined) return [word];
  const found = [word];
  const behind = (isRun ? /^[@\w-]*[@=:,](.*)$/s : /^[^=]+=(.*)$/s).exec(value)?.[1];
  if (behind !== undefined) found.push(literal(behind));
  if (/^-[a-zA-Z]./.test(prefix)) found.push(literal(value.slice(2)));
  return found;
}
