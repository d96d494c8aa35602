import { parseModeOf } from "../../adapters/compatibility.ts";
import { Decoder } from "../../codec/decoder.ts";
import type { LostLine } from "../../codec/held-line.ts";
import { checkLimits } from "../../codec/limits.ts";
import { parseVersion } from "../../util/version.ts";
import type { Canonical } from "../../wire/canonical.ts";
import type { Frame } from "../../wire/frame.ts";
import { adapterIn, type ConversationState } from "../core/conversation-state.ts";
import type { SaidItem } from "../core/input.ts";

/** A request as it was read, before the rules have judged it. */
export type ReadItem = Exclude<SaidItem, { kind: "request" }> | { readonly kind: "request"; readonly request: Request };

type Request = Extract<Canonical, { kind: "control_request" }>;

export interface ReadOutput {
  readonly items: readonly ReadItem[];
  /** Behind the last whole line. */
  readonly offset: number;
  readonly isOneLine: boolean;
  readonly degradedBecause: string | undefined;
}

interface DecoderSink {
  /** What is known of the agent now. */
  conversation(): ConversationState;
  /** Gives how many events became of it. */
  said(output: ReadOutput): number;
  skipped(offset: number, line: LostLine): void;
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

/** Bytes of an agent in, what it said out, in one synchronous pass. Knows nothing that is not stored but the open line. */
export class AgentDecoder {
  readonly maxLineBytes: number;
  readonly #sink: DecoderSink;
  readonly #decoder: Decoder;
  #items: ReadItem[] = [];
  /** Behind the last line that was told. */
  #offset: number;
  #units = 0;
  #lines = 0;
  /** The line whose message is told in parts. */
  #open: { readonly item: ReadItem; readonly to: number } | undefined;

  constructor(sink: DecoderSink, offset: number, maxPayloadBytes: number) {
    this.#sink = sink;
    this.#offset = offset;
    this.maxLineBytes = checkLimits({ maxPayloadBytes }).maxLineBytes;
    const state = sink.conversation();
    const mode = parseModeOf(parseVersion(state.version ?? ""));
    const options = { adapter: adapterIn(state), mode, maxPayloadBytes, advice };
    this.#decoder = new Decoder(
      { ...options, trace: (notice) => this.#items.push({ kind: "line_notice", notice }) },
      (message) => this.#take(message),
    );
  }

  /** Behind the last line that was told whole. */
  get offset(): number {
    return this.#offset;
  }

  get counters(): Decoder["counters"] {
    return this.#decoder.counters;
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

  push(at: number, bytes: Uint8Array): void {
    this.#decoder.push(bytes);
    const last = bytes.lastIndexOf(LF);
    const to = at + last + 1;
    // Where its line begins is known of one alone; many together are short.
    if (last >= 0) this.#tell(to, last === bytes.indexOf(LF));
    // A line over the cap is lost already: nobody has to keep it until it ends.
    else if (at + bytes.length - this.#offset > this.maxLineBytes) this.#offset = at + bytes.length;
  }

  /** A line that was read elsewhere. `to`: behind it. */
  accept(frame: Frame, to: number): void {
    this.#decoder.accept(frame);
    this.#tell(to, true);
  }

  /** The last line holds a message with so many blocks that not all are told yet: `goOn` before anything else is pushed. */
  get isInLine(): boolean {
    return this.#open !== undefined;
  }

  goOn(): void {
    const open = this.#open;
    if (open === undefined) return;
    this.#items.push(open.item);
    this.#tell(open.to, true);
  }

  /** Output before this offset is of no use: it is part of a line over the cap. */
  skip(to: number, line: LostLine): void {
    this.#offset = to;
    this.#sink.skipped(to, line);
  }

  /** End of output: a last line without LF still counts. */
  end(): void {
    this.#decoder.end();
    if (this.#items.length > 0) this.#tell(this.#offset, false);
  }

  #take(message: Canonical): void {
    this.#lines += 1;
    this.#units += unitsPerLine;
    if (message.kind === "delta") {
      this.#units += unitsPerPiece;
      this.#items.push(message);
    } else if (message.kind === "control_request") {
      // Alone: the rules judge it by what is known when it is asked.
      if (this.#items.length > 0) this.#tell(this.#offset, false);
      this.#units += 1;
      this.#items.push({ kind: "request", request: message });
      this.#tell(this.#offset, false);
    } else {
      this.#items.push(message);
      // What follows may be in other words.
      if (message.kind === "init") this.#tell(this.#offset, false);
    }
  }

  #tell(offset: number, isOneLine: boolean): void {
    const items = this.#items;
    this.#items = [];
    this.#offset = offset;
    const { degradedBecause } = this.#decoder;
    this.#units += this.#sink.said({ items, offset, isOneLine, degradedBecause });
    const conversation = this.#sink.conversation();
    this.#decoder.adapter = adapterIn(conversation);
    const last = conversation.maker.openMessage === undefined ? undefined : items.at(-1);
    this.#open = last && { item: last, to: offset };
  }
}
