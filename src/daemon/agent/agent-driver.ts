import { setTimeout as sleep } from "node:timers/promises";
import type { LostLine } from "../../codec/held-line.ts";
import { closedError } from "../../conversation/closed-error.ts";
import { Quiet } from "../../conversation/quiet.ts";
import { BridleError } from "../../errors.ts";
import { defaultLadder, type StopStep, stop } from "../../transport/stop.ts";
import type { Exit } from "../../transport/transport.ts";
import type { ControlResponse } from "../../wire/canonical.ts";
import { saysUnsupported } from "../../wire/dispatch.ts";
import type { Fields } from "../../wire/fields.ts";
import type { Frame } from "../../wire/frame.ts";
import { type AgentExit, type AgentListener, type AgentSpec, type Holding, untoldExit } from "../holding/held-agent.ts";
import type { LongLines } from "../reading/long-lines.ts";
import { OutputReader } from "../reading/output-reader.ts";
import type { ReadingTurns } from "../reading/reading-turns.ts";
import { updateAgent } from "../store/agents-table.ts";
import { addToOutbox, removeFromOutboxBelow } from "../store/outbox-table.ts";
import { together, type Work } from "../store/work.ts";
import { AgentCalls } from "./agent-calls.ts";
import { AgentInput } from "./agent-input.ts";
import { AgentReading, type ReadingSink, type ReadingState } from "./agent-reading.ts";
import type { LostAgents } from "./lost-agents.ts";

export interface DriverSink extends Omit<ReadingSink, "answer"> {
  /** An answer to nothing this daemon asked: to a request of the one before it, mostly. */
  strayAnswer(answer: ControlResponse): void;
  /** It said what it can do: its answer to `initialize`. */
  described(answer: Fields): void;
  /** There is something to store. */
  dirty(): void;
  exited(exit: AgentExit): void;
  /** What it said could not be dealt with; it is being ended. */
  failed(error: unknown): void;
}

/** What an agent said that was not as expected. */
export interface Oddities {
  /** Of unknown types. */
  readonly unknown: number;
  /** Known, did not parse, of a version outside the supported range. */
  readonly tolerated: number;
  /** The same, of a supported version. */
  readonly drifts: number;
  /** Lines of which nothing could be read. */
  readonly unreadable: number;
}

/** Figures of what goes through. */
export interface DriverMeter {
  read(lines: number, bytes: number): void;
  odd(counted: Oddities): void;
  told(bytes: number): void;
}

export interface DriverParts {
  readonly id: string;
  /** Undefined: of an agent that is known to be gone. */
  readonly holding: Holding | undefined;
  /** Ends it where the holder does not. */
  readonly lost: Pick<LostAgents, "end">;
  readonly sink: DriverSink;
  readonly meter: DriverMeter;
  readonly turns: ReadingTurns;
  readonly longLines: LongLines;
  readonly maxPayloadBytes: number;
  readonly reading: ReadingState;
  readonly outputOffset: number;
  readonly inputOffset: number;
}

const killLadder: readonly StopStep[] = [{ step: (agent) => agent.signal("SIGKILL"), graceMs: 1_000 }];
/** How long the holder may be silent about an agent that is gone. What the agent wrote last is waited for. */
const untoldMs = 3_000;

/**
 * One agent that runs in the holder. Its bytes become events while they come;
 * what it is told is stored first. `save` gives what belongs into the session's
 * next transaction.
 */
export class AgentDriver implements AgentListener {
  readonly id: string;
  readonly reading: AgentReading;
  readonly #holding: Holding | undefined;
  readonly #lost: Pick<LostAgents, "end">;
  readonly #sink: DriverSink;
  readonly #meter: DriverMeter;
  readonly #input: AgentInput;
  readonly #calls: AgentCalls;
  readonly #quiet: Quiet;
  readonly #output: OutputReader;
  readonly #exited = Promise.withResolvers<Exit>();
  #gone = false;
  #failed = false;
  #odd: Oddities = { unknown: 0, tolerated: 0, drifts: 0, unreadable: 0 };
  #readTo = 0;
  #heardTo = 0;
  #pid: number | undefined;
  #silentSince = performance.now();

  constructor(parts: DriverParts) {
    const { id, holding, lost, sink, meter, maxPayloadBytes, reading, outputOffset, inputOffset } = parts;
    this.id = id;
    this.#holding = holding;
    this.#lost = lost;
    this.#sink = sink;
    this.#meter = meter;
    this.#input = new AgentInput(inputOffset);
    this.#calls = new AgentCalls((line) => this.#send(line));
    const answer = (found: ControlResponse): void => {
      if (this.#calls.settle(found)) return;
      // To the first words of the daemon before.
      if (found.payload?.commands !== undefined) this.described(found.payload);
      sink.strayAnswer(found);
    };
    this.reading = new AgentReading(reading, outputOffset, { ...bound(sink), answer }, maxPayloadBytes);
    this.#quiet = new Quiet({
      inDoubt: () => !this.#gone && !this.#failed && this.reading.ledger.inDoubt,
      listens: () => this.#output.isCaughtUp,
      resolve: () => {
        this.reading.resolve();
        sink.dirty();
      },
    });
    this.#output = this.#outputReader(parts);
  }

  #outputReader({ turns, longLines, maxPayloadBytes, reading: state }: DriverParts): OutputReader {
    const { reading } = this;
    const sink = {
      lines: (at: number, bytes: Uint8Array) => this.#heard(() => reading.push(at, bytes)),
      frame: (frame: Frame, to: number) => this.#heard(() => reading.accept(frame, to)),
      isInLine: () => reading.isInLine,
      goOn: () => {
        this.#heard(() => reading.goOn());
        this.#sink.dirty();
      },
      end: () => reading.end(),
      lost: (to: number, line: LostLine) => reading.skip(to, line),
      attempt: (from: number | undefined) => {
        reading.attempt = from;
        this.#sink.dirty();
      },
      taken: (to: number) => this.#taken(to),
      failed: (error: unknown) => this.#fail(error),
      units: () => reading.units,
    };
    const { maxLineBytes, readBefore } = reading;
    const { attempt: triedBefore, lostLine: lost } = state;
    const begun = { triedBefore, readBefore, lost };
    return new OutputReader({ sink, turns, longLines, maxLineBytes, maxPayloadBytes, ...begun });
  }

  /** It has ended: what it is told now is told nobody. */
  get isGone(): boolean {
    return this.#gone;
  }

  /** Undefined before it runs. */
  get pid(): number | undefined {
    return this.#pid;
  }

  /**
   * When the agent last told of anything or was told something, by `performance.now()`, which never jumps. Requests of
   * ours and the answers to them do not count: whoever asks whether it lives must not make it look so.
   */
  get silentSince(): number {
    return this.#silentSince;
  }

  described(answer: Fields): void {
    this.#sink.described(answer);
  }

  async start(spec: AgentSpec): Promise<void> {
    if (this.#holding === undefined) throw new Error("an agent that is gone cannot be started");
    this.#pid = (await this.#holding.start(spec, this)).pid;
  }

  /** Its exit is stored. */
  forget(): void {
    this.#holding?.forget(this.id);
  }

  /** Goes on with an agent of an earlier daemon; `outbox` is what that one stored and the holder may not have. */
  attach(outbox: readonly { readonly at: number; readonly data: Uint8Array }[]): void {
    this.#pid = this.#holding?.agents.find(({ id }) => id === this.id)?.pid;
    this.#holding?.attach(this.id, this.reading.consumed, this);
    for (const { at, data } of outbox) this.#holding?.input(this.id, at, data);
    this.#quiet.heard();
  }

  output(at: number, bytes: Uint8Array): void {
    this.#heardTo = at + bytes.length;
    // Nobody reads it any more; kept, it would hold up the agent's end.
    if (this.#failed) return this.#holding?.acknowledge(this.id, this.#heardTo);
    this.#output.output(at, bytes);
    this.#meter.read(0, bytes.length);
  }

  #heard(read: () => void): void {
    const { heard } = this.reading.progress;
    read();
    if (this.reading.progress.heard !== heard) this.#silentSince = performance.now();
  }

  #taken(to: number): void {
    this.#readTo = to;
    const isOpenLine = this.reading.consumed < to;
    if (isOpenLine) this.#silentSince = performance.now();
    this.#meter.read(this.reading.takeLines(), 0);
    this.#countOddities();
    this.#quiet.heard();
    this.#sink.dirty();
  }

  #countOddities(): void {
    const { unknown_types, unknown_subtypes, parse_errors_tolerated, protocol_drifts, unreadable_lines } =
      this.reading.counters;
    const now: Oddities = {
      unknown: unknown_types + unknown_subtypes,
      tolerated: parse_errors_tolerated,
      drifts: protocol_drifts,
      unreadable: unreadable_lines,
    };
    const before = this.#odd;
    const keys = Object.keys(now) as (keyof Oddities)[];
    if (keys.every((key) => now[key] === before[key])) return;
    this.#odd = now;
    const { unknown, tolerated, drifts, unreadable } = before;
    this.#meter.odd({
      unknown: now.unknown - unknown,
      tolerated: now.tolerated - tolerated,
      drifts: now.drifts - drifts,
      unreadable: now.unreadable - unreadable,
    });
  }

  /** A fault of ours in what one agent said must not end the daemon, nor again the next one that reads it. */
  #fail(error: unknown): void {
    this.#failed = true;
    this.#sink.failed(error);
    void this.end(killLadder);
    this.#sink.dirty();
    this.#output.stop();
  }

  inputReceived(to: number): void {
    this.#input.confirm(to);
  }

  /** What it said before is read first. */
  exited(exit: AgentExit): void {
    this.#gone = true;
    this.#output.end(() => this.#ended(exit));
  }

  #ended(exit: AgentExit): void {
    this.#quiet.stop();
    const { exitCode, signal } = exit;
    const ended: Exit = { exitCode, signal: signal as NodeJS.Signals | null };
    this.#calls.close(closedError(ended, exit.stderr, process.env));
    this.#exited.resolve(ended);
    this.#sink.exited(exit);
    this.#sink.dirty();
  }

  /** One line. */
  write(line: string): void {
    this.#silentSince = performance.now();
    this.#send(line);
  }

  /** Throws `overflow` while it does not read what it was told before. */
  throwIfDeaf(): void {
    if (this.#input.waiting > maxWaitingBytes) throw deaf(this.#input.waiting);
  }

  #send(line: string): void {
    if (this.#gone || this.#failed) return;
    this.#input.write(line);
    this.#sink.dirty();
    // Answers cannot be refused, nor kept for ever.
    if (this.#input.waiting > 2 * maxWaitingBytes + line.length) this.#fail(deaf(this.#input.waiting));
  }

  /** Rejects with `unsupported` (nothing was sent), `refused`, `timeout` or `closed`. */
  async request(subtype: string, payload: Fields, timeoutMs: number): Promise<Fields> {
    try {
      return await this.#calls.request(this.reading.adapter, subtype, payload, timeoutMs);
    } catch (error) {
      if (saysUnsupported(error)) this.reading.learn({ refused: [subtype] });
      throw error;
    }
  }

  /** Ends the agent, politely first. One whose end the holder does not tell is ended by its mark, and given up. */
  async end(steps = defaultLadder): Promise<void> {
    const endInput = (): void => {
      this.#input.end();
      this.#sink.dirty();
    };
    const signal = (name: NodeJS.Signals): void => this.#holding?.signal(this.id, name);
    if ((await stop({ endInput, signal, exited: this.#exited.promise }, steps, 0)) === undefined) await this.#giveUp();
  }

  async #giveUp(): Promise<void> {
    await this.#lost.end(this.id).catch(() => undefined);
    for (let heardTo = -1; heardTo < this.#heardTo && !this.#gone; ) {
      heardTo = this.#heardTo;
      await Promise.race([this.#exited.promise, sleep(untoldMs, undefined, { ref: false })]);
    }
    if (!this.#gone) this.exited(untoldExit);
  }

  /** What to store with the events made so far, and what to do once it is. */
  save(): { readonly work: Work; readonly committed: () => void } {
    const { pieces, ending, removable } = this.#input.take();
    const outputOffset = this.reading.consumed;
    const readTo = Math.max(outputOffset, this.#readTo);
    const inputOffset = this.#input.offset;
    // What a failed reading knows may be half of something.
    const { attempt } = this.reading;
    const changed = this.reading.takeChanged() && !this.#failed;
    const reading = changed ? JSON.stringify(this.reading.state) : undefined;
    return {
      work: together(
        updateAgent(this.id, { outputOffset, inputOffset, ...(reading !== undefined && { reading }) }),
        ...pieces.map(({ at, data }) => addToOutbox(this.id, at, data)),
        ...(removable === undefined ? [] : [removeFromOutboxBelow(this.id, removable)]),
      ),
      committed: () => {
        this.#output.saved(attempt);
        if (this.#gone) return;
        for (const { at, data } of pieces) {
          this.#holding?.input(this.id, at, data);
          this.#meter.told(data.length);
        }
        if (ending) this.#holding?.endInput(this.id, inputOffset);
        this.#holding?.acknowledge(this.id, outputOffset, readTo);
      },
    };
  }
}

/** Beside what the holder keeps for it, which is as much again. */
const maxWaitingBytes = 8 * 1024 * 1024;

function deaf(queuedBytes: number): BridleError {
  const message = `the agent does not read its input: ${queuedBytes} bytes wait for it; interrupt the turn or close the session`;
  return new BridleError("overflow", message, { queuedBytes, maxQueuedBytes: maxWaitingBytes });
}

function bound(sink: DriverSink): Omit<ReadingSink, "answer"> {
  return {
    event: (event) => sink.event(event),
    request: (request) => sink.request(request),
    withdrawn: (requestId) => sink.withdrawn(requestId),
    unreadableRequest: (frame) => sink.unreadableRequest(frame),
    notice: (notice) => sink.notice(notice),
  };
}
