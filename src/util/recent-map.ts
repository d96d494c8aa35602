/** Longer keys are no ids. */
const maxKeyLength = 256;

/** A map that forgets its oldest entries, for keys that a peer chooses: whatever is put in, it stays small. Long keys are not kept. */
export class RecentMap<K extends string | number | undefined, V> extends Map<K, V> {
  readonly #maxEntries: number;

  constructor(maxEntries: number, entries: Iterable<readonly [K, V]> = []) {
    super();
    this.#maxEntries = maxEntries;
    for (const [key, value] of entries) this.set(key, value);
  }

  override set(key: K, value: V): this {
    if (!isShortName(key)) return this;
    this.delete(key);
    const [oldest] = this.size < this.#maxEntries ? [] : this.keys();
    if (this.size >= this.#maxEntries) this.delete(oldest as K);
    return super.set(key, value);
  }
}

/** Short enough to be part of a stored state. */
export function isShortName(name: string | number | undefined): boolean {
  return typeof name !== "string" || name.length <= maxKeyLength;
}
