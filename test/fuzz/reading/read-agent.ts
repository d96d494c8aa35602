import assert from "node:assert/strict";
import type { LostLine } from "../../../src/codec/held-line.ts";
import type { Effect } from "../../../src/daemon/core/effect.ts";
import { unconfirmedExit } from "../../../src/daemon/core/exit.ts";
import type { Input } from "../../../src/daemon/core/input.ts";
import { processOf, type SessionState } from "../../../src/daemon/core/session-state.ts";
import type { AgentDecoder } from "../../../src/daemon/reading/agent-decoder.ts";
import type { LongLines } from "../../../src/daemon/reading/long-lines.ts";
import { OutputReader, type OutputSink } from "../../../src/daemon/reading/output-reader.ts";
import { isSameReading, readingColumn } from "../../../src/daemon/store/session-state-rows.ts";
import type { Frame } from "../../../src/wire/frame.ts";
import { CoreSession, type CoreSessionParts } from "../../daemon/support/core-session.ts";
import { readyState } from "../../daemon/support/session-states.ts";
import { throughRows } from "../../daemon/support/through-rows.ts";
import type { Random } from "../random.ts";
import { maxLineBytes, maxPayloadBytes } from "./agent-output.ts";
import type { ReadingRound } from "./reading-round.ts";
import { wordsOf } from "./words-of.ts";

/** As the socket's, it is used again for every chunk. */
const socket = Buffer.alloc(64 * 1024);

/** What one transaction stores: all of it, or nothing. */
interface Stored {
  state: SessionState;
  readonly told: string[];
}

/** One agent's output, read by one daemon after the other as `AgentLink` and `Session` do it. */
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
  readonly #stored: Stored = { state: readyState(), told: [] };
  readonly #chunkBytes: number;
  #pending: string[] = [];
  #session!: CoreSession;
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
      this.#exit();
      this.isDone = true;
    });
  }

  /** Of this step: a line that is read elsewhere takes hundreds, and some are to be read; one that is told in part takes few. */
  get #killChance(): number {
    const { decoder, process } = this.#session;
    if (process.conversation.attempt !== undefined) return 0.003;
    return decoder.isInLine ? 0.1 : 0.03;
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
    const heard: CoreSessionParts["heard"] = (...what) => this.#heard(...what);
    const session = new CoreSession(throughRows(this.#stored.state), { maxPayloadBytes, heard, isChecked: false });
    const { outputOffset, conversation } = session.process;
    const { attempt: triedBefore, lostLine: lost, maker } = conversation;
    if (triedBefore !== undefined) this.skipped.add(triedBefore);
    const readBefore = maker.openMessage === undefined ? undefined : outputOffset;
    const sink = this.#sink(session, session.decoder);
    const parts = { sink, turns: this.#round.turns, longLines: this.#longLines, maxLineBytes, maxPayloadBytes };
    this.#session = session;
    this.#reader = new OutputReader({ ...parts, triedBefore, readBefore, lost });
    this.#sentTo = outputOffset;
    this.#takenTo = this.#sentTo;
    this.#forgetCommit = this.#round.onCommit(() => this.#commit());
  }

  #sink(session: CoreSession, decoder: AgentDecoder): OutputSink {
    const agentId = session.process.id;
    return {
      lines: (at, bytes) => this.#read(() => decoder.push(at, bytes)),
      frame: (frame: Frame, to) => this.#read(() => decoder.accept(frame, to)),
      isInLine: () => decoder.isInLine,
      goOn: () => {
        this.#read(() => decoder.goOn());
        this.#round.commitSoon();
      },
      end: () => this.#read(() => decoder.end()),
      lost: (to: number, line: LostLine) => decoder.skip(to, line),
      attempt: (from) => {
        if (from !== undefined) this.attempts++;
        session.apply({ type: "attempt", agentId, from });
        this.#round.commitSoon();
      },
      taken: (to) => {
        // A long line is told of again when it was read elsewhere.
        this.#round.taken(session, Math.max(0, to - this.#takenTo));
        this.#takenTo = to;
        this.#round.commitSoon();
      },
      failed: (error) => this.#round.fail(error),
      units: () => decoder.units,
    };
  }

  #heard(effects: readonly Effect[], input: Input, before: SessionState): void {
    const isInRun = processOf(before)?.conversation.badLines !== undefined;
    for (const word of wordsOf(effects, input, isInRun)) {
      this.#round.work(this.#random.next() < 0.001 ? 4 : 0.01 * this.#random.next());
      this.#pending.push(word);
    }
  }

  #read(action: () => void): void {
    this.#round.read(this.#reader, () => this.#session.decoder.units, action);
  }

  #commit(): void {
    const { process, state } = this.#session;
    const stored = processOf(this.#stored.state);
    assert.ok(process.outputOffset >= (stored?.outputOffset ?? 0), "what is read is not read again");
    this.#stored.told.push(...this.#pending.splice(0));
    this.#stored.state = state;
    if (stored !== undefined && !isSameReading(stored, process))
      this.stateBytes = Math.max(this.stateBytes, readingColumn(process).length);
    this.#reader.saved(process.conversation.attempt);
  }

  /** The agent is gone: a run of bad lines ends with it. */
  #exit(): void {
    this.#forgetCommit();
    this.#session.apply({ type: "exited", agentId: this.#session.process.id, exit: unconfirmedExit });
    this.#stored.told.push(...this.#pending.splice(0).filter((word) => !word.startsWith("bad agent_exited")));
  }
}
