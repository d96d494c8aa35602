import assert from "node:assert/strict";
import type { LostLine } from "../../../src/codec/held-line.ts";
import type { Event } from "../../../src/conversation/event.ts";
import { AgentReading, freshReading, type ReadingState } from "../../../src/daemon/agent/agent-reading.ts";
import type { LongLines } from "../../../src/daemon/reading/long-lines.ts";
import { OutputReader } from "../../../src/daemon/reading/output-reader.ts";
import type { Frame } from "../../../src/wire/frame.ts";
import type { Random } from "../random.ts";
import { maxLineBytes, maxPayloadBytes } from "./agent-output.ts";
import type { ReadingRound } from "./reading-round.ts";

/** As the socket's, it is used again for every chunk. */
const socket = Buffer.alloc(64 * 1024);

/** What one transaction stores: all of it, or nothing. */
interface Stored {
  state: string;
  consumed: number;
  readonly told: string[];
}

/** One agent's output, read by one daemon after the other as `AgentDriver` does it. */
export class ReadAgent {
  readonly output: Buffer;
  /** Places of lines that a daemon did not survive. */
  readonly skipped = new Set<number>();
  kills = 0;
  attempts = 0;
  stateBytes = 0;
  isDone = false;
  readonly #random: Random;
  readonly #round: ReadingRound;
  readonly #longLines: LongLines;
  readonly #stored: Stored = { state: JSON.stringify(freshReading("2.1.325", false)), consumed: 0, told: [] };
  readonly #chunkBytes: number;
  #pending: string[] = [];
  #reading!: AgentReading;
  #reader!: OutputReader;
  #sentTo = 0;
  #takenTo = 0;
  #isEnding = false;
  #forgetCommit = (): unknown => undefined;

  constructor(output: Buffer, random: Random, round: ReadingRound, longLines: LongLines) {
    this.output = output;
    this.#random = random;
    this.#round = round;
    this.#longLines = longLines;
    this.#chunkBytes = random.pick([1, 7, 300, 4096, socket.length]);
    this.#start();
  }

  /** Everything that was stored, with the text of a turn in one piece. */
  get told(): readonly string[] {
    const words: string[] = [];
    let text = "";
    const endText = (): void => {
      if (text !== "") words.push(`text ${text}`);
      text = "";
    };
    for (const word of this.#stored.told) {
      if (word.startsWith("turn ")) endText();
      if (word.startsWith("delta ")) text += word.slice("delta ".length);
      else words.push(word);
    }
    endText();
    return words;
  }

  /** Some chunks come, or a kill. */
  step(): void {
    if (this.isDone) return;
    const { length } = this.output;
    // Bytes one by one would take for ever where there are many of them.
    const most = length - this.#sentTo > 100_000 ? socket.length : this.#chunkBytes;
    for (let n = 0; n < 20 && this.#sentTo < length; n++) {
      const to = Math.min(length, this.#sentTo + 1 + this.#random.below(most));
      const chunk = socket.subarray(0, this.output.copy(socket, 0, this.#sentTo, to));
      this.#reader.output(this.#sentTo, chunk);
      chunk.fill("!");
      this.#sentTo = to;
    }
    if (this.kills < 20 && this.#random.next() < this.#killChance) return this.#kill();
    if (this.#sentTo < length || this.#isEnding) return;
    this.#isEnding = true;
    const { kills } = this;
    this.#reader.end(() => {
      if (kills !== this.kills) return;
      this.#commit();
      this.isDone = true;
    });
  }

  /** Of this step: a line that is read elsewhere takes hundreds, and some are to be read; one that is told in part takes few. */
  get #killChance(): number {
    if (this.#reading.attempt !== undefined) return 0.003;
    return this.#reading.isInLine ? 0.1 : 0.03;
  }

  #kill(): void {
    this.kills++;
    this.#forgetCommit();
    this.#reader.stop();
    this.#start();
  }

  #start(): void {
    this.#pending = [];
    this.#isEnding = false;
    const state = JSON.parse(this.#stored.state) as ReadingState;
    const { attempt: triedBefore, lostLine: lost } = state;
    if (triedBefore !== undefined) this.skipped.add(triedBefore);
    const reading = this.#newReading(state);
    const sink = {
      lines: (at: number, bytes: Uint8Array) => this.#read(() => reading.push(at, bytes)),
      frame: (frame: Frame, to: number) => this.#read(() => reading.accept(frame, to)),
      isInLine: () => reading.isInLine,
      goOn: () => {
        this.#read(() => reading.goOn());
        this.#round.commitSoon();
      },
      end: () => this.#read(() => reading.end()),
      lost: (to: number, line: LostLine) => reading.skip(to, line),
      attempt: (from: number | undefined) => {
        if (from !== undefined) this.attempts++;
        reading.attempt = from;
        this.#round.commitSoon();
      },
      taken: (to: number) => {
        // A long line is told of again when it was read elsewhere.
        this.#round.taken(reading, Math.max(0, to - this.#takenTo));
        this.#takenTo = to;
        this.#round.commitSoon();
      },
      failed: (error: unknown) => this.#round.fail(error),
      units: () => reading.units,
    };
    const parts = { sink, turns: this.#round.turns, longLines: this.#longLines, maxLineBytes, maxPayloadBytes };
    this.#reading = reading;
    this.#reader = new OutputReader({ ...parts, triedBefore, readBefore: reading.readBefore, lost });
    this.#sentTo = this.#stored.consumed;
    this.#takenTo = this.#sentTo;
    this.#forgetCommit = this.#round.onCommit(() => this.#commit());
  }

  #newReading(state: ReadingState): AgentReading {
    const say = (word: string): void => {
      this.#round.work(this.#random.next() < 0.001 ? 4 : 0.01 * this.#random.next());
      this.#pending.push(word);
    };
    const sink = {
      event: (event: Event) => {
        const word = wordOf(event);
        if (word !== undefined) say(word);
      },
      request: ({ requestId }: { readonly requestId: string }) => say(`request ${requestId}`),
      answer: () => {},
      withdrawn: () => {},
      unreadableRequest: ({ requestId }: { readonly requestId?: string }) => {
        if (requestId !== undefined) say("request refused");
      },
      notice: () => {},
    };
    return new AgentReading(state, this.#stored.consumed, sink, maxPayloadBytes);
  }

  #read(action: () => void): void {
    this.#round.read(this.#reader, () => this.#reading.units, action);
  }

  #commit(): void {
    const { attempt, consumed } = this.#reading;
    assert.ok(consumed >= this.#stored.consumed, "what is read is not read again");
    this.#stored.told.push(...this.#pending.splice(0));
    this.#stored.consumed = consumed;
    if (this.#reading.takeChanged()) this.#stored.state = JSON.stringify(this.#reading.state);
    this.stateBytes = Math.max(this.stateBytes, this.#stored.state.length);
    this.#reader.saved(attempt);
  }
}

function wordOf(event: Event): string | undefined {
  switch (event.type) {
    case "status":
      return `status ${event.status}`;
    case "tool_start":
      return `tool ${event.toolUseId}`;
    case "tool_result":
      return `result ${event.toolUseId} ${event.name}`;
    case "message":
      return `message ${event.role} ${event.added.length}`;
    case "text_delta":
      // As UTF-8, which is what is stored.
      return `delta ${event.text.toWellFormed()}`;
    case "turn_complete": {
      const frame = event.frame?.type === "message" ? event.frame : undefined;
      return `turn ${frame?.bytes === 0 ? "" : String(frame?.message.uuid ?? "")}`;
    }
    case "error": {
      const [, lines, bytes] = /^(One|\d+) more lines? in a row \((\d+) bytes\)/.exec(event.message) ?? [];
      if (lines !== undefined)
        return `${event.message.includes("so far") ? "so far" : "more"} ${lines === "One" ? 1 : lines} ${bytes}`;
      const size = event.frame?.type === "unreadable" || event.frame?.type === "message" ? event.frame.bytes : "?";
      return `bad ${event.code} ${size}`;
    }
    default:
      return undefined;
  }
}
