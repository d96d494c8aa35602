import type { CompiledRule } from "./compiled-rule.ts";
import { LiteralIndex } from "./literal-index.ts";
import type { PatternPlaces } from "./path/path-pattern.ts";
import type { PathSubject } from "./path/path-subject.ts";
import { patternHead } from "./path/pattern-head.ts";
import type { Rule } from "./rule.ts";
import { spend } from "./work.ts";

type PathRule = Extract<CompiledRule, { on: "path" }>;

/** Finds the few of many path rules that can be about a path. */
export class PathRuleIndex {
  readonly #rules: readonly PathRule[];
  readonly #places: Omit<PatternPlaces, "folder">;
  readonly #index: LiteralIndex<PathRule>;
  /** All fold the case of letters, or none does. */
  readonly #folds: boolean;
  #heads: readonly Head[] | undefined;

  constructor(rules: readonly PathRule[], places: Omit<PatternPlaces, "folder">) {
    this.#rules = rules;
    this.#places = places;
    this.#index = new LiteralIndex(rules, ({ pattern }) => pattern.needs);
    this.#folds = rules.some(({ pattern }) => pattern.folds);
  }

  get length(): number {
    return this.#rules.length;
  }

  get isEmpty(): boolean {
    return this.#rules.length === 0;
  }

  /** Any of them. */
  get first(): Rule | undefined {
    return this.#rules[0]?.rule;
  }

  /** A rule for every use of a tool, and so for every file. */
  get whole(): Rule | undefined {
    return this.#rules.find(({ rule }) => rule.specifier === undefined)?.rule;
  }

  /** False: none of the rules can be about this path. */
  mayConcern(path: string, folded: string): boolean {
    return this.#index.mayMatch(this.#folds ? folded : path);
  }

  /** The first rule about a path, of those that are meant. */
  find(subject: PathSubject, only?: (rule: Rule) => boolean): Rule | undefined {
    if (this.isEmpty) return undefined;
    const { path } = this.#folds ? subject.folded : subject;
    for (const { rule, pattern } of this.#index.aboutText(path))
      if ((only === undefined || only(rule)) && this.#test(pattern, subject)) return rule;
    return undefined;
  }

  #test(pattern: PathRule["pattern"], subject: PathSubject): boolean {
    spend(testSteps);
    return pattern.test(subject);
  }

  /** A rule about something in this folder: whoever moves the folder moves that out of the rule's sight. */
  findInside(folder: string): Rule | undefined {
    this.#heads ??= this.#makeHeads();
    const start = folder === "/" ? "/" : `${folder}/`;
    const found = this.#heads[placeBehind(this.#heads, start)];
    return found?.head.startsWith(start) ? found.rule : undefined;
  }

  #makeHeads(): readonly Head[] {
    const places = this.#places;
    return this.#rules
      .map(({ rule }) => ({
        rule,
        head: patternHead(rule.specifier ?? "", { ...places, folder: rule.folder ?? places.cwd }),
      }))
      .sort((a, b) => (a.head < b.head ? -1 : a.head > b.head ? 1 : 0));
  }
}

/** Where a rule's pattern leads before its first wildcard. */
interface Head {
  readonly rule: Rule;
  readonly head: string;
}

const testSteps = 32;

/** The first of them that comes behind a text. */
function placeBehind(heads: readonly Head[], text: string): number {
  let low = 0;
  let high = heads.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((heads[middle] as Head).head <= text) low = middle + 1;
    else high = middle;
  }
  return low;
}
