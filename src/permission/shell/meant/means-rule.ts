import { followsPieces } from "../../wildcard.ts";
import { spend } from "../../work.ts";
import { dangerOf } from "../dangers/danger-of.ts";
import { literal, type ShellWord } from "../shell-word.ts";
import { GivenOptions, type Likely } from "./given-options.ts";
import { plainName } from "./plain-name.ts";
import { type RuleOperand, type RuleWords, ruleWords } from "./rule-words.ts";
import { hasOneName, isFront, isNeutral, isSameName, takesGoals } from "./same-names.ts";

/**
 * Is a command what a rule spells, in another order? A rule that allows is the beginning of a command; one that restricts
 * means what its words do: its options wherever they stand, its other words in their order with options between them.
 */
export function meansRule(pattern: string, { words, program }: MeantCommand): Likely {
  const rule = ruleWords(pattern);
  if (rule === undefined) return "no";
  if (rule.program !== "*" && plainName(rule.program) !== program) return "no";
  spend(matchSteps);
  const given = givenOptions(words);
  if (rule.operands.some((operand) => lacks(given, program, operand))) return "no";
  const held = rule.options.map((option) => given.has(option));
  if (held.some(({ is }) => is === "no")) return "no";
  const places = new Set(held.flatMap((one) => one.places));
  const order = new Order(rule, program, given, places).read(words);
  if (order === "no") return "no";
  return order === "yes" && held.every(({ is }) => is === "yes") ? "yes" : "perhaps";
}

const matchSteps = 64;
const wordSteps = 32;

/** No word can be the operand, and none need not be: most rules for a program are told from others by that. */
function lacks(given: GivenOptions, program: string, { text, pieces, behind }: RuleOperand): boolean {
  if (behind !== undefined || pieces !== undefined || isNeutral(program, text) || !hasOneName(program, text))
    return false;
  return !given.mayHaveWord(text);
}

const knownOptions = new WeakMap<readonly ShellWord[], GivenOptions>();

function givenOptions(words: readonly ShellWord[]): GivenOptions {
  const found = knownOptions.get(words) ?? new GivenOptions(words);
  knownOptions.set(words, found);
  return found;
}

/** A command as rules may mean it: read once, and held against many rules. */
interface MeantCommand {
  readonly words: readonly ShellWord[];
  readonly program: string;
}

export function meantCommand(words: readonly ShellWord[]): MeantCommand {
  const own = withSubcommand(words);
  return { words: own, program: nameOf(own[0]) };
}

function nameOf(word: ShellWord | undefined): string {
  return plainName(word?.value ?? "");
}

const parted = new WeakMap<readonly ShellWord[], readonly ShellWord[]>();

/** `git-push` is `git push`. */
function withSubcommand(words: readonly ShellWord[]): readonly ShellWord[] {
  const [, program = "", subcommand = ""] = /^(\w+)-(.+)$/.exec(nameOf(words[0])) ?? [];
  if (program === "" || dangerOf(program)?.subcommands === undefined) return words;
  const found = parted.get(words) ?? [literal(program), literal(subcommand), ...words.slice(1)];
  parted.set(words, found);
  return found;
}

/** How far a rule's operands have been found, and whether surely: all ways at once. */
class Order {
  readonly #rule: RuleWords;
  readonly #program: string;
  readonly #given: GivenOptions;
  readonly #ownOptions: ReadonlySet<number>;
  #ways: Map<number, boolean> = new Map();

  constructor(rule: RuleWords, program: string, given: GivenOptions, ownOptions: ReadonlySet<number>) {
    this.#rule = rule;
    this.#program = program;
    this.#given = given;
    this.#ownOptions = ownOptions;
  }

  read(words: readonly ShellWord[]): Likely {
    this.#ways = new Map();
    this.#enter(this.#ways, 0, true);
    for (let at = 1; at < words.length; at += 1) {
      if (this.#ways.size === 0 || (this.#rule.isOpen && this.#end === true)) break;
      this.#step(words, at);
    }
    const end = this.#end;
    return end === undefined ? "no" : end ? "yes" : "perhaps";
  }

  get #end(): boolean | undefined {
    return this.#ways.get(this.#rule.operands.length);
  }

  #step(words: readonly ShellWord[], at: number): void {
    const next = new Map<number, boolean>();
    spend(wordSteps * this.#ways.size);
    for (const [count, isSure] of this.#ways) {
      const operand = this.#rule.operands[count];
      if (operand === undefined && this.#rule.isOpen) {
        this.#enter(next, count, isSure);
        continue;
      }
      const fits = operand === undefined ? "no" : this.#fits(operand, words[at] as ShellWord);
      if (fits !== "no") this.#enter(next, count + 1, isSure && fits === "yes");
      const between = this.#mayStandBetween(words, at, operand);
      if (between !== "no") this.#enter(next, count, isSure && between === "yes");
    }
    this.#ways = next;
  }

  /** Also behind operands that may be left out, or are the value of an option that was found elsewhere. */
  #enter(ways: Map<number, boolean>, count: number, isSure: boolean): void {
    if (ways.get(count) === true || (ways.has(count) && !isSure)) return;
    ways.set(count, isSure);
    const operand = this.#rule.operands[count];
    if (operand === undefined) return;
    const option = operand.behind === undefined ? undefined : this.#rule.options[operand.behind];
    if (option !== undefined && this.#given.hasValue(option, operand.text)) this.#enter(ways, count + 1, isSure);
    else if (isNeutral(this.#program, operand.text)) this.#enter(ways, count + 1, false);
  }

  #fits({ text, pieces }: RuleOperand, { value }: ShellWord): Likely {
    // What an expansion decides may be it.
    if (value === undefined) return "perhaps";
    if (pieces !== undefined) return followsPieces(pieces, value) ? "yes" : "no";
    return isSameName(this.#program, text, value);
  }

  #mayStandBetween(words: readonly ShellWord[], at: number, operand: RuleOperand | undefined): Likely {
    const { value, prefix } = words[at] as ShellWord;
    if (operand?.isBehindAny || value === "--") return "yes";
    if (takesGoals(this.#program)) return prefix.startsWith("-") ? "perhaps" : "yes";
    if (at < this.#given.end) {
      if (/^[-+]./.test(prefix)) return this.#ownOptions.has(at) ? "yes" : "perhaps";
      // It may be the value of an option.
      if (at > 1 && /^-[^=]+$/.test(words[at - 1]?.prefix ?? "") && words[at - 1]?.value !== "--") return "perhaps";
    }
    return value !== undefined && isFront(this.#program, value) ? "perhaps" : "no";
  }
}
