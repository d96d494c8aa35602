import { type Frame, toFrame, type UnreadableFrame, type UnreadableReason } from "../wire/frame.ts";
import { cutMessage } from "./cut-message.ts";
import { digest } from "./digest.ts";
import { checkLimits, type Limits } from "./limits.ts";
import { type LineSink, LineSplitter } from "./line-splitter.ts";
import { topLevelStrings } from "./top-level-strings.ts";

const ESC = "\u001b";
const terminalCode = new RegExp(`${ESC}\\[[0-9;?]*[A-Za-z]`, "gy");

export interface FrameReaderOptions extends Partial<Limits> {
  /** Keep the bytes of unreadable lines in their frames. For debugging: they may hold prompts and secrets. */
  readonly captureRaw?: boolean;
}

/**
 * Bytes in, frames out, in order, each handed over as soon as its line is whole.
 * Nothing a peer writes makes it throw, and nothing ends it but `end()`.
 */
export class FrameReader implements LineSink {
  readonly #limits: Limits;
  readonly #captureRaw: boolean;
  readonly #splitter: LineSplitter;
  readonly #emit: (frame: Frame) => void;

  constructor(options: FrameReaderOptions, emit: (frame: Frame) => void) {
    this.#emit = emit;
    this.#limits = checkLimits(options);
    this.#captureRaw = options.captureRaw ?? false;
    this.#splitter = new LineSplitter(this.#limits.maxLineBytes, this);
  }

  push(chunk: Uint8Array): void {
    this.#splitter.push(chunk);
  }

  /** End of input: a last line without LF still counts. */
  end(): void {
    this.#splitter.end();
  }

  /** @internal */
  line(text: string, bytes: number, lineNumber: number): void {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      // The engine's message quotes the line, so it stops here.
      const json = withoutTerminalCodes(text);
      if (json !== undefined) return this.line(json, bytes, lineNumber);
      return this.#unreadable("not_json", bytes, lineNumber, text);
    }
    const frame = toFrame(value, bytes);
    if (typeof frame === "string") return this.#unreadable(frame, bytes, lineNumber, text);
    if (bytes <= this.#limits.maxPayloadBytes || frame.type !== "message") {
      this.#emit(frame);
      return;
    }
    const cut = cutMessage(frame, this.#limits.maxPayloadBytes);
    if (cut === undefined) this.#unreadable("malformed", bytes, lineNumber, text);
    else this.#emit(cut);
  }

  /** @internal */
  badLine(reason: "not_utf8" | "oversize", bytes: number, lineNumber: number, head: Uint8Array): void {
    this.#unreadable(reason, bytes, lineNumber, head);
  }

  #unreadable(reason: UnreadableReason, bytes: number, lineNumber: number, content: string | Uint8Array): void {
    const raw = typeof content === "string" ? new TextEncoder().encode(content) : content;
    const frame: { -readonly [K in keyof UnreadableFrame]: UnreadableFrame[K] } = {
      type: "unreadable",
      reason,
      lineNumber,
      bytes,
      digest: digest(raw),
    };
    const requestId = reason === "oversize" ? oversizeRequestId(raw) : undefined;
    if (requestId !== undefined) frame.requestId = requestId;
    if (this.#captureRaw) frame.raw = raw;
    this.#emit(frame);
  }
}

/** Claude Code up to 1.0.95 clears the screen in front of a frame after /clear and /context. Undefined: there is nothing to take away. */
function withoutTerminalCodes(text: string): string | undefined {
  if (text[0] !== ESC) return undefined;
  let at = 0;
  for (const [code] of text.matchAll(terminalCode)) at += code.length;
  return at === 0 ? undefined : text.slice(at);
}

function oversizeRequestId(head: Uint8Array): string | undefined {
  const members = topLevelStrings(new TextDecoder().decode(head));
  return members.get("type") === "control_request" ? members.get("request_id") : undefined;
}
