import { LiteralIndex } from "./literal-index.ts";
import { baseName } from "./path/absolute-path.ts";
import { mayRunAnyWord } from "./shell/bash-rule.ts";
import { GivenOptions } from "./shell/meant/given-options.ts";
import { plainName } from "./shell/meant/plain-name.ts";
import { type RuleWords, ruleWords } from "./shell/meant/rule-words.ts";
import { scriptName, scriptOfRule } from "./shell/meant/scripts.ts";
import { literalsOf, unknownMark } from "./shell/rule-pattern.ts";
import { literal, quoted } from "./shell/shell-word.ts";
import type { SimpleCommand } from "./shell/simple-command.ts";
import { spend } from "./work.ts";

/** Finds the few of many Bash patterns that can be about a command: by what they spell, or by the word they begin with. */
export class CommandIndex<R extends { readonly pattern: string }> {
  readonly #all: readonly R[];
  readonly #byLiteral: LiteralIndex<R>;
  readonly #byWord = new Map<string, number[]>();
  readonly #others: number[] = [];
  #beginOpen: readonly R[] | undefined;
  /** Those of the others whose text begins with something, `rm*`, and the lengths of that. */
  readonly #byHead = new Map<string, number[]>();
  readonly #headLengths = new Set<number>();
  #open: LiteralIndex<Spelled<R>> | undefined;
  readonly #spelled = new Map<R, Spelled<R>>();
  #byProgram: ReadonlyMap<string, readonly R[]> | undefined;
  #byScript: ReadonlyMap<string, readonly Spelled<R>[]> | undefined;

  constructor(rules: readonly R[]) {
    this.#all = rules;
    this.#byLiteral = new LiteralIndex(rules, ({ pattern }) => [literalsOf(pattern)]);
    for (const [at, { pattern }] of rules.entries()) {
      const word = firstWord(pattern);
      const head = word === undefined ? headOf(pattern) : "";
      if (head !== "") this.#byHead.set(head, [...(this.#byHead.get(head) ?? []), at]);
      if (head !== "") this.#headLengths.add(head.length);
      const places = word === undefined ? this.#others : this.#byWord.get(word);
      if (places !== undefined) places.push(at);
      else this.#byWord.set(word as string, [at]);
    }
  }

  /** One whose literal words are all in a text. */
  spelledIn(text: string): R | undefined {
    const words = wordsIn(text);
    for (const word of words)
      for (const rule of this.beginningWith(word)) if (isSpelled(this.#spellingOf(rule), words, text)) return rule;
    return this.#openOnes()
      .about([text, text.toLowerCase()])
      .find((spelled) => isSpelled(spelled, words, text))?.rule;
  }

  /** One for a script whose name is in a text, whichever folder that has in front of it. */
  scriptIn(text: string): R | undefined {
    this.#byScript ??= byScript(this.#all);
    if (this.#byScript.size === 0) return undefined;
    const words = wordsIn(text);
    for (const word of words)
      for (const spelled of this.#byScript.get(baseName(word)) ?? [])
        if (isSpelled(spelled, words, text)) return spelled.rule;
    return undefined;
  }

  /** Those for commands of this program in which its words may stand in another order, and those for any program. */
  meantFor(program: string): readonly R[] {
    this.#byProgram ??= byProgram(this.#all);
    return this.#byProgram.get(program) ?? this.#byProgram.get("*") ?? none;
  }

  /** False: no rule is about a program that is called so, whatever its other words are. */
  mayName(program: string): boolean {
    this.#byProgram ??= byProgram(this.#all);
    return this.#others.length > 0 || this.#byWord.has(program) || this.#byProgram.has(program);
  }

  /** Those for commands that begin with this word. */
  beginningWith(word: string): readonly R[] {
    let places: readonly number[] = this.#byWord.get(word) ?? none;
    for (const length of this.#headLengths) {
      const more = this.#byHead.get(word.slice(0, length));
      if (more !== undefined) places = [...places, ...more];
    }
    return places.length === 0 ? none : [...new Set(places)].map((at) => this.#all[at] as R);
  }

  /** Words with which rules begin that are like this. */
  wordsLike(isLike: (word: string) => boolean): readonly string[] {
    return [...this.#byWord.keys(), ...this.#byHead.keys()].filter(isLike);
  }

  /** Those that begin with a wildcard, and say something behind it. */
  #openOnes(): LiteralIndex<Spelled<R>> {
    const open = (): Spelled<R>[] =>
      this.#others
        .map((at) => this.#all[at] as R)
        .filter(({ pattern }) => pattern.startsWith("*") && /[^*\s]/.test(pattern))
        .map((rule) => this.#spellingOf(rule));
    this.#open ??= new LiteralIndex(open(), ({ words, pieces }) => [[...words, ...pieces]]);
    return this.#open;
  }

  #spellingOf(rule: R): Spelled<R> {
    const known = this.#spelled.get(rule) ?? spelledBy(rule);
    this.#spelled.set(rule, known);
    return known;
  }

  /** Those that can match one of these texts, or a part of one, in the order of the rules. */
  matching(texts: readonly string[]): readonly R[] {
    return this.#byLiteral.about(texts);
  }

  /** Those that begin with one of these words, or with a wildcard, in the order of the rules; undefined words: any rule may be meant. */
  startingWith(words: ReadonlySet<string> | undefined): readonly R[] {
    if (words === undefined) return this.#all;
    const named = [...words].flatMap((word) => this.#byWord.get(word) ?? []);
    this.#beginOpen ??= this.#others.map((at) => this.#all[at] as R);
    if (named.length === 0) return this.#beginOpen;
    return [...this.#others, ...named].sort((a, b) => a - b).map((at) => this.#all[at] as R);
  }
}

const none: readonly never[] = [];

/** Under each program those for any one, too. */
function byProgram<R extends { readonly pattern: string }>(rules: readonly R[]): ReadonlyMap<string, readonly R[]> {
  const found = new Map<string, R[]>();
  const read = rules.flatMap((rule) => {
    const program = ruleWords(rule.pattern)?.program;
    return program === undefined ? [] : [{ rule, name: program === "*" ? "*" : plainName(program) }];
  });
  for (const { name } of read) found.set(name, []);
  for (const { rule, name } of read)
    if (name !== "*") found.get(name)?.push(rule);
    else for (const all of found.values()) all.push(rule);
  return found;
}

/** By the name of the script without its folder. */
function byScript<R extends { readonly pattern: string }>(
  rules: readonly R[],
): ReadonlyMap<string, readonly Spelled<R>[]> {
  const found = new Map<string, Spelled<R>[]>();
  for (const rule of rules) {
    const script = scriptOfRule(rule.pattern);
    if (script === undefined) continue;
    const name = baseName(script.path);
    if (name === "" || name.includes("*")) continue;
    const spelled = { ...spelledBy({ pattern: script.args ?? scriptName }), rule };
    found.set(name, [...(found.get(name) ?? []), spelled]);
  }
  return found;
}

/** What may be a word of a command inside some other text, in small letters, too. */
function wordsIn(text: string): ReadonlySet<string> {
  const words = new Set(text.split(notInWords));
  for (const word of [...words]) {
    // In `s/docker run/x/` no slash makes a path.
    const path = /^[./~]|(?:^|\/)s?bin\//.test(word) ? baseName(word) : word;
    const name = path.replace(/\.(?:exe|com|cmd|bat)$/i, "");
    words.add(name).add(name.toLowerCase());
  }
  words.delete("");
  return words;
}

const notInWords = /[^\w./+-]+/;

/** Every literal word of a rule behind the first, what a wildcard leaves of one, and the options that it means. */
interface Spelled<R> {
  readonly rule: R;
  readonly words: readonly string[];
  readonly pieces: readonly string[];
  readonly meant: RuleWords | undefined;
}

function spelledBy<R extends { readonly pattern: string }>(rule: R): Spelled<R> {
  const [first = "", ...rest] = rule.pattern.replace(/:\*$/, " *").split(/\s+/);
  const all = first.startsWith("*") ? [first, ...rest] : rest;
  const read = first.startsWith("*") ? undefined : ruleWords(rule.pattern);
  const meant = read?.options.length ? read : undefined;
  const spelled = meant === undefined ? all : all.filter((one) => !/^\*?-./.test(one));
  const [wild, plain] = [spelled.filter((one) => one.includes("*")), spelled.filter((one) => !one.includes("*"))];
  return {
    rule,
    meant,
    words: plain.flatMap((one) => one.split(notInWords)).filter((word) => word !== ""),
    pieces: wild.flatMap((one) => one.split("*")).filter((piece) => piece !== ""),
  };
}

function isSpelled({ words, pieces, meant }: Spelled<unknown>, known: ReadonlySet<string>, text: string): boolean {
  spend(testSteps + pieces.length * text.length);
  if (!words.every((word) => known.has(word)) || !pieces.every((piece) => text.includes(piece))) return false;
  return meant === undefined || hasOptions(meant, words, known);
}

/** Are the options of a rule among the words of a text, in whichever order and length? */
function hasOptions({ program, options }: RuleWords, words: readonly string[], known: ReadonlySet<string>): boolean {
  spend(known.size);
  const dashed = [...known].filter((word) => /^-+\w/.test(word));
  const given = new GivenOptions([program, ...words, ...dashed].map(literal));
  return options.every((option) => given.has({ ...option, value: undefined }).is !== "no");
}

const testSteps = 16;

/** How many words a rule spells up to its first wildcard. */
export function literalWords(pattern: string): number {
  const [fixed = ""] = pattern.split(/:?\*/, 1);
  return fixed.split(" ").filter(Boolean).length;
}

function headOf(pattern: string): string {
  return /^[^*\\\s]*/.exec(pattern)?.[0] ?? "";
}

/** Words that a rule against this command, or one that it runs, may begin with; undefined: any. */
export function concernedWords(command: SimpleCommand): ReadonlySet<string> | undefined {
  const found = new Set<string>();
  return collect(command, found) ? found : undefined;
}

function collect(command: SimpleCommand, found: Set<string>): boolean {
  const { words, runs, assignments } = command;
  for (const { text } of assignments) found.add(text.split(" ", 1)[0] as string);
  const starts = mayRunAnyWord(command) ? words : words.slice(0, 1);
  for (const { value } of starts) {
    // Where a value holds the mark itself, the rest of it is taken for unknown, too.
    if (value === undefined || value.includes(unknownMark)) return false;
    for (const name of namesOf(value)) found.add(quoted(name).split(" ", 1)[0] as string);
  }
  return runs.every((run) => collect(run, found));
}

/** `/usr/bin/git.exe` and `git-push` may be what a rule calls `git`. */
function namesOf(value: string): string[] {
  const name = baseName(value);
  return [value, name, name.replace(/\.\w+$/, ""), ...name.split("-", 1)];
}

/** The first word of a pattern, if it can only match itself. */
function firstWord(pattern: string): string | undefined {
  const [word = ""] = pattern.replace(/:\*$/, "").split(" ", 1);
  return word === "" || /[*\\]/.test(word) ? undefined : word;
}
