import type { Fault, HeardMoment, LineMoment } from "./fault.ts";
import { fits } from "./line-word.ts";

/** Which faults are still to come, and when. */
export class FaultPlan {
  #armed: ArmedFault[] = [];

  /** They count from now. */
  add(faults: readonly Fault[]): void {
    this.#armed.push(...faults.map((fault) => new ArmedFault(fault)));
  }

  /** False: lines need not be looked at. */
  get concernsLines(): boolean {
    return this.#armed.some(({ fault }) => isAtLine(fault.at));
  }

  atLine(word: string, turn: number): readonly Fault[] {
    return this.#take(({ at }) => isAtLine(at) && fits(word, at.line) && (at.turn === undefined || at.turn === turn));
  }

  atHeard(word: string): readonly Fault[] {
    return this.#take(({ at }) => isAtHeard(at) && fits(word, at.heard));
  }

  at(moment: "start" | "end_of_input"): readonly Fault[] {
    return this.#take((fault) => fault.at === moment);
  }

  #take(isNow: (fault: Fault) => boolean): readonly Fault[] {
    const met = this.#armed.filter((armed) => isNow(armed.fault) && armed.meet());
    if (met.some(({ isSpent }) => isSpent)) this.#armed = this.#armed.filter(({ isSpent }) => !isSpent);
    return met.map(({ fault }) => fault);
  }
}

class ArmedFault {
  readonly fault: Fault;
  readonly #first: number;
  readonly #last: number;
  #met = 0;

  constructor(fault: Fault) {
    const { at, times = 1 } = fault;
    this.fault = fault;
    this.#first = typeof at === "object" ? (at.nth ?? 1) : 1;
    this.#last = times === "every" ? Number.POSITIVE_INFINITY : this.#first + times - 1;
  }

  /** Its moment is here once more; true when it happens. */
  meet(): boolean {
    this.#met++;
    return this.#met >= this.#first && this.#met <= this.#last;
  }

  get isSpent(): boolean {
    return this.#met >= this.#last;
  }
}

function isAtLine(at: Fault["at"]): at is LineMoment {
  return typeof at === "object" && "line" in at;
}

function isAtHeard(at: Fault["at"]): at is HeardMoment {
  return typeof at === "object" && "heard" in at;
}
