import type { LostLine } from "../../codec/held-line.ts";
import { unreadLongLine } from "../../codec/read-long-line.ts";
import type { Frame } from "../../wire/frame.ts";
import { LineGate, type LongLine } from "./line-gate.ts";
import type { LongLines } from "./long-lines.ts";
import { OutputQueue } from "./output-queue.ts";
import type { ReadingTurns, TurnTaker } from "./reading-turns.ts";

/** Does something with what was read. */
export interface OutputSink {
  /** Whole lines, one or many. */
  lines(at: number, bytes: Uint8Array): void;
  /** One long line; `to` is the place behind it. */
  frame(frame: Frame, to: number): void;
  /** The last line became more than was told at once: `goOn` tells some of it. Nothing else is told before all of it is. */
  isInLine(): boolean;
  goOn(): void;
  /** There are no more lines; may be called again. */
  end(): void;
  /** What was said before this place is of no use, and need not be read again: it is part of this line over the cap. */
  lost(to: number, line: LostLine): void;
  /** A long line at this place is about to be read: `saved` is to be called with it when it is stored. Undefined: no longer. */
  attempt(from: number | undefined): void;
  /** Output was taken up to here, whole lines or not. */
  taken(to: number): void;
  failed(error: unknown): void;
  /** How much came of it so far. */
  units(): number;
}

interface OutputReaderParts {
  readonly sink: OutputSink;
  readonly turns: ReadingTurns;
  readonly longLines: LongLines;
  readonly maxLineBytes: number;
  readonly maxPayloadBytes: number;
  /** The place of a long line that an earlier daemon began to read and did not survive. */
  readonly triedBefore: number | undefined;
  /** The place of a line that an earlier daemon read and told in part: if it ended then, it was not for reading that line. */
  readonly readBefore?: number | undefined;
  /** The line over the cap in whose middle an earlier daemon ended. */
  readonly lost?: LostLine | undefined;
}

interface Spent {
  readonly units: number;
  readonly ms: number;
  /** Without the time that the machine gave to other processes: an agent is not to rest for that. */
  readonly workMs: number;
}

type State =
  | { readonly at: "reading" }
  /** That it will be read is being stored. */
  | { readonly at: "marking"; readonly line: LongLine }
  /** Another thread reads it. */
  | { readonly at: "elsewhere" }
  /** It was read, and its turn comes when this round has something left. */
  | { readonly at: "arrived"; readonly frame: Frame; readonly line: LongLine }
  /** It took the loop so much time that it has to wait for the next turn. */
  | { readonly at: "resting"; readonly timer: NodeJS.Timeout }
  | { readonly at: "stopped" };

/** Lines over this are read in another thread. */
export const longLineBytes = 1024 * 1024;

const reading: State = { at: "reading" };
const elsewhere: State = { at: "elsewhere" };
const stopped: State = { at: "stopped" };

const minSliceBytes = 256;
const maxSliceBytes = 16 * 1024;
/** A slice with more is too long. */
const unitsPerSlice = 128;
const slowSliceMs = 1;

/** About what becomes of what was read: a unit is encoded and stored, and so are the bytes of a long line. */
const msPerUnit = 0.01;
const msPerByte = 10 / (1024 * 1024);
/**
 * More than this at once is made up for by a rest, while others are busy: they meet such a moment now and then, and not
 * with every call.
 */
const freeMs = 10;
const restPerMs = 20;
const maxRestMs = 3000;

/** Reads the output of one agent, a part at a time, so that the daemon stays with everybody. Order is kept. */
export class OutputReader implements TurnTaker {
  readonly #parts: OutputReaderParts;
  readonly #queue = new OutputQueue();
  readonly #gate: LineGate;
  #state: State = reading;
  #sliceBytes = 1024;
  #round = -1;
  #spent = { units: 0, ms: 0, bytes: 0 };
  #onEnd: (() => void) | undefined;

  constructor(parts: OutputReaderParts) {
    this.#parts = parts;
    const { sink, maxLineBytes, lost } = parts;
    const gateSink = {
      lines: (at: number, bytes: Uint8Array) => sink.lines(at, bytes),
      longLine: (line: LongLine) => this.#longLine(line),
      lost: (to: number, line: LostLine) => sink.lost(to, line),
      overCap: (frame: Frame, to: number) => sink.frame(frame, to),
    };
    this.#gate = new LineGate(gateSink, maxLineBytes, longLineBytes, lost);
  }

  /** Nothing waits to be read. */
  get isCaughtUp(): boolean {
    return this.#state.at === "reading" && !this.#hasMore;
  }

  /** The bytes are valid during the call only. */
  output(at: number, bytes: Uint8Array): void {
    if (this.#state.at === "stopped") return;
    const taken = this.#queue.isEmpty ? this.#read(at, bytes) : 0;
    if (taken < bytes.length) this.#queue.push(at + taken, bytes.subarray(taken));
    this.#goOn();
  }

  /** There is no more; called back when all was read. */
  end(done: () => void): void {
    this.#onEnd = done;
    this.#goOn();
  }

  takeTurn(): void {
    this.#takeArrived();
    this.#goOnInLine();
    while (!this.#queue.isEmpty) {
      const taken = this.#read(this.#queue.at, this.#queue.peek());
      if (taken === 0) break;
      this.#queue.drop(taken);
    }
    this.#goOn();
  }

  /** This attempt is stored. */
  saved(attempt: number | undefined): void {
    if (this.#state.at !== "marking" || this.#state.line.from !== attempt) return;
    void this.#readElsewhere(this.#state.line, false);
  }

  /** Nothing more is read. */
  stop(): void {
    if (this.#state.at === "resting") clearTimeout(this.#state.timer);
    this.#state = stopped;
    this.#queue.clear();
    this.#parts.turns.leave(this);
    this.#goOn();
  }

  async #readElsewhere(line: LongLine, isSkipped: boolean): Promise<void> {
    this.#state = elsewhere;
    const { longLines, maxPayloadBytes } = this.#parts;
    const outcome = await longLines.read({ parts: line.parts, maxPayloadBytes, isSkipped });
    if (this.#state !== elsewhere) return;
    // The next daemon reads it.
    if (outcome.kind === "closed") return this.#abandon(isSkipped);
    const frame = outcome.kind === "died" ? unreadLongLine("too_costly", line.bytes, []) : outcome.frame;
    this.#state = { at: "arrived", frame, line };
    this.#takeArrived();
    this.#goOn();
  }

  #abandon(isSkipped: boolean): void {
    if (!isSkipped) this.#parts.sink.attempt(undefined);
    this.#state = stopped;
    this.#queue.clear();
  }

  #goOn(): void {
    const { turns } = this.#parts;
    const isEnding = this.#onEnd !== undefined;
    const mustWait = (): boolean => this.#state.at === "arrived" || (this.#state.at === "reading" && this.#hasMore);
    if (mustWait() || (isEnding && this.#state.at === "reading" && !this.#hasTurn))
      return turns.wait(this, this.#isServed());
    if (!isEnding) return;
    this.#readLastLine();
    if (mustWait()) return turns.wait(this, this.#isServed());
    if (this.#state.at !== "reading" && this.#state.at !== "stopped") return;
    const done = this.#onEnd;
    this.#onEnd = undefined;
    // Where the last words could not be dealt with, it has been called.
    done?.();
  }

  /** One without LF. */
  #readLastLine(): void {
    if (this.#state.at === "reading") this.#measure(() => this.#gate.end());
    if (this.#state.at === "reading") this.#measure(() => this.#parts.sink.end());
  }

  get #hasMore(): boolean {
    return !this.#queue.isEmpty || this.#parts.sink.isInLine();
  }

  get #mayRead(): boolean {
    return this.#state.at === "reading" && this.#hasTurn;
  }

  get #hasTurn(): boolean {
    return !this.#isServed() && !this.#parts.turns.isOver;
  }

  #goOnInLine(): void {
    const { sink } = this.#parts;
    while (sink.isInLine() && this.#mayRead) {
      const { workMs, units } = this.#measure(() => sink.goOn());
      this.#restAfter(workMs + units * msPerUnit);
    }
  }

  #isServed(): boolean {
    const { round, limits } = this.#parts.turns;
    if (this.#round !== round) {
      this.#round = round;
      this.#spent = { units: 0, ms: 0, bytes: 0 };
    }
    const { units, ms, bytes } = this.#spent;
    return units >= limits.units || ms >= limits.ms || bytes >= limits.bytes;
  }

  /** How much was read of it. */
  #read(at: number, bytes: Uint8Array): number {
    const { sink } = this.#parts;
    let taken = 0;
    while (taken < bytes.length && !sink.isInLine() && this.#mayRead) {
      const slice = bytes.subarray(taken, taken + this.#sliceBytes);
      const before = taken;
      const spent = this.#measure(() => {
        taken += this.#gate.push(at + taken, slice);
      });
      this.#spent.bytes += taken - before;
      this.#resize(spent, taken - before);
      this.#restAfter(spent.workMs + spent.units * msPerUnit);
    }
    if (taken > 0) sink.taken(at + taken);
    return taken;
  }

  /** So that the next slice takes about as long as it may. */
  #resize({ units, ms }: Spent, bytes: number): void {
    if (units > unitsPerSlice || ms > slowSliceMs) this.#sliceBytes = Math.max(minSliceBytes, this.#sliceBytes / 4);
    else if (units < unitsPerSlice / 4 && bytes === this.#sliceBytes)
      this.#sliceBytes = Math.min(maxSliceBytes, this.#sliceBytes * 2);
  }

  #measure(action: () => void): Spent {
    const { sink, turns } = this.#parts;
    const begun = performance.now();
    const cpu = process.threadCpuUsage();
    const before = sink.units();
    this.#guard(action);
    const units = sink.units() - before;
    const ms = performance.now() - begun;
    this.#spent.units += units;
    this.#spent.ms += ms;
    turns.spend(this, units, ms);
    return { units, ms, workMs: ms > freeMs ? Math.min(ms, cpuMsSince(cpu)) : ms };
  }

  #guard(action: () => void): void {
    try {
      action();
    } catch (error) {
      this.#state = stopped;
      this.#parts.sink.failed(error);
    }
  }

  #longLine(line: LongLine): void {
    const { sink, triedBefore, readBefore } = this.#parts;
    if (line.from === triedBefore) return void this.#readElsewhere(line, true);
    if (line.from === readBefore) return void this.#readElsewhere(line, false);
    this.#state = { at: "marking", line };
    sink.attempt(line.from);
  }

  #takeArrived(): void {
    if (this.#state.at !== "arrived" || !this.#hasTurn) return;
    const { frame, line } = this.#state;
    const { sink } = this.#parts;
    this.#state = reading;
    const { units, workMs } = this.#measure(() => {
      sink.attempt(undefined);
      sink.frame(frame, line.to);
      sink.taken(line.to);
    });
    const stored = frame.type === "unreadable" ? 0 : Math.min(line.bytes, this.#parts.maxPayloadBytes) * msPerByte;
    this.#restAfter(workMs + units * msPerUnit + stored);
  }

  #restAfter(ms: number): void {
    if (ms <= freeMs || this.#state.at !== "reading" || !this.#parts.turns.isShared(this)) return;
    const timer = setTimeout(
      () => {
        this.#state = reading;
        this.#goOn();
      },
      Math.min(maxRestMs, (ms - freeMs) * restPerMs),
    );
    this.#state = { at: "resting", timer };
  }
}

function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
