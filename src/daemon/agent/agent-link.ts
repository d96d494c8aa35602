import { setTimeout as sleep } from "node:timers/promises";
import type { LostLine } from "../../codec/held-line.ts";
import { isNews, wordOf } from "../../conversation/turn-progress.ts";
import type { Frame } from "../../wire/frame.ts";
import type { ConversationState } from "../core/conversation-state.ts";
import { type AgentExit, type AgentListener, type Holding, unconfirmedExit } from "../holding/held-agent.ts";
import { AgentDecoder, type ReadItem, type ReadOutput } from "../reading/agent-decoder.ts";
import type { LongLines } from "../reading/long-lines.ts";
import { OutputReader } from "../reading/output-reader.ts";
import type { ReadingTurns } from "../reading/reading-turns.ts";
import type { LostAgents } from "./lost-agents.ts";

/** What the session does with what its agent says and does. */
export interface LinkSink {
  conversation(): ConversationState;
  /** Gives how many events became of it. */
  said(output: ReadOutput): number;
  skipped(offset: number, line: LostLine): void;
  attempt(from: number | undefined): void;
  confirmed(to: number): void;
  /** Output was taken, whole lines or not. */
  taken(): void;
  /** A fault of ours in what it said. `where`: without its words. */
  unreadable(where: string): void;
  /** It is gone; what it said last is being read. */
  ended(): void;
  /** It ended, and all that it said was read. */
  exited(exit: AgentExit): void;
}

/** What an agent said that was not as expected. */
interface Oddities {
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
export interface LinkMeter {
  read(lines: number, bytes: number): void;
  odd(counted: Oddities): void;
  written(bytes: number): void;
}

interface LinkParts {
  readonly id: string;
  readonly holding: Holding;
  /** Ends it where the holder does not. */
  readonly lost: Pick<LostAgents, "end">;
  readonly sink: LinkSink;
  readonly meter: LinkMeter;
  readonly turns: ReadingTurns;
  readonly longLines: LongLines;
  readonly maxPayloadBytes: number;
  readonly outputOffset: number;
}

/** How long the holder may be silent about an agent that is gone. What the agent wrote last is waited for. */
const unconfirmedMs = 3_000;

/** One agent that runs in the holder: its bytes go to its session as they come, a part at a time. */
export class AgentLink implements AgentListener {
  readonly id: string;
  readonly holding: Holding;
  readonly #sink: LinkSink;
  readonly #lost: Pick<LostAgents, "end">;
  readonly #meter: LinkMeter;
  readonly #decoder: AgentDecoder;
  readonly #output: OutputReader;
  readonly #gone = Promise.withResolvers<void>();
  #state: "running" | "failed" | "gone" = "running";
  #odd: Oddities = { unknown: 0, tolerated: 0, drifts: 0, unreadable: 0 };
  #readTo: number;
  #heardTo = 0;
  #pid: number | undefined;
  #silentSince = performance.now();
  #lastWord: string | undefined;

  constructor(parts: LinkParts) {
    const { id, holding, lost, sink, meter, maxPayloadBytes, outputOffset } = parts;
    this.id = id;
    this.holding = holding;
    this.#sink = sink;
    this.#lost = lost;
    this.#meter = meter;
    this.#readTo = outputOffset;
    const said = (output: ReadOutput): number => {
      this.#note(output.items);
      return sink.said(output);
    };
    const decoderSink = {
      conversation: () => sink.conversation(),
      said,
      skipped: (offset: number, line: LostLine) => sink.skipped(offset, line),
    };
    this.#decoder = new AgentDecoder(decoderSink, outputOffset, maxPayloadBytes);
    this.#output = this.#outputReader(parts);
  }

  #outputReader({ turns, longLines, maxPayloadBytes, sink, outputOffset }: LinkParts): OutputReader {
    const decoder = this.#decoder;
    const outputSink = {
      lines: (at: number, bytes: Uint8Array) => decoder.push(at, bytes),
      frame: (frame: Frame, to: number) => decoder.accept(frame, to),
      isInLine: () => decoder.isInLine,
      goOn: () => decoder.goOn(),
      end: () => decoder.end(),
      lost: (to: number, line: LostLine) => decoder.skip(to, line),
      attempt: (from: number | undefined) => sink.attempt(from),
      taken: (to: number) => this.#taken(to),
      failed: (error: unknown) => this.#fail(error),
      units: () => decoder.units,
    };
    const { maxLineBytes } = decoder;
    const { attempt: triedBefore, lostLine: lost, maker } = sink.conversation();
    // Of a line that was told in part: whoever ended then did not end for reading it.
    const readBefore = maker.openMessage === undefined ? undefined : outputOffset;
    const begun = { triedBefore, readBefore, lost };
    return new OutputReader({ sink: outputSink, turns, longLines, maxLineBytes, maxPayloadBytes, ...begun });
  }

  /** Undefined before it runs. */
  get pid(): number | undefined {
    return this.#pid;
  }

  /** Nothing that it said waits to be read. */
  get isCaughtUp(): boolean {
    return this.#output.isCaughtUp;
  }

  /**
   * When the agent last told of anything or was told something, by `performance.now()`, which never jumps. Requests of
   * ours and the answers to them do not count: whoever asks whether it lives must not make it look so.
   */
  get silentSince(): number {
    return this.#silentSince;
  }

  /** The kind of what it said last. Never content. */
  get lastWord(): string | undefined {
    return this.#lastWord;
  }

  async start(spec: Parameters<Holding["start"]>[0]): Promise<void> {
    this.#pid = (await this.holding.start(spec, this)).pid;
  }

  /** Goes on with an agent of an earlier daemon; `outbox` is what that one stored and the holder may not have. */
  attach(outbox: readonly { readonly at: number; readonly data: Uint8Array }[]): void {
    this.#pid = this.holding.agents.find(({ id }) => id === this.id)?.pid;
    this.holding.attach(this.id, this.#readTo, this);
    for (const { at, data } of outbox) this.holding.input(this.id, at, data);
  }

  output(at: number, bytes: Uint8Array): void {
    this.#heardTo = at + bytes.length;
    // Nobody reads it any more; kept, it would hold up the agent's end.
    if (this.#state === "failed") return this.holding.acknowledge(this.id, this.#heardTo);
    this.#output.output(at, bytes);
    this.#meter.read(0, bytes.length);
  }

  inputReceived(to: number): void {
    this.#sink.confirmed(to);
  }

  /** What it said before is read first. */
  exited(exit: AgentExit): void {
    if (this.#state === "gone") return;
    this.#state = "gone";
    this.#sink.ended();
    this.#output.end(() => {
      this.#gone.resolve();
      this.#sink.exited(exit);
    });
  }

  /** One that is stored. */
  write(offset: number, data: Uint8Array, isRequest: boolean): void {
    if (!isRequest) this.#silentSince = performance.now();
    if (this.#state === "gone") return;
    this.holding.input(this.id, offset, data);
    this.#meter.written(data.length);
  }

  endInput(offset: number): void {
    if (this.#state !== "gone") this.holding.endInput(this.id, offset);
  }

  signal(signal: NodeJS.Signals): void {
    this.holding.signal(this.id, signal);
  }

  /** Nothing that it says is read any more, whatever it says. */
  stopReading(): void {
    if (this.#state === "running") this.#state = "failed";
    this.#output.stop();
  }

  /** Nobody listens any more: the session is read anew, or erased. */
  leave(): void {
    this.#output.stop();
  }

  /** The holder does not tell its end: it is ended by its mark, and given up. */
  async giveUp(): Promise<void> {
    await this.#lost.end(this.id).catch(() => undefined);
    for (let heardTo = -1; heardTo < this.#heardTo && this.#state !== "gone"; ) {
      heardTo = this.#heardTo;
      await Promise.race([this.#gone.promise, sleep(unconfirmedMs, undefined, { ref: false })]);
    }
    this.exited(unconfirmedExit);
  }

  /** Output up to here is stored, and so is that this long line is about to be read. */
  stored(outputOffset: number, attempt: number | undefined): void {
    this.#output.saved(attempt);
    if (this.#state !== "gone") this.holding.acknowledge(this.id, outputOffset, Math.max(outputOffset, this.#readTo));
  }

  /** By the last of them that tells of something. */
  #note(items: readonly ReadItem[]): void {
    for (let at = items.length - 1; at >= 0; at--) {
      const item = items[at];
      if (item === undefined || item.kind === "line_notice") continue;
      const message = item.kind === "request" ? item.request : item;
      if (!isNews(message)) continue;
      this.#silentSince = performance.now();
      this.#lastWord = wordOf(message);
      return;
    }
  }

  #taken(to: number): void {
    this.#readTo = to;
    // The middle of a line is a sign of life, too.
    if (this.#decoder.offset < to) this.#silentSince = performance.now();
    this.#meter.read(this.#decoder.takeLines(), 0);
    this.#countOddities();
    this.#sink.taken();
  }

  #countOddities(): void {
    const { unknown_types, unknown_subtypes, parse_errors_tolerated, protocol_drifts, unreadable_lines } =
      this.#decoder.counters;
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
    this.#meter.odd({
      unknown: now.unknown - before.unknown,
      tolerated: now.tolerated - before.tolerated,
      drifts: now.drifts - before.drifts,
      unreadable: now.unreadable - before.unreadable,
    });
  }

  /** A fault of ours in what one agent said must not end the daemon, nor again the next one that reads it. */
  #fail(error: unknown): void {
    this.#state = "failed";
    const { name, stack = "" } = error instanceof Error ? error : new Error();
    // Its message may hold what the agent said.
    this.#sink.unreadable(`${name} ${stack.split("\n")[1]?.trim() ?? ""}`);
    this.#output.stop();
  }
}
