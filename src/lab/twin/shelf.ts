import type { Fault, Until } from "./fault.ts";
import type { LineInHand } from "./line-in-hand.ts";
import { fits } from "./line-word.ts";

/** Lines that are held back for a while. */
export class Shelf {
  #held: { readonly line: LineInHand; readonly until: Until; left: number }[] = [];
  readonly #reversed = new Map<Fault, LineInHand[]>();
  readonly #release: (lines: readonly LineInHand[]) => void;

  /** `release` writes lines whose time has come while nothing else is said. */
  constructor(release: (lines: readonly LineInHand[]) => void) {
    this.#release = release;
  }

  hold(line: LineInHand, until: Until): void {
    if ("ms" in until) setTimeout(() => this.#release([line]), until.ms);
    else this.#held.push({ line, until, left: "heard" in until ? (until.nth ?? 1) : 1 });
  }

  /** Some line waits for another. */
  get awaitsLine(): boolean {
    return this.#held.some(({ until }) => "line" in until);
  }

  /** The lines that waited for this one of ours, which is written now. */
  said(word: string): readonly LineInHand[] {
    return this.#take((until) => "line" in until && fits(word, until.line));
  }

  /** The host has said something. */
  heard(word: string): void {
    this.#release(this.#take((until) => "heard" in until && fits(word, until.heard)));
  }

  /** All lines of this fault, last one first, once there are enough; none before. */
  reverse(line: LineInHand, fault: Fault, count: number): readonly LineInHand[] {
    const lines = [...(this.#reversed.get(fault) ?? []), line];
    this.#reversed.set(fault, lines.length < count ? lines : []);
    return lines.length < count ? [] : lines.toReversed();
  }

  #take(isNow: (until: Until) => boolean): readonly LineInHand[] {
    const taken = this.#held.filter((held) => isNow(held.until) && --held.left === 0);
    this.#held = this.#held.filter((held) => !taken.includes(held));
    return taken.map(({ line }) => line);
  }
}
