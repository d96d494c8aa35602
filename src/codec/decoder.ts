import { Degradation, type DegradationCounters } from "../adapters/degradation.ts";
import type { Expectations } from "../adapters/features.ts";
import type { Notice } from "../adapters/notice.ts";
import type { ProtocolAdapter } from "../adapters/protocol-adapter.ts";
import type { Canonical } from "../wire/canonical.ts";
import type { Frame } from "../wire/frame.ts";
import { FrameReader, type FrameReaderOptions } from "./frame-reader.ts";
import { checkLimits } from "./limits.ts";

export interface DecoderOptions extends FrameReaderOptions {
  readonly adapter: ProtocolAdapter;
  /** `strict` for tested versions: what does not parse marks the session as degraded. Default `tolerant`. */
  readonly mode?: "strict" | "tolerant";
  readonly expected?: Expectations;
  /** Told what a person should know. Never holds content of a frame. */
  readonly trace?: (notice: Notice) => void;
}

/**
 * An agent's stdout, byte chunks in, canonical messages out, in order. One
 * synchronous pass per chunk; lines that cannot be read are `problem` values in
 * their place and the stream goes on.
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
  readonly #trace: (notice: Notice) => void;
  #messages: Canonical[] = [];

  constructor(options: DecoderOptions) {
    this.adapter = options.adapter;
    this.#reader = new FrameReader(options, (frame) => this.#read(frame));
    this.#degradation = new Degradation(options.mode ?? "tolerant", options.expected);
    this.#maxPayloadBytes = checkLimits(options).maxPayloadBytes;
    this.#trace = options.trace ?? (() => {});
  }

  push(chunk: Uint8Array): Canonical[] {
    this.#reader.push(chunk);
    return this.#taken();
  }

  /** End of input: a last line without LF still counts. */
  end(): Canonical[] {
    this.#reader.end();
    return this.#taken();
  }

  get counters(): DegradationCounters {
    return this.#degradation.counters;
  }

  get degraded(): boolean {
    return this.#degradation.degraded;
  }

  #read(frame: Frame): void {
    const message = this.adapter.parse(frame);
    if (message.kind === "skipped") return this.#trace(this.#degradation.skipped(message));
    this.#messages.push(message);
    if (frame.type === "message" && frame.truncated)
      this.#trace(this.#degradation.truncated(frame.bytes, this.#maxPayloadBytes));
    if (message.kind === "delta") return;
    const notice = this.#degradation.observe(message, this.adapter);
    if (notice !== undefined) this.#trace(notice);
  }

  #taken(): Canonical[] {
    const messages = this.#messages;
    this.#messages = [];
    return messages;
  }
}
