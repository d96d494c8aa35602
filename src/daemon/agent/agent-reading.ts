import { adapterFor, type Dialect, dialects } from "../../adapters/adapters.ts";
import type { Word } from "../../adapters/change.ts";
import { ClaudeAdapter, nothingLearned } from "../../adapters/claude-adapter.ts";
import { parseModeOf } from "../../adapters/compatibility.ts";
import { correctAdapter, type SelfDescription } from "../../adapters/correct.ts";
import type { Notice } from "../../adapters/notice.ts";
import type { ProtocolAdapter } from "../../adapters/protocol-adapter.ts";
import { Decoder } from "../../codec/decoder.ts";
import type { LostLine } from "../../codec/held-line.ts";
import { checkLimits } from "../../codec/limits.ts";
import { BadLineRun, type BadLineRunState } from "../../conversation/bad-line-run.ts";
import { CostMeter, type CostMeterState } from "../../conversation/cost-meter.ts";
import type { Event } from "../../conversation/event.ts";
import { EventMaker, type EventMakerState, type EventSink } from "../../conversation/event-maker.ts";
import { emptyLedger, Ledger, type LedgerState } from "../../conversation/ledger.ts";
import { promptMark } from "../../conversation/prompt-mark.ts";
import { TurnProgress, type TurnProgressState } from "../../conversation/turn-progress.ts";
import { isShortName } from "../../util/recent-map.ts";
import { parseVersion } from "../../util/version.ts";
import type { Canonical, ControlRequest, ControlResponse } from "../../wire/canonical.ts";
import type { Fields } from "../../wire/fields.ts";
import type { Frame, UnreadableFrame } from "../../wire/frame.ts";

/** All that the reading of an agent knows, so that another daemon can go on with it. */
export interface ReadingState extends CostMeterState {
  /** Undefined: Claude Code's. */
  readonly dialect?: Dialect | undefined;
  /** Of the agent, as it was found or as it said itself. */
  readonly version?: string | undefined;
  readonly gained: readonly string[];
  readonly lost: readonly string[];
  readonly ledger: LedgerState;
  readonly maker: EventMakerState;
  /** But for what was heard: that is told since a daemon attached. */
  readonly progress?: Pick<TurnProgressState, "answers" | "tools"> | undefined;
  readonly degradedBecause?: string | undefined;
  /** A run of lines that could not be read, and is not over. */
  readonly badLines?: BadLineRunState | undefined;
  /** The place of a long line that is about to be read: whoever finds this did not survive it. */
  readonly attempt?: number | undefined;
  /** The line over the cap in whose middle the place is. */
  readonly lostLine?: LostLine | undefined;
}

/** Told what the agent says, in order, while its bytes are pushed. */
export interface ReadingSink {
  event(event: Event): void;
  request(request: ControlRequest): void;
  answer(answer: ControlResponse): void;
  withdrawn(requestId: string): void;
  /** A request whose id is known and whose rest is not. */
  unreadableRequest(frame: UnreadableFrame): void;
  notice(notice: Notice): void;
}

/** Both limits follow the one setting. */
const advice = {
  payload: "raise the setting daemon.max_payload_bytes to keep it whole",
  line: "the limit is 64 MiB, or the setting daemon.max_payload_bytes where that is more: raise it to have it read",
};

const LF = 0x0a;
/** A line of which nothing is stored costs little. */
const unitsPerLine = 1 / 16;
/** Many of them are joined. */
const unitsPerPiece = 1 / 8;
/** Of one message; a round has time for some times as many. */
const blocksAtOnce = 128;

/**
 * Bytes of an agent in, events and control traffic out, in one synchronous
 * pass. What it knows besides the open line can be stored, and another reading
 * made of it goes on at `consumed`, the end of the last whole line.
 */
export class AgentReading {
  readonly dialect: Dialect | undefined;
  /** The place of the line that an earlier reading told in part. */
  readonly readBefore: number | undefined;
  readonly ledger: Ledger;
  readonly progress: TurnProgress;
  readonly #maker: EventMaker;
  readonly #events: EventSink = { push: (event) => this.#tell(event) };
  readonly #meter: CostMeter;
  readonly #decoder: Decoder;
  readonly #sink: ReadingSink;
  readonly #maxLineBytes: number;
  readonly #badLines: BadLineRun;
  #version: string | undefined;
  #adapter: ProtocolAdapter;
  #consumed: number;
  /** The place behind the line that is not all told yet. */
  #lineEnd: number;
  #degradedBecause: string | undefined;
  #changed = false;
  #untilTurnEnd: (() => void)[] = [];
  #lines = 0;
  #units = 0;
  #attempt: number | undefined;
  #lostLine: LostLine | undefined;
  /** The line that is being read goes on with a run of bad ones. */
  #isCounted = false;

  constructor(state: ReadingState, consumed: number, sink: ReadingSink, maxPayloadBytes: number) {
    this.#sink = sink;
    this.#consumed = consumed;
    this.#lineEnd = consumed;
    this.readBefore = state.maker.openMessage === undefined ? undefined : consumed;
    this.#version = state.version;
    this.#degradedBecause = state.degradedBecause;
    this.#attempt = state.attempt;
    this.#lostLine = state.lostLine;
    this.dialect = state.dialect;
    this.#maxLineBytes = checkLimits({ maxPayloadBytes }).maxLineBytes;
    this.#badLines = new BadLineRun(state.badLines);
    this.ledger = new Ledger(state.ledger);
    this.progress = new TurnProgress(state.progress);
    this.#meter = new CostMeter(state);
    this.#maker = new EventMaker(
      {
        ledger: this.ledger,
        meter: this.#meter,
        // An event of the API has what a line added; and a message may go on for ever.
        keepsContent: false,
        blocksAtOnce,
      },
      state.maker,
    );
    const version = parseVersion(state.version ?? "");
    this.#adapter = state.dialect === undefined ? correctedBy(adapterFor(version), state) : dialects[state.dialect];
    const options = { adapter: this.#adapter, mode: parseModeOf(version), maxPayloadBytes, advice };
    this.#decoder = new Decoder({ ...options, trace: (notice) => this.#notice(notice) }, (message) =>
      this.#take(message),
    );
  }

  get state(): ReadingState {
    const { gained, lost } = this.#adapter instanceof ClaudeAdapter ? this.#adapter.corrections : nothingLearned;
    const { answers, tools } = this.progress.state;
    return {
      dialect: this.dialect,
      version: this.#version,
      gained: [...gained],
      lost: [...lost],
      ledger: this.ledger.state,
      maker: this.#maker.state,
      progress: { answers, tools },
      ...this.#meter.state,
      degradedBecause: this.degradedBecause,
      badLines: this.#badLines.state,
      attempt: this.#attempt,
      lostLine: this.#lostLine,
    };
  }

  get adapter(): ProtocolAdapter {
    return this.#adapter;
  }

  /** Output before this place is read and needs not to be read again. A line that is not all told is behind it. */
  get consumed(): number {
    return this.#consumed;
  }

  /** Why its session is degraded; undefined where it is not. */
  get degradedBecause(): string | undefined {
    return this.#degradedBecause ?? this.#decoder.degradedBecause;
  }

  degrade(reason: string): void {
    this.#degradedBecause ??= reason;
    this.#changed = true;
  }

  get counters(): Decoder["counters"] {
    return this.#decoder.counters;
  }

  /** Tools that run, by their ids. */
  get openTools(): ReadonlyMap<string, string> {
    return this.#maker.openTools;
  }

  push(at: number, bytes: Uint8Array): void {
    this.#decoder.push(bytes);
    const last = bytes.lastIndexOf(LF);
    // Where its line begins is known of one alone; many together are short.
    if (last > bytes.indexOf(LF)) this.#finishMessage();
    if (last >= 0) this.#consume(at + last + 1);
    // A line over the cap is lost already: nobody has to keep it until it ends.
    else if (at + bytes.length - this.#consumed > this.#maxLineBytes) this.#consumed = at + bytes.length;
  }

  /** A line that was read elsewhere. `to`: behind it. */
  accept(frame: Frame, to: number): void {
    this.#lostLine = undefined;
    this.#decoder.accept(frame);
    this.#consume(to);
  }

  /** The last line holds a message with so many blocks that not all are told yet: `goOn` before anything else is pushed. */
  get isInLine(): boolean {
    return this.#maker.isInMessage;
  }

  goOn(): void {
    this.#changed = true;
    this.#maker.goOn(this.#events);
    this.#consume(this.#lineEnd);
  }

  #consume(to: number): void {
    this.#lineEnd = to;
    // Its line is read again by the next daemon, which goes on where this one stopped.
    if (!this.isInLine) this.#consumed = to;
  }

  #finishMessage(): void {
    while (this.#maker.isInMessage) this.#maker.goOn(this.#events);
  }

  /** Output before this place is of no use: it is part of a line over the cap. */
  skip(to: number, line: LostLine): void {
    this.#consumed = to;
    this.#lostLine = line;
    this.#changed = true;
  }

  /** A long line at this place is about to be read. */
  set attempt(from: number | undefined) {
    this.#attempt = from;
    this.#changed = true;
  }

  get attempt(): number | undefined {
    return this.#attempt;
  }

  get maxLineBytes(): number {
    return this.#maxLineBytes;
  }

  /** Events, requests and lines so far, by what they cost. */
  get units(): number {
    return this.#units;
  }

  /** Lines read since the last time. */
  takeLines(): number {
    const lines = this.#lines;
    this.#lines = 0;
    return lines;
  }

  /** Is there more to store than another place in the same block? Once. */
  takeChanged(): boolean {
    const changed = this.#changed;
    this.#changed = false;
    return changed;
  }

  /** End of output: a last line without LF still counts. */
  end(): void {
    this.#decoder.end();
    this.#endBadLines();
  }

  /** A prompt was given to the agent; its result will name it. */
  prompted(uuid: string, contentJson: string): void {
    const mark = promptMark(JSON.parse(contentJson) as string | readonly Fields[]);
    this.ledger.add({ uuid, mark });
    this.#changed = true;
  }

  stopTurn(): void {
    this.ledger.stopTurn();
    this.#changed = true;
  }

  get isTurnStopped(): boolean {
    return this.ledger.isTurnStopped;
  }

  /** The agent has been quiet since a turn that may have had further prompts in it. */
  resolve(): void {
    this.#changed = true;
    this.#maker.resolve(this.#events);
  }

  /** Settles when the running turn ends; between turns at once. */
  async turnEnd(): Promise<void> {
    if (this.ledger.turn !== undefined) await new Promise<void>((resolve) => this.#untilTurnEnd.push(resolve));
  }

  learn(said: SelfDescription): void {
    this.#changed = true;
    if (isShortName(said.agentVersion)) this.#version = said.agentVersion ?? this.#version;
    if (this.#adapter instanceof ClaudeAdapter) this.#adapter = correctAdapter(this.#adapter, said);
    this.#decoder.adapter = this.#adapter;
  }

  #tell(event: Event): void {
    this.#units += event.type === "text_delta" || event.type === "thinking_delta" ? unitsPerPiece : 1;
    this.#sink.event(event);
  }

  /** What there is to tell of a line that is only counted was told of the first one. */
  #notice(notice: Notice): void {
    if (!this.#isCounted) this.#sink.notice(notice);
  }

  #addBadLine(bytes: number): void {
    this.#isCounted = this.#badLines.add(bytes);
    this.#tellBadLines(this.#badLines.progress);
  }

  #endBadLines(): void {
    this.#isCounted = false;
    // Also where a delta ends it, which changes nothing else.
    this.#changed = true;
    this.#tellBadLines(this.#badLines.end());
  }

  #tellBadLines(notice: Notice | undefined): void {
    if (notice === undefined) return;
    const { code, message } = notice;
    this.#tell({ type: "error", turn: this.ledger.turn, parentToolUseId: undefined, code, message, frame: undefined });
    this.#sink.notice(notice);
  }

  #take(message: Canonical): void {
    this.#finishMessage();
    this.#lines += 1;
    this.#units += unitsPerLine;
    if (message.kind === "problem") this.#addBadLine(message.frame.bytes);
    else if (this.#badLines.state !== undefined) this.#endBadLines();
    if (message.kind === "delta") {
      const wasInMid = this.#maker.isInMidCharacter;
      this.progress.delta(message);
      this.#maker.delta(message, this.#events);
      const isPiece = message.type.endsWith("_delta") && message.type !== "message_delta";
      if (!isPiece || wasInMid || this.#maker.isInMidCharacter) this.#changed = true;
      return;
    }
    this.#changed = true;
    this.progress.take(message, Date.now());
    switch (message.kind) {
      case "control_request":
        this.#units += 1;
        return this.#sink.request(message);
      case "control_response":
        return this.#sink.answer(message);
      case "control_cancel":
        return this.#sink.withdrawn(message.requestId);
      case "init":
        this.learn(message);
        break;
      case "problem":
        this.#sink.unreadableRequest(message.frame);
        if (this.#isCounted) return;
        break;
    }
    this.#maker.take(message, { events: this.#events, adapter: this.#adapter });
    if (message.kind === "result") for (const resolve of this.#untilTurnEnd.splice(0)) resolve();
  }
}

/** The state of a reading that has read nothing. */
export function freshReading(version: string | undefined, resumed: boolean, dialect?: Dialect): ReadingState {
  return {
    dialect,
    version,
    gained: [],
    lost: [],
    ledger: emptyLedger,
    maker: { assemblers: [], tools: [] },
    resumed,
  };
}

function correctedBy(adapter: ClaudeAdapter, { gained, lost }: ReadingState): ClaudeAdapter {
  if (gained.length + lost.length === 0) return adapter;
  return adapter.corrected({ gained: new Set(gained as Word[]), lost: new Set(lost as Word[]) });
}
