/**
 * What is made of the rules of one kind, when it is first asked for. Policies that differ in some rules share what is made
 * of the others: `parent` has what was made last for the same kind, and what does not depend on a folder is shared by all.
 */
export class RuleIndexes {
  readonly #found = new Map<string, unknown>();
  readonly #shared: Map<string, Made>;

  constructor(parent?: RuleIndexes) {
    this.#shared = parent === undefined ? new Map() : parent.#shared;
  }

  /** Of a kind whose index depends on the folders of the policy. */
  ofFolder<R extends object, I>(kind: string, rules: () => readonly R[], make: (rules: readonly R[]) => I): I {
    return this.#own(kind, () => find(kind, rules(), make, () => this.#shared));
  }

  /** Of a kind whose index follows from its rules alone. */
  of<R extends object, I>(kind: string, rules: () => readonly R[], make: (rules: readonly R[]) => I): I {
    return this.#own(kind, () => find(kind, rules(), make, madeEverywhere));
  }

  #own<I>(kind: string, find: () => I): I {
    const known = this.#found.get(kind);
    if (known !== undefined) return known as I;
    const found = find();
    this.#found.set(kind, found);
    return found;
  }
}

function find<R extends object, I>(
  kind: string,
  rules: readonly R[],
  make: (rules: readonly R[]) => I,
  madeOf: (first: R) => Map<string, Made>,
): I {
  const [first] = rules;
  // Of no rules it is made in no time, and what others share stays.
  if (first === undefined) return make(rules);
  const shared = madeOf(first);
  const made = shared.get(kind);
  if (made?.rules.length === rules.length && rules.every((rule, at) => rule === made.rules[at])) return made.index as I;
  const index = make(rules);
  shared.set(kind, { rules, index });
  return index;
}

/** What was made last for each kind, by the first of its rules: nothing stays of rules that are gone. */
const everywhere = new WeakMap<object, Map<string, Made>>();

function madeEverywhere(first: object): Map<string, Made> {
  const made = everywhere.get(first) ?? new Map<string, Made>();
  everywhere.set(first, made);
  return made;
}

interface Made {
  readonly rules: readonly object[];
  readonly index: unknown;
}
