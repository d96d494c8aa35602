/**
 * Finds the few of many patterns that can match a text, in one pass over it: each is kept under the rarest three characters
 * (or two, or one) of the literal texts that it needs. What it gives may match, what it leaves out cannot.
 */
export class LiteralIndex<T> {
  readonly items: readonly T[];
  /** Items that need no literal text. */
  readonly #always: number[] = [];
  /** By the last bits of a hash of the characters: a long text has characters for most of these places. */
  readonly #buckets: (Group[] | undefined)[];
  /** Whether there are items under one, two and three characters. */
  readonly #lengths: [one: boolean, two: boolean, three: boolean];
  readonly #mask: number;
  readonly #seen: Uint32Array;
  #round = 0;
  /** Items that the texts of this round may match. */
  readonly #places: number[] = [];
  #lastTexts: readonly string[] = none;
  #lastFound: readonly T[] = none;

  /** `needs` gives, for each way in which an item matches, texts that are all in whatever it matches. */
  constructor(items: readonly T[], needs: (item: T) => readonly (readonly string[])[]) {
    this.items = items;
    const ways = items.map((item) => needs(item).map(gramsOf));
    this.#mask = 2 ** Math.ceil(Math.log2(Math.max(1024, items.length * 8))) - 1;
    const counts = new Uint32Array(this.#mask + 1);
    for (const grams of ways.flat())
      for (const hash of grams.hashes) counts[hash & this.#mask] = (counts[hash & this.#mask] as number) + 1;
    this.#buckets = new Array<Group[] | undefined>(this.#mask + 1).fill(undefined);
    this.#lengths = [false, false, false];
    for (const [index, all] of ways.entries()) {
      if (all.some(({ hashes }) => hashes.length === 0)) this.#always.push(index);
      else
        for (const { hashes, length } of all) {
          this.#lengths[length - 1] = true;
          this.#put(this.#rarest(hashes, counts), index);
        }
    }
    this.#seen = new Uint32Array(items.length);
  }

  /** The items that may match one of these texts, or a part of one, in their order. */
  about(texts: readonly string[]): readonly T[] {
    if (this.items.length < worthwhile) return this.items;
    if (areSame(texts, this.#lastTexts)) return this.#lastFound;
    this.#begin();
    for (const text of texts) this.#collect(text);
    this.#lastTexts = texts;
    this.#lastFound = this.#collected();
    return this.#lastFound;
  }

  /** The same for a single text, for whoever asks about many. */
  aboutText(text: string): readonly T[] {
    if (this.items.length < worthwhile) return this.items;
    this.#begin();
    this.#collect(text);
    return this.#collected();
  }

  /** False: none of the items can match it. */
  mayMatch(text: string): boolean {
    if (this.items.length < worthwhile) return this.items.length > 0;
    if (this.#always.length > 0) return true;
    this.#begin();
    this.#collect(text);
    return this.#places.length > 0;
  }

  #begin(): void {
    this.#round += 1;
    this.#places.length = 0;
    for (const index of this.#always) {
      this.#seen[index] = this.#round;
      this.#places.push(index);
    }
  }

  #collected(): readonly T[] {
    const places = this.#places;
    if (places.length === 0) return none;
    // Of many it is quicker to go through all items than to put them in order.
    if (places.length > maxSorted) return this.items.filter((_, index) => this.#seen[index] === this.#round);
    return places.sort((a, b) => a - b).map((index) => this.items[index] as T);
  }

  /** Written for speed: most of the time that a long text takes goes by here. */
  #collect(text: string): void {
    const [one, two, three] = this.#lengths;
    const mask = this.#mask;
    const buckets = this.#buckets;
    const { length } = text;
    let before = 0;
    let last = 0;
    for (let at = 0; at < length; at += 1) {
      const code = text.charCodeAt(at);
      if (three && at > 1) {
        const hash = hash3(before, last, code);
        const groups = buckets[hash & mask];
        if (groups !== undefined) this.#visit(groups, hash);
      }
      if (two && at > 0) {
        const hash = hash3(0, last, code);
        const groups = buckets[hash & mask];
        if (groups !== undefined) this.#visit(groups, hash);
      }
      if (one) {
        const hash = hash3(0, 0, code);
        const groups = buckets[hash & mask];
        if (groups !== undefined) this.#visit(groups, hash);
      }
      before = last;
      last = code;
    }
  }

  #visit(groups: readonly Group[], hash: number): void {
    for (const group of groups) {
      if (group.hash !== hash || group.round === this.#round) continue;
      group.round = this.#round;
      for (const index of group.places) {
        if (this.#seen[index] === this.#round) continue;
        this.#seen[index] = this.#round;
        this.#places.push(index);
      }
    }
  }

  #rarest(hashes: readonly number[], counts: Uint32Array): number {
    const mask = this.#mask;
    let rarest = hashes[0] as number;
    for (const hash of hashes) if ((counts[hash & mask] as number) < (counts[rarest & mask] as number)) rarest = hash;
    return rarest;
  }

  #put(hash: number, index: number): void {
    const bucket = hash & this.#mask;
    const groups = this.#buckets[bucket] ?? [];
    this.#buckets[bucket] = groups;
    const found = groups.find((group) => group.hash === hash);
    if (found === undefined) groups.push({ hash, places: [index], round: 0 });
    else if (found.places.at(-1) !== index) found.places.push(index);
  }
}

/** Items under the same characters. */
interface Group {
  readonly hash: number;
  readonly places: number[];
  /** The last one in which a text had these characters. */
  round: number;
}

function areSame(texts: readonly string[], others: readonly string[]): boolean {
  if (texts.length !== others.length || texts.length === 0) return false;
  for (let at = 0; at < texts.length; at += 1) if (texts[at] !== others[at]) return false;
  return true;
}

/** Below it, looking at all is quicker. */
const worthwhile = 8;

const maxSorted = 32;

/** Of a long text only its beginning and its end are looked at. */
const maxGrams = 64;

interface Grams {
  readonly length: number;
  readonly hashes: readonly number[];
}

/** Three characters each; shorter ones only where no text is that long. */
function gramsOf(texts: readonly string[]): Grams {
  const length = Math.min(3, Math.max(0, ...texts.slice(0, maxGrams).map((text) => text.length)));
  const hashes: number[] = [];
  if (length === 0) return { length, hashes };
  for (const text of texts.slice(0, maxGrams)) {
    const last = text.length - length;
    for (let at = 0; at <= last; at += 1) {
      if (at === maxGrams / 2 && last > maxGrams) at = last - maxGrams / 2;
      hashes.push(hashAt(text, at + length - 1, length));
    }
    if (hashes.length > maxGrams * 4) break;
  }
  return { length, hashes };
}

/** Of up to three characters that end here. */
function hashAt(text: string, end: number, length: number): number {
  const first = length < 3 ? 0 : text.charCodeAt(end - 2);
  const middle = length < 2 ? 0 : text.charCodeAt(end - 1);
  return hash3(first, middle, text.charCodeAt(end));
}

function hash3(first: number, middle: number, last: number): number {
  const hash = Math.imul(Math.imul(Math.imul(first, 31) ^ middle, 0x9e3779b1) ^ last, 0x85ebca6b);
  return hash ^ (hash >>> 15);
}

const none: readonly never[] = [];
