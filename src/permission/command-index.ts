import { baseName } from "./path/absolute-path.ts";
import { mayRunAnyWord } from "./shell/bash-rule.ts";
import { quoted } from "./shell/shell-word.ts";
import type { SimpleCommand } from "./shell/simple-command.ts";

/** Finds the few of many Bash patterns that can be about a command: by the word they begin with, where that is plain. */
export class CommandIndex<R extends { readonly pattern: string }> {
  readonly #all: readonly R[];
  readonly #byWord = new Map<string, number[]>();
  readonly #others: number[] = [];

  constructor(rules: readonly R[]) {
    this.#all = rules;
    for (const [at, { pattern }] of rules.entries()) {
      const word = firstWord(pattern);
      const places = word === undefined ? this.#others : this.#byWord.get(word);
      if (places !== undefined) places.push(at);
      else this.#byWord.set(word as string, [at]);
    }
  }

  /** One whose words up to the first wildcard are all among these. */
  spelledWith(words: ReadonlySet<string>): R | undefined {
    for (const word of words)
      for (const place of this.#byWord.get(word) ?? []) {
        const rule = this.#all[place] as R;
        const [fixed = ""] = rule.pattern.split(/:?\*/, 1);
        if (fixed.split(" ").every((one) => one === "" || words.has(one))) return rule;
      }
    return undefined;
  }

  /** In the order of the rules; undefined words: any rule may be meant. */
  about(words: ReadonlySet<string> | undefined): readonly R[] {
    if (words === undefined || this.#all.length < worthwhile) return this.#all;
    const places = [...this.#others];
    for (const word of words) places.push(...(this.#byWord.get(word) ?? []));
    return places.sort((a, b) => a - b).map((at) => this.#all[at] as R);
  }
}

const worthwhile = 8;

/** What may be a word of a command inside some other text. */
export function wordsIn(text: string): ReadonlySet<string> {
  const words = new Set(text.split(/[^\w./+-]+/));
  for (const word of [...words]) words.add(baseName(word));
  return words;
}

/** Words that an allow rule for this command may begin with. */
export function spelledWords({ words, assignments }: SimpleCommand): ReadonlySet<string> {
  const [program] = words;
  const all = [program?.text ?? "", quoted(program?.value ?? ""), assignments[0]?.text ?? ""];
  return new Set(all.map((text) => text.split(" ", 1)[0] as string));
}

/** Words that a rule against this command, or one that it runs, may begin with; undefined: any. */
export function concernedWords(command: SimpleCommand): ReadonlySet<string> | undefined {
  const found = new Set<string>();
  return collect(command, found) ? found : undefined;
}

function collect(command: SimpleCommand, found: Set<string>): boolean {
  const { words, runs } = command;
  const starts = mayRunAnyWord(command) ? words : words.slice(0, 1);
  for (const { value } of starts) {
    if (value === undefined) return false;
    for (const name of [value, baseName(value)]) found.add(quoted(name).split(" ", 1)[0] as string);
  }
  return runs.every((run) => collect(run, found));
}

/** The first word of a pattern, if it can only match itself. */
function firstWord(pattern: string): string | undefined {
  const [word = ""] = pattern.replace(/:\*$/, "").split(" ", 1);
  return word === "" || /[*\\]/.test(word) ? undefined : word;
}
