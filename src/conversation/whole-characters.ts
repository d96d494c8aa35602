import { RecentMap } from "../util/recent-map.ts";

/** Blocks that are in the middle of a character at the same time. */
const maxHalves = 256;

/** First halves of characters that wait for their second, by the block they end. */
export type Halves = readonly (readonly [block: string, half: string])[];

/**
 * Puts characters together that an agent cut in two between pieces of text: each half alone is no character, and is lost
 * where text becomes UTF-8.
 */
export class WholeCharacters {
  readonly #halves: RecentMap<string, string>;

  constructor(state: Halves = []) {
    this.#halves = new RecentMap(maxHalves, state);
  }

  get state(): Halves {
    return [...this.#halves];
  }

  get isInMid(): boolean {
    return this.#halves.size > 0;
  }

  /** The piece as far as its characters are whole, behind what was kept of the one before it. */
  take(piece: string, parent: string | undefined, type: string, index: number): string {
    // Says nothing, not even that the other half will not come.
    if (piece === "") return "";
    const endsInMid = isFirstHalf(piece.charCodeAt(piece.length - 1));
    if (!endsInMid && this.#halves.size === 0) return piece;
    const block = `${parent ?? ""} ${type} ${index}`;
    const text = (this.#halves.get(block) ?? "") + piece;
    this.#halves.delete(block);
    if (!endsInMid) return text;
    this.#halves.set(block, text.slice(-1));
    return text.slice(0, -1);
  }

  /** Their second halves will not come any more. */
  clear(): void {
    this.#halves.clear();
  }
}

function isFirstHalf(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
