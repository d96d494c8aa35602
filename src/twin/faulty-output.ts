import { Writable } from "node:stream";
import { type Fields, isFields } from "../wire/fields.ts";
import type { ActionQueue } from "./action-queue.ts";
import { DelayedLines } from "./delayed-lines.ts";
import type { Fault, LineMoment } from "./fault.ts";
import type { FaultPlan } from "./fault-plan.ts";
import { lineWord } from "./line-word.ts";
import { OutgoingLine } from "./outgoing-line.ts";
import type { OutputAction } from "./output-action.ts";
import { replaced } from "./replaced.ts";
import { type FaultTarget, runFault } from "./run-fault.ts";

interface FaultyOutputOptions {
  readonly plan: FaultPlan;
  readonly queue: ActionQueue;
  readonly target: FaultTarget;
  /** What the host asked under this id. */
  readonly answered: (requestId: string) => string | undefined;
}

/** Takes the whole lines of an agent and writes them as the faults want it. */
export class FaultyOutput extends Writable {
  readonly #options: FaultyOutputOptions;
  readonly #delayed: DelayedLines;
  #turn = 1;

  constructor(options: FaultyOutputOptions) {
    super({ decodeStrings: false });
    this.#options = options;
    this.#delayed = new DelayedLines((lines) => void options.queue.add(lines.flatMap((line) => line.actions())));
  }

  override _write(chunk: string | Uint8Array, _encoding: unknown, done: () => void): void {
    void this.#options.queue.add(this.#actions(String(chunk))).then(() => done());
  }

  /** Runs faults that concern no line. `heard` is what the host has just said. */
  runFaults(faults: readonly Fault[], heard?: Fields): void {
    const actions = faults.flatMap((fault) => runFault(fault, this.#options.target, heard));
    if (actions.length > 0) void this.#options.queue.add(actions);
  }

  /** The host has said something: what waited for it is written. */
  heard(word: string): void {
    this.#delayed.heard(word);
  }

  #actions(chunk: string): OutputAction[] {
    // Looking at each of some hundred thousand lines is only for those who want it.
    if (!this.#options.plan.concernsLines && !this.#delayed.awaitsLine && !chunk.includes('"result"'))
      return [{ write: chunk }];
    const lines = chunk.split("\n").slice(0, -1);
    return lines.flatMap((text) => this.#line(text));
  }

  #line(text: string): OutputAction[] {
    const { plan, answered } = this.#options;
    const value = parsed(text);
    // The answer of a one-shot is no frame.
    if (value === undefined) return [{ write: `${text}\n` }];
    const word = lineWord(value, answered);
    const faults = plan.atLine(word, this.#turn);
    if (word.startsWith("result")) this.#turn++;
    return [...this.#faulty(text, faults), ...this.#delayed.said(word).flatMap((line) => line.actions())];
  }

  #faulty(text: string, faults: readonly Fault[]): OutputAction[] {
    if (faults.length === 0) return [{ write: `${text}\n` }];
    const line = new OutgoingLine(text);
    let written: readonly OutgoingLine[] = [line];
    const before: OutputAction[] = [];
    const after: OutputAction[] = [];
    for (const fault of faults) {
      const replacement = replaced(line, fault, this.#delayed);
      if (replacement !== undefined) written = replacement === "itself" ? written : replacement;
      else if ((fault.at as LineMoment).after) after.push(...runFault(fault, this.#options.target));
      else before.push(...beginning(line, fault), ...runFault(fault, this.#options.target));
    }
    return [...before, ...written.flatMap((some) => some.actions()), ...after];
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

function beginning(line: OutgoingLine, fault: Fault): OutputAction[] {
  return "exit" in fault && fault.exit.written !== undefined ? line.beginning(fault.exit.written) : [];
}
