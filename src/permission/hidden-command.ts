import { restrictingRule } from "./bash-rule.ts";
import { literalWords } from "./command-index.ts";
import { configuresNames, mayBeAnySubcommand } from "./configured-names.ts";
import type { FilesOfLine, Part } from "./files-of-line.ts";
import type { Hiding, HidingOfLine, Start } from "./hiding.ts";
import { isAnswered } from "./judge-files.ts";
import { type Judgement, judgement, perhapsDenied, ruled } from "./judgement.ts";
import { alternatives } from "./kept-places.ts";
import type { LineValues } from "./line-values.ts";
import { baseName } from "./path/absolute-path.ts";
import { compileSegments } from "./path/glob-segments.ts";
import type { Policy } from "./policy.ts";
import { programName } from "./program-name.ts";
import type { Rule } from "./rule.ts";
import { concernsBashRule } from "./shell/bash-rule.ts";
import { namesScript } from "./shell/meant/scripts.ts";
import { readShell, type ShellReading } from "./shell/read-shell.ts";
import { bareText, literal, quoted, type ShellWord } from "./shell/shell-word.ts";
import type { Feed, SimpleCommand } from "./shell/simple-command.ts";
import { isHarmlessVariable, steersShell } from "./shell/variable-names.ts";
import { spend } from "./work.ts";

/**
 * What rules forbid or ask about, where a line spells it in a place that some program may run: behind a program that is
 * not known, in the value of a variable, in what a shell is given to read. That it runs there cannot be told before.
 */
export function judgeHidden(line: HidingLine): Part[] {
  const { policy, reading, command: text } = line;
  return (["deny", "ask"] as const).flatMap((effect) => {
    if (policy.commands(effect).length === 0) return [];
    const search = new Search(effect, line);
    return [...reading.commands, undefined].flatMap((command, order) => {
      if (effect === "ask" && command !== undefined && isAnswered({ of: command }, line)) return [];
      const found = command === undefined ? search.inVariables(reading) : search.inCommand(command);
      return found === undefined ? [] : [{ ...found, order, text: command?.text ?? text }];
    });
  });
}

export interface HidingLine extends FilesOfLine {
  readonly command: string;
  readonly hiding: HidingOfLine;
  readonly values: LineValues;
}

/** In a longer text any rule may be meant. */
const maxText = 16_384;
/** Places that have to be looked at closely, per line; more than anybody writes by hand. */
const maxLooks = 64;
const maxDepth = 3;
/** For each word behind such a place. */
const wordSteps = 48;

class Search {
  readonly #effect: "deny" | "ask";
  readonly #policy: Policy;
  readonly #line: string;
  readonly #cwd: string;
  readonly #isConfigured: boolean;
  readonly #hiding: HidingOfLine;
  readonly #values: LineValues;
  readonly #seen = new Set<string>();
  /** Words that no rule begins with. */
  readonly #unruled = new Set<string>();
  #looks = 0;

  constructor(effect: "deny" | "ask", line: HidingLine) {
    this.#effect = effect;
    this.#policy = line.policy;
    this.#line = line.command;
    this.#cwd = line.ask.cwd;
    this.#isConfigured = configuresNames(line.reading);
    this.#hiding = line.hiding;
    this.#values = line.values;
  }

  inCommand(command: SimpleCommand): Judgement | undefined {
    return this.#inCommand(command, command.feed, 0);
  }

  inVariables({ values }: ShellReading): Judgement | undefined {
    for (const { name, word } of values) {
      if (isHarmlessVariable(name, word.value)) continue;
      const value = bareText(word);
      // A single word runs where it is used, and is seen there.
      const source = /^[\w./-]*$/.test(value) ? undefined : this.#inSource(value, 0, false);
      const found = source ?? (steersShell(name) ? this.#inText(value) : undefined);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #inCommand(command: SimpleCommand, feed: Feed | undefined, depth: number): Judgement | undefined {
    for (const run of command.runs) {
      const found = this.#inCommand(run, run.feed ?? feed, depth);
      if (found !== undefined) return found;
    }
    const other = this.#asOtherSubcommand(command);
    if (other !== undefined) return other;
    const hiding = this.#hiding.of(command, feed);
    return hiding && this.#inHiding(hiding, command, depth);
  }

  #inHiding(hiding: Hiding, { words }: SimpleCommand, depth: number): Judgement | undefined {
    const { starts, texts, programs, sources, given, wholeLine, unknown } = hiding;
    const [line, fed] = wholeLine ? [[this.#line], given] : [none, none];
    const inText = (text: string): Judgement | undefined => this.#inText(text);
    const scriptIn = (text: string): Judgement | undefined => this.#scriptIn(text);
    const inSource = (source: string): Judgement | undefined => this.#inSource(source, depth, fed.includes(source));
    return (
      firstOf(starts, (start) => this.#asScript(start, words) ?? this.#atStart(start, words)) ??
      firstOf(texts, inText) ??
      firstOf(line, inText) ??
      firstOf(programs, scriptIn) ??
      firstOf(fed, scriptIn) ??
      firstOf(line, scriptIn) ??
      firstOf(sources, inSource) ??
      firstOf(given, inSource) ??
      (unknown === undefined ? undefined : this.#any(unknown))
    );
  }

  #scriptIn(text: string): Judgement | undefined {
    const rule = this.#policy.scriptSpelledIn(this.#effect, text.slice(0, maxText));
    return rule && this.#found(rule);
  }

  /** A command that begins at a word. */
  #atStart({ at, first, isKnown }: Start, words: readonly ShellWord[]): Judgement | undefined {
    if (first.value === undefined) return this.#atUnknown({ at, first, isKnown }, words);
    const name = programName(first);
    const small = name.toLowerCase();
    for (const word of namesOf(first.value, name, small)) {
      if (this.#unruled.has(word)) continue;
      const rules = this.#policy.commandsBeginningWith(this.#effect, quoted(word));
      if (rules.length === 0) this.#unruled.add(word);
      let command: SimpleCommand | undefined;
      for (const { rule, pattern } of rules) {
        if (isKnown && literalWords(pattern) < 2) continue;
        this.#looks += 1;
        spend((words.length - at) * wordSteps);
        command ??= plainCommand([literal(word === small ? small : name), ...words.slice(at + 1)]);
        if (this.#looks > maxLooks || concernsBashRule(pattern, command) !== "no") return this.#found(rule);
      }
    }
    return undefined;
  }

  #asOtherSubcommand(command: SimpleCommand): Judgement | undefined {
    if (!mayBeAnySubcommand(command, this.#isConfigured)) return undefined;
    const rules = this.#policy.commandsBeginningWith(this.#effect, programName(command.words[0]));
    return rules[0] && this.#found(rules[0].rule);
  }

  #asScript({ at, first, isKnown }: Start, words: readonly ShellWord[]): Judgement | undefined {
    const scripts = this.#policy.scripts(this.#effect);
    if (isKnown || scripts.isEmpty || !namesScript([first])) return undefined;
    const found = scripts.about([first, ...words.slice(at + 1)], this.#cwd);
    return found && this.#found(found.rule);
  }

  /** What the line itself has put into its variables, and what a pattern may stand for. */
  #atUnknown({ at, first, isKnown }: Start, words: readonly ShellWord[]): Judgement | undefined {
    // A variable that nobody has set is nothing.
    const empty = bareText(first).replace(/\$\{?\w+\}?/g, "");
    for (const meaning of [...this.#values.meanings(first), empty].flatMap(alternatives)) {
      const [program = "", ...more] = meaning.split(/\s+/);
      const name = baseName(program);
      const like = /[$`]/.test(name) ? undefined : globOf(name);
      for (const word of like === undefined ? [name] : this.#policy.commandWordsLike(this.#effect, like)) {
        if (word === "" || /[$`]/.test(word) || this.#unruled.has(word)) continue;
        const all = [literal(word), ...more.map(literal), ...words.slice(at + 1)];
        const found = this.#atStart({ at: 0, first: literal(word), isKnown }, all);
        if (found !== undefined) return found;
      }
    }
    return undefined;
  }

  #inText(text: string): Judgement | undefined {
    if (text.length > maxText) return this.#any("it is too long to be searched for what rules are about");
    const rule = this.#policy.commandSpelledIn(this.#effect, text);
    return rule && this.#found(rule);
  }

  /** Shell source; where it is not known to be run, it is one only if it begins with the name of a program. */
  #inSource(source: string, depth: number, isRun: boolean): Judgement | undefined {
    if (source === "" || this.#seen.has(source) || !this.#mayHold(source)) return undefined;
    this.#seen.add(source);
    if (source.length > maxText || depth >= maxDepth) return this.#inText(source);
    this.#looks += 1;
    if (this.#looks > maxLooks) return this.#any("it has more texts that may be run than are looked into");
    if (!isRun && isVariable.test(source)) return undefined;
    for (const command of readShell(source.replace(/^[|!&;@\s]+/, "")).commands) {
      if (!isRun && !/^(?:[./~][\w./~+-]*|[\w+-]+)$/.test(command.words[0]?.value ?? "")) continue;
      const direct = restrictingRule(this.#effect, command, this.#policy, this.#cwd);
      if (direct !== undefined) return this.#found(direct.rule);
      const found = this.#inCommand(command, command.feed, depth + 1);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** The words of a rule stand in it, or it is written in a way that may hide them. */
  #mayHold(source: string): boolean {
    if (/[\\"'`$*?[{]/.test(source) || source.length > maxText) return true;
    const texts = source.includes("-") ? [source, source.replaceAll("-", " ")] : [source];
    return texts.some(
      (text) =>
        this.#policy.commandSpelledIn(this.#effect, text) !== undefined ||
        this.#policy.scriptSpelledIn(this.#effect, text) !== undefined,
    );
  }

  #found(rule: Rule): Judgement {
    return this.#effect === "deny" ? perhapsDenied(rule) : ruled(rule);
  }

  #any(reason: string): Judgement {
    return judgement(this.#effect === "deny" ? "perhapsDenied" : "askedByRule", reason);
  }
}

/** It names no program by itself. */
const isVariable = /^\$[A-Za-z_]\w*$/;

/** What a rule may call a program, each once. */
function namesOf(written: string, name: string, small: string): readonly string[] {
  const dash = name.indexOf("-");
  if (dash === -1 && written === name && small === name) return name === "" ? [] : [name];
  const names = new Set([written, name, small, dash === -1 ? name : name.slice(0, dash)]);
  names.delete("");
  return [...names];
}

const none: readonly string[] = [];

function firstOf<T, F>(all: readonly T[], find: (one: T) => F | undefined): F | undefined {
  for (const one of all) {
    const found = find(one);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The name of a program as a pattern of the shell; undefined: it is none, or stands for whatever there is. */
function globOf(name: string): ((word: string) => boolean) | undefined {
  if (!/[*?[]/.test(name) || !/\w/.test(name) || name.length > 64) return undefined;
  const [fits] = compileSegments(name) ?? [];
  return typeof fits === "function" ? fits : undefined;
}

function plainCommand(words: readonly ShellWord[]): SimpleCommand {
  const nothing = { text: "", assignments: [], hazards: [], inert: new Set<number>(), exactOnly: undefined, runs: [] };
  return { ...nothing, words, wrapper: false, feed: undefined, folder: "." };
}
