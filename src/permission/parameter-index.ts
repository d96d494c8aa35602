import type { CompiledRule } from "./compiled-rule.ts";
import { LiteralIndex } from "./literal-index.ts";
import type { Rule } from "./rule.ts";
import { valuesIn } from "./values-in.ts";

type ParameterRule = Extract<CompiledRule, { on: "parameter" }>;

/** Finds the few of many rules for parameters that can be about an input. */
export class ParameterIndex {
  readonly #places: ReadonlyMap<ParameterRule, number>;
  readonly #byField = new Map<string, LiteralIndex<ParameterRule>>();

  constructor(rules: readonly ParameterRule[]) {
    this.#places = new Map(rules.map((rule, position) => [rule, position]));
    for (const [field, all] of Map.groupBy(rules, (rule) => rule.field))
      this.#byField.set(field, new LiteralIndex(all, ({ needs }) => [needs]));
  }

  /** The first in the order of the rules, of those that are not answered. */
  find(
    tool: string,
    input: { readonly [field: string]: unknown },
    isAnswered: (rule: Rule) => boolean,
  ): Rule | undefined {
    let first: ParameterRule | undefined;
    for (const [field, index] of this.#byField) {
      if (!Object.hasOwn(input, field)) continue;
      const values = valuesIn(input[field]);
      const found = (values === undefined ? index.items : index.about(values)).find(
        ({ rule, matches, test }) => matches(tool) && (values === undefined || values.some(test)) && !isAnswered(rule),
      );
      if (found !== undefined && (first === undefined || this.#placeOf(found) < this.#placeOf(first))) first = found;
    }
    return first?.rule;
  }

  #placeOf(rule: ParameterRule): number {
    return this.#places.get(rule) ?? 0;
  }
}
