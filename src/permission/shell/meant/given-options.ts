import { spend } from "../../work.ts";
import { dangerOf } from "../dangers/danger-of.ts";
import { bareText, type ShellWord } from "../shell-word.ts";
import { subcommandDepth } from "../subcommand.ts";
import type { RuleOption } from "./rule-words.ts";
import { type OptionNames, optionNames } from "./same-options.ts";

/** How sure it is that something is so. */
export type Likely = "yes" | "perhaps" | "no";

/** An option that a command has, under one of its names. */
interface Given {
  /** Without dashes where it is a word, with one where it is a letter that nobody knows a name for. */
  readonly name: string;
  /** As it is written: a letter with its dash, or a word. */
  readonly spelled: string;
  readonly at: number;
  /** It is an option for certain, and no value of another one. */
  readonly isSure: boolean;
  /** What may be its value. */
  readonly values: readonly string[];
}

/** The options of a command, in whichever order, bundle or length they are written. */
export class GivenOptions {
  readonly #words: readonly ShellWord[];
  readonly #names: OptionNames;
  readonly #given = new Map<string, Given[]>();
  /** Behind the last word of the program itself and its subcommands. */
  readonly #front: number;
  readonly #permutes: boolean;
  #values: ReadonlySet<string | undefined> | undefined;
  /** Up to here all words are letters of options. */
  #bundles = 1;
  /** From where on words are no options. */
  readonly end: number;

  constructor(words: readonly ShellWord[]) {
    spend(words.length * wordSteps);
    const program = words[0]?.value ?? "";
    const operands = words.slice(1, maxFront).flatMap(({ value }) => (value?.startsWith("-") === false ? [value] : []));
    this.#words = words;
    this.#names = optionNames(program, operands);
    this.#front = subcommandDepth(words);
    this.#permutes = permuting.test(program);
    this.end = endOfOptions(program, words);
    for (let at = 1; at < this.end; at += 1) this.#read(at);
    if (/(?:^|\/)git$/.test(program) && operands.includes("push")) this.#readRefspecs();
  }

  /** Is this one of its words, or may what an expansion decides be it? */
  mayHaveWord(text: string): boolean {
    this.#values ??= new Set(this.#words.map(({ value }) => value));
    return this.#values.has(undefined) || this.#values.has(text);
  }

  /** Does it have what a rule spells, and where? */
  has(option: RuleOption): { readonly is: Likely; readonly places: readonly number[] } {
    if (this.#given.size === 0) return missing;
    let best: ReturnType<GivenOptions["has"]> = missing;
    for (const way of this.#waysOf(option)) {
      const found = way.map((wanted) => this.#find(wanted));
      if (found.includes(undefined)) continue;
      const places = found.flatMap((one) => (one === undefined ? [] : [one.at]));
      if (found.every((one) => one?.isSure)) return { is: "yes", places };
      best = { is: "perhaps", places };
    }
    return best;
  }

  /** Does it give that option this value? */
  hasValue(option: RuleOption, value: string): boolean {
    return this.has({ ...option, value }).is !== "no";
  }

  /** All of what has to be found; there are several ways to read one word. */
  #waysOf({ text, value, isBeginning }: RuleOption): Wanted[][] {
    const whole = [{ name: text.replace(/^-+/, ""), spelled: text, value, isBeginning }];
    if (!this.#isBundle(text)) return [whole];
    const letters = [...text.slice(1)];
    const read = (letter: string, own?: string): Wanted[] =>
      this.#names.of(letter).map((name) => ({ name, spelled: `-${letter}`, value: own, isBeginning: false }));
    const bundle = letters.flatMap((letter, at) => read(letter, at === letters.length - 1 ? value : undefined));
    // `-XPOST` is `-X POST`.
    const [first = "", ...glued] = letters;
    return glued.length === 0 ? [bundle] : [bundle, read(first, glued.join("")), whole];
  }

  #find({ name, spelled, value, isBeginning }: Wanted): Given | undefined {
    const fits = (given: Given): boolean => value === undefined || given.values.includes(value);
    let first: Given | undefined;
    for (const given of this.#given.get(name) ?? none) {
      spend(givenSteps);
      if (!fits(given)) continue;
      if (given.isSure && (this.#names.isKnown || given.spelled === spelled)) return given;
      first ??= given;
    }
    if (first !== undefined) return { ...first, isSure: false };
    if (!isBeginning && !this.#names.areCut) return undefined;
    spend(this.#given.size);
    for (const [other, all] of this.#given) {
      if (!(isBeginning && other.startsWith(name)) && !isCutShort(other, name)) continue;
      spend(all.length * givenSteps);
      const like = all.find((given) => given.spelled.startsWith("--") && fits(given));
      if (like !== undefined) return { ...like, isSure: false };
    }
    return undefined;
  }

  #read(at: number): void {
    const { prefix } = this.#words[at] as ShellWord;
    if (!/^-[^-]|^--./.test(prefix)) return;
    const following = this.#words[at + 1];
    const next = following === undefined ? [] : [bareText(following)];
    const equals = prefix.indexOf("=");
    const text = equals === -1 ? prefix : prefix.slice(0, equals);
    const isSure = this.#isOption(at);
    const values = equals === -1 ? next : [prefix.slice(equals + 1)];
    if (!this.#isBundle(text)) this.#add({ name: text.replace(/^-+/, ""), spelled: text, at, isSure, values });
    const letters = this.#letters(text);
    for (let index = 1; index < Math.min(letters.length, maxBundle); index += 1) {
      const letter = text.charAt(index);
      const rest = prefix.slice(index + 1);
      for (const name of this.#names.of(letter))
        this.#add({
          name,
          spelled: `-${letter}`,
          at,
          // A letter in front of it may take the rest for its value.
          isSure: isSure && (index === 1 || this.#names.isKnown),
          values: rest === "" ? next : [rest.replace(/^=/, "")],
        });
    }
    if (letters.length > 2) this.#add({ name: text.slice(1), spelled: text, at, isSure, values });
  }

  #add(given: Given): void {
    const known = this.#given.get(given.name);
    if (known === undefined) this.#given.set(given.name, [given]);
    else known.push(given);
  }

  /** Behind another option it may be its value, and behind an operand not every program takes options. */
  #isOption(at: number): boolean {
    if (this.#permutes) return true;
    if (at <= this.#front + 1) return true;
    for (; this.#bundles < at; this.#bundles += 1) if (!isPlainBundle(this.#words[this.#bundles]?.value)) return false;
    return true;
  }

  /** `+main` is forced, and `:main` deletes. */
  #readRefspecs(): void {
    for (const [at, { prefix }] of this.#words.entries()) {
      const name = /^\+./.test(prefix) ? "force" : /^:./.test(prefix) ? "delete" : undefined;
      if (name !== undefined) this.#add({ name, spelled: `--${name}`, at, isSure: true, values: [] });
    }
  }

  /** Also in front of a value that is glued to the last one: `-i.bak`. */
  #letters(text: string): string {
    if (this.#isBundle(text)) return text;
    return this.#names.areWhole ? "" : (/^-[A-Za-z\d]{1,3}(?=[^\w-])/.exec(text)?.[0] ?? "");
  }

  #isBundle(text: string): boolean {
    return !this.#names.areWhole && /^-[A-Za-z\d]+$/.test(text);
  }
}

interface Wanted {
  readonly name: string;
  readonly spelled: string;
  readonly value: string | undefined;
  readonly isBeginning: boolean;
}

const missing = { is: "no", places: [] } as const;
const none: readonly never[] = [];
const wordSteps = 32;
const givenSteps = 4;
/** Where a subcommand may stand. */
const maxFront = 8;
const maxBundle = 64;

/** Of the programs whose options are known, those that take them behind operands, too, and run none of their words. */
const permuting =
  /(?:^|\/)(?:rm|cp|mv|chmod|chown|chgrp|git|[ef]?grep|g?sed|curl|wget|g?make|pip3?|apt|apt-get|tar|gh|rsync)$/;

/** Behind `--`, unless it may be a value; behind the script of an interpreter all is the script's. */
function endOfOptions(program: string, words: readonly ShellWord[]): number {
  const danger = dangerOf(program);
  const isInterpreter = danger?.readsProgram !== undefined || danger?.firstOperand === true;
  const end = words.findIndex(({ value, prefix }, at) => {
    if (at === 0 || /^-./.test(words[at - 1]?.prefix ?? "")) return false;
    return value === "--" || (isInterpreter && !/^[-+]/.test(prefix));
  });
  return end === -1 ? words.length : end;
}

function isPlainBundle(value: string | undefined): boolean {
  return value !== undefined && /^-[A-Za-z]+$/.test(value);
}

/** getopt takes `--forc` for `--force`; of `--save-dev`, `--save` is mostly an option of its own. */
function isCutShort(written: string, whole: string): boolean {
  if (written.length === 0 || written.length >= whole.length || !whole.startsWith(written)) return false;
  return whole[written.length] !== "-" || written.includes("-");
}
