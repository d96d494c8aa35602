import assert from "node:assert/strict";
import { ReadingTurns, readingLimits } from "../../../src/daemon/reading/reading-turns.ts";

const maxSliceBytes = 16 * 1024;
/** What a slice may hold at most, if it is nothing but the shortest blocks. */
const maxUnitsAtOnce = maxSliceBytes / '{"type":"tool_use"},'.length;

interface Spent {
  units: number;
  bytes: number;
  ms: number;
}

/** The commits of a daemon, and a clock that goes on only where something is done: what one round may cost holds exactly. */
export class ReadingRound {
  readonly turns: ReadingTurns;
  readonly #spent = new Map<object, Spent>();
  readonly #commits = new Set<() => void>();
  readonly #now = performance.now;
  #clock = 0;
  #failure: { readonly error: unknown } | undefined;
  #commit: NodeJS.Immediate | undefined;
  #prepare: (() => void)[] = [];

  constructor() {
    performance.now = () => this.#clock;
    this.turns = new ReadingTurns((prepare) => {
      this.#prepare.push(prepare);
      this.commitSoon();
    });
  }

  /** Also in the callback of a thread: the case it belongs to throws it. */
  fail(error: unknown): void {
    this.#failure ??= { error };
  }

  check(): void {
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  close(): void {
    clearImmediate(this.#commit);
    performance.now = this.#now;
  }

  onCommit(commit: () => void): () => void {
    this.#commits.add(commit);
    return () => this.#commits.delete(commit);
  }

  commitSoon(): void {
    this.#commit ??= setImmediate(() => {
      this.#commit = undefined;
      for (const prepare of this.#prepare.splice(0)) prepare();
      this.#spent.clear();
      for (const commit of [...this.#commits]) commit();
    });
  }

  work(ms: number): void {
    this.#clock += ms;
  }

  /** A reader took so many bytes, of whole lines or not: the last slice may be over the bound. */
  taken(reader: object, bytes: number): void {
    const spent = this.#spentBy(reader);
    spent.bytes += bytes;
    assert.ok(spent.bytes < readingLimits.bytes + maxSliceBytes, `${spent.bytes} bytes of one agent before a commit`);
  }

  /** A reader reads: nothing is begun that is over a bound already. */
  read(reader: object, units: () => number, action: () => void): void {
    const spent = this.#spentBy(reader);
    const all = [...this.#spent.values()];
    assert.ok(spent.units < readingLimits.units, `${spent.units} units of one agent before a commit`);
    assert.ok(spent.ms < readingLimits.ms, `${spent.ms} ms of one agent before a commit`);
    const sum = (of: keyof Spent): number => all.reduce((total, one) => total + one[of], 0);
    assert.ok(sum("units") < readingLimits.allUnits, `${sum("units")} units before a commit`);
    assert.ok(sum("ms") < readingLimits.allMs, `${sum("ms")} ms before a commit`);
    const [begun, before] = [this.#clock, units()];
    action();
    assert.ok(units() - before <= maxUnitsAtOnce, `${units() - before} units at once`);
    spent.units += units() - before;
    spent.ms += this.#clock - begun;
  }

  #spentBy(reader: object): Spent {
    const spent = this.#spent.get(reader) ?? { units: 0, bytes: 0, ms: 0 };
    this.#spent.set(reader, spent);
    return spent;
  }
}
