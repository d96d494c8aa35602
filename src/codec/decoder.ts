import { Degradation, type DegradationCounters, type LimitAdvice } from "../adapters/degradation.ts";
import type { Expectations } from "../adapters/features.ts";
import type { Notice } from "../adapters/notice.ts";
import type { ProtocolAdapter } from "../adapters/protocol-adapter.ts";
import { BridleError } from "../errors.ts";
import type { Canonical, Problem } from "../wire/canonical.ts";
import type { Frame, MessageFrame, UnreadableFrame } from "../wire/frame.ts";
import { cutMessage } from "./cut-message.ts";
import { FrameReader, type FrameReaderOptions } from "./frame-reader.ts";
import { checkLimits, type Limits } from "./limits.ts";

export interface DecoderOptions extends FrameReaderOptions, Partial<Limits> {
  readonly adapter: ProtocolAdapter;
  /** `strict` for supported versions: what does not parse marks the session as degraded. Default `tolerant`. */
  readonly mode?: "strict" | "tolerant";
  readonly expected?: Expectations;
  /** What notices say to do about the limits. Default: the options of this decoder. */
  readonly advice?: LimitAdvice;
  /** Gets what a person should know. Never holds content of a frame. */
  readonly trace?: (notice: Notice) => void;
}

/**
 * An agent's stdout, byte chunks in, canonical messages out, in order. One
 * synchronous pass per chunk; lines that cannot be read are `problem` values in
 * order, and the stream goes on.
 *
 * ```ts
 * const decoder = new Decoder({ adapter: adapterFor(version) });
 * child.stdout.on("data", (chunk) => decoder.push(chunk).forEach(handle));
 * child.stdout.on("end", () => decoder.end().forEach(handle));
 * ```
 */
export class Decoder {
  /** May be replaced between chunks, when the agent has said what it is. */
  adapter: ProtocolAdapter;
  readonly #reader: FrameReader;
  readonly #degradation: Degradation;
  readonly #maxPayloadBytes: number;
  readonly #captureRaw: boolean;
  readonly #trace: (notice: Notice) => void;
  readonly #deliver: (message: Canonical) => void;
  #messages: Canonical[] = [];
  #isOver = false;

  /** With `deliver`, each message goes there as soon as it is read, and `push` and `end` return nothing new. */
  constructor(options: DecoderOptions, deliver?: (message: Canonical) => void) {
    if (options.adapter === undefined) {
      throw new BridleError(
        "invalid_option",
        "a Decoder needs an adapter: adapterFor(version), or adapterFor(undefined)",
        { option: "adapter", allowed: "an adapter", found: "none" },
      );
    }
    this.adapter = options.adapter;
    this.#reader = new FrameReader(options, (frame) => this.#read(frame));
    this.#degradation = new Degradation(options.mode ?? "tolerant", options.expected, options.advice);
    this.#maxPayloadBytes = checkLimits(options).maxPayloadBytes;
    this.#captureRaw = options.captureRaw ?? false;
    this.#trace = options.trace ?? (() => {});
    this.#deliver = deliver ?? ((message) => this.#messages.push(message));
  }

  push(chunk: Uint8Array): Canonical[] {
    this.#reader.push(chunk);
    return this.#taken();
  }

  /** End of input: a last line without LF still counts. */
  end(): Canonical[] {
    this.#isOver = true;
    this.#reader.end();
    return this.#taken();
  }

  /** The next line, which was read elsewhere (`readLongLine`). */
  accept(frame: Frame): Canonical[] {
    const lineNumber = this.#reader.countLine();
    if (frame.type === "message" && frame.truncated)
      this.#trace(this.#degradation.truncated(frame.bytes, this.#maxPayloadBytes));
    this.#take(frame.type === "message" || frame.type === "unreadable" ? { ...frame, lineNumber } : frame);
    return this.#taken();
  }

  get counters(): DegradationCounters {
    return this.#degradation.counters;
  }

  get degraded(): boolean {
    return this.#degradation.degraded;
  }

  /** Why it is degraded; undefined where it is not. */
  get degradedBecause(): string | undefined {
    return this.#degradation.degradedBecause;
  }

  #read(frame: Frame): void {
    this.#take(frame.type === "message" && frame.bytes > this.#maxPayloadBytes ? this.#cut(frame) : frame);
  }

  #take(frame: Frame): void {
    const message = this.adapter.parse(frame);
    if (message.kind === "delta") return this.#deliver(message);
    if (message.kind === "skipped") return this.#trace(this.#degradation.skipped(message));
    this.#deliver(message.kind === "problem" ? this.#described(message, frame) : message);
    const notice = this.#degradation.observe(message, this.adapter);
    if (notice !== undefined) this.#trace(notice);
    if (frame.type === "unreadable") this.#endTurn(frame);
  }

  /** A turn that ends with a line we cannot read ends all the same. Where the output stops in that line, the agent has ended. */
  #endTurn({ turnEnd, lineNumber }: UnreadableFrame): void {
    if (turnEnd !== undefined && !this.#isOver)
      this.#read({ type: "message", message: turnEnd, bytes: 0, lineNumber, truncated: true });
  }

  #cut(frame: MessageFrame): MessageFrame {
    const cut = cutMessage(frame, this.#maxPayloadBytes);
    if (cut.truncated) this.#trace(this.#degradation.truncated(cut.bytes, this.#maxPayloadBytes));
    return cut;
  }

  #described(problem: Problem, frame: Frame): Problem {
    return { ...this.#withRaw(problem, frame), message: this.#degradation.describe(problem) };
  }

  #withRaw(problem: Problem, frame: Frame): Problem {
    if (!this.#captureRaw || frame.type !== "message") return problem;
    return { ...problem, frame: { ...problem.frame, raw: new TextEncoder().encode(JSON.stringify(frame.message)) } };
  }

  #taken(): Canonical[] {
    const messages = this.#messages;
    if (messages.length > 0) this.#messages = [];
    return messages;
  }
}
