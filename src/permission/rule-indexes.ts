/**
 * What is made of the rules of one kind, when it is first asked for. Policies that differ in some rules share what is made
 * of the others: `parent` has what was made last for the same kind.
 */
export class RuleIndexes {
  readonly #own = new Map<string, unknown>();
  readonly #shared: Map<string, Made>;

  constructor(parent?: RuleIndexes) {
    this.#shared = parent === undefined ? new Map() : parent.#shared;
  }

  of<R extends object, I>(kind: string, rules: () => readonly R[], make: (rules: readonly R[]) => I): I {
    const known = this.#own.get(kind);
    if (known !== undefined) return known as I;
    const found = this.#find(kind, rules(), make);
    this.#own.set(kind, found);
    return found;
  }

  #find<R extends object, I>(kind: string, rules: readonly R[], make: (rules: readonly R[]) => I): I {
    // Of no rules it is made in no time, and what others share stays.
    if (rules.length === 0) return make(rules);
    const made = this.#shared.get(kind);
    if (made?.rules.length === rules.length && rules.every((rule, at) => rule === made.rules[at]))
      return made.index as I;
    const index = make(rules);
    this.#shared.set(kind, { rules, index });
    return index;
  }
}

interface Made {
  readonly rules: readonly object[];
  readonly index: unknown;
}
