import type { Fault, Until } from "./fault.ts";
import { fits } from "./line-word.ts";
import type { OutgoingLine } from "./outgoing-line.ts";

/** Lines that are held back for a while. */
export class DelayedLines {
  #held: { readonly line: OutgoingLine; readonly until: Until; left: number }[] = [];
  readonly #reversed = new Map<Fault, OutgoingLine[]>();
  readonly #release: (lines: readonly OutgoingLine[]) => void;

  /** `release` writes lines whose time has come while nothing else is said. */
  constructor(release: (lines: readonly OutgoingLine[]) => void) {
    this.#release = release;
  }

  hold(line: OutgoingLine, until: Until): void {
    if ("ms" in until) setTimeout(() => this.#release([line]), until.ms);
    else this.#held.push({ line, until, left: "heard" in until ? (until.nth ?? 1) : 1 });
  }

  /** Some line waits for another. */
  get awaitsLine(): boolean {
    return this.#held.some(({ until }) => "line" in until);
  }

  /** The lines that waited for this one of ours, which is written now. */
  said(word: string): readonly OutgoingLine[] {
    return this.#take((until) => "line" in until && fits(word, until.line));
  }

  /** The host has said something. */
  heard(word: string): void {
    this.#release(this.#take((until) => "heard" in until && fits(word, until.heard)));
  }

  /** All lines of this fault, last one first, once there are enough; none before. */
  reverse(line: OutgoingLine, fault: Fault, count: number): readonly OutgoingLine[] {
    const lines = [...(this.#reversed.get(fault) ?? []), line];
    this.#reversed.set(fault, lines.length < count ? lines : []);
    return lines.length < count ? [] : lines.toReversed();
  }

  #take(isNow: (until: Until) => boolean): readonly OutgoingLine[] {
    const taken = this.#held.filter((held) => isNow(held.until) && --held.left === 0);
    this.#held = this.#held.filter((held) => !taken.includes(held));
    return taken.map(({ line }) => line);
  }
}
