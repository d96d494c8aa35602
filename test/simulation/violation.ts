/** What must always hold does not. */
export class Violation extends Error {
  override readonly name = "Violation";
  /** Which of the rules, in a few words: a failing run is shrunk while it breaks the same one. */
  readonly rule: string;

  constructor(rule: string, detail: string) {
    super(`${rule}: ${detail}`);
    this.rule = rule;
  }
}

export function must(holds: boolean, rule: string, detail: () => string): asserts holds {
  if (!holds) throw new Violation(rule, detail());
}
