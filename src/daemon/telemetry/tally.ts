/** Numbers by the values of some labels. */
export class Tally {
  readonly #counts = new Map<string, number>();

  /** One label is its own key; several are joined. */
  add(values: string | readonly [string, ...string[]], by = 1): void {
    const key = typeof values === "string" ? values : values.join("\u0000");
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + by);
  }

  labelled(names: readonly string[]): [labels: { readonly [label: string]: string }, count: number][] {
    return [...this.#counts].map(([key, count]) => {
      const values = key.split("\u0000");
      return [Object.fromEntries(names.map((name, at) => [name, values[at] ?? ""])), count];
    });
  }
}
