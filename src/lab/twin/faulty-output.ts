import { Writable } from "node:stream";
import { type Fields, isFields } from "../../wire/fields.ts";
import type { Deed } from "./deed.ts";
import type { DeedQueue } from "./deed-queue.ts";
import type { Fault, LineMoment } from "./fault.ts";
import type { FaultPlan } from "./fault-plan.ts";
import { type Happening, happen } from "./happen.ts";
import { LineInHand } from "./line-in-hand.ts";
import { lineWord } from "./line-word.ts";
import { replaced } from "./replaced.ts";
import { Shelf } from "./shelf.ts";

interface FaultyOutputOptions {
  readonly plan: FaultPlan;
  readonly queue: DeedQueue;
  readonly happening: Happening;
  /** What the host asked under this id. */
  readonly answered: (requestId: string) => string | undefined;
}

/** Takes the whole lines of an agent and writes them as the faults want it. */
export class FaultyOutput extends Writable {
  readonly #options: FaultyOutputOptions;
  readonly #shelf: Shelf;
  #turn = 1;

  constructor(options: FaultyOutputOptions) {
    super({ decodeStrings: false });
    this.#options = options;
    this.#shelf = new Shelf((lines) => void options.queue.add(lines.flatMap((line) => line.deeds())));
  }

  override _write(chunk: string | Uint8Array, _encoding: unknown, done: () => void): void {
    void this.#options.queue.add(this.#deeds(String(chunk))).then(() => done());
  }

  /** Something is to happen beside the lines. `heard` is what the host has just said. */
  happen(faults: readonly Fault[], heard?: Fields): void {
    const deeds = faults.flatMap((fault) => happen(fault, this.#options.happening, heard));
    if (deeds.length > 0) void this.#options.queue.add(deeds);
  }

  /** The host has said something: what waited for it is written. */
  heard(word: string): void {
    this.#shelf.heard(word);
  }

  #deeds(chunk: string): Deed[] {
    // Looking at each of some hundred thousand lines is only for those who want it.
    if (!this.#options.plan.concernsLines && !this.#shelf.awaitsLine && !chunk.includes('"result"'))
      return [{ write: chunk }];
    const lines = chunk.split("\n").slice(0, -1);
    return lines.flatMap((text) => this.#line(text));
  }

  #line(text: string): Deed[] {
    const { plan, answered } = this.#options;
    const value = parsed(text);
    // The answer of a one-shot is no frame.
    if (value === undefined) return [{ write: `${text}\n` }];
    const word = lineWord(value, answered);
    const faults = plan.atLine(word, this.#turn);
    if (word.startsWith("result")) this.#turn++;
    return [...this.#faulty(text, faults), ...this.#shelf.said(word).flatMap((line) => line.deeds())];
  }

  #faulty(text: string, faults: readonly Fault[]): Deed[] {
    if (faults.length === 0) return [{ write: `${text}\n` }];
    const line = new LineInHand(text);
    let written: readonly LineInHand[] = [line];
    const before: Deed[] = [];
    const after: Deed[] = [];
    for (const fault of faults) {
      const place = replaced(line, fault, this.#shelf);
      if (place !== undefined) written = place === "itself" ? written : place;
      else if ((fault.at as LineMoment).after) after.push(...happen(fault, this.#options.happening));
      else before.push(...beginning(line, fault), ...happen(fault, this.#options.happening));
    }
    return [...before, ...written.flatMap((some) => some.deeds()), ...after];
  }
}

function parsed(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function beginning(line: LineInHand, fault: Fault): Deed[] {
  return "exit" in fault && fault.exit.written !== undefined ? line.beginning(fault.exit.written) : [];
}
