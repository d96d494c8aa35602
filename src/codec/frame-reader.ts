import { BridleError } from "../errors.ts";
import { digest } from "../util/digest.ts";
import { isFields, text as textOf } from "../wire/fields.ts";
import { type Frame, toFrame, type UnreadableFrame, type UnreadableReason } from "../wire/frame.ts";
import { isNestedTooDeep, looksLikeJson } from "./json-shape.ts";
import { checkLimits, type Limits } from "./limits.ts";
import { type LineFacts, lineFacts, scanOf } from "./line-facts.ts";
import { type KnownOfLine, type LineSink, LineSplitter } from "./line-splitter.ts";

const ESC = "\u001b";
const terminalCode = new RegExp(`${ESC}\\[[0-9;?]*[A-Za-z]`, "gy");

const encoder = new TextEncoder();

export interface FrameReaderOptions extends Partial<Pick<Limits, "maxLineBytes">> {
  /** Keep the bytes of unreadable lines in their frames. For debugging: they may hold prompts and secrets. */
  readonly captureRaw?: boolean;
}

/**
 * Bytes in, frames out, in order, each handed over as soon as its line is whole.
 * Lines stay whole up to the hard cap. Nothing a peer writes makes it throw,
 * and nothing ends it but `end()`.
 */
export class FrameReader implements LineSink {
  readonly #captureRaw: boolean;
  readonly #splitter: LineSplitter;
  readonly #emit: (frame: Frame) => void;

  constructor(options: FrameReaderOptions, emit: (frame: Frame) => void) {
    this.#emit = emit;
    this.#captureRaw = options.captureRaw ?? false;
    this.#splitter = new LineSplitter(checkLimits(options).maxLineBytes, this);
  }

  push(chunk: Uint8Array): void {
    if (typeof chunk === "string")
      throw new BridleError("invalid_option", "push takes bytes; do not call setEncoding on the stream", {
        option: "chunk",
        allowed: "bytes",
        found: "a string",
      });
    this.#splitter.push(chunk);
  }

  /** End of input: a last line without LF still counts. */
  end(): void {
    this.#splitter.end();
  }

  /** @internal */
  line(text: string, bytes: number, lineNumber: number): void {
    if (mayBeJson(text) && isNestedTooDeep(text)) return this.#unparsed("too_complex", bytes, lineNumber, text);
    const value = parse(text);
    if (value === undefined) return this.#unparsed("not_json", bytes, lineNumber, text);
    const frame = toFrame(value, bytes, lineNumber);
    if (typeof frame === "string")
      this.#unreadable(frame, bytes, lineNumber, encoder.encode(text), frame === "malformed" ? requestOf(value) : {});
    else this.#emit(frame);
  }

  /** @internal */
  badLine(reason: "not_utf8" | "oversize", bytes: number, lineNumber: number, known: KnownOfLine): void {
    this.#unreadable(reason, bytes, lineNumber, known.head, factsOf(known, reason));
  }

  /** Numbers the next line, which was read elsewhere. */
  countLine(): number {
    return this.#splitter.countLine();
  }

  #unparsed(reason: UnreadableReason, bytes: number, lineNumber: number, text: string): void {
    const raw = encoder.encode(text);
    this.#unreadable(reason, bytes, lineNumber, raw, lineFacts(scanOf(raw), text, reason));
  }

  #unreadable(reason: UnreadableReason, bytes: number, lineNumber: number, raw: Uint8Array, facts: LineFacts): void {
    const frame: UnreadableFrame = { type: "unreadable", reason, lineNumber, bytes, digest: digest(raw) };
    this.#emit({ ...frame, ...facts, ...(this.#captureRaw && { raw }) });
  }
}

/** A line that was not parsed. Its number is not known yet. */
export function unreadableFrame(reason: UnreadableReason, bytes: number, known: KnownOfLine): UnreadableFrame {
  const { head } = known;
  return { type: "unreadable", reason, lineNumber: 0, bytes, digest: digest(head), ...factsOf(known, reason) };
}

function factsOf({ tail, scan }: KnownOfLine, reason: UnreadableReason): LineFacts {
  return lineFacts(scan, new TextDecoder().decode(tail), reason);
}

function mayBeJson(text: string): boolean {
  return looksLikeJson(text) || text[0] === ESC;
}

/** Undefined for what is not JSON: the engine's own message would quote the line. */
function parse(text: string): unknown {
  if (!mayBeJson(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    const json = withoutTerminalCodes(text);
    return json === undefined ? undefined : parse(json);
  }
}

/** Some agents clear the screen in front of a frame. Undefined: there is nothing to take away. */
function withoutTerminalCodes(text: string): string | undefined {
  if (text[0] !== ESC) return undefined;
  let at = 0;
  for (const [code] of text.matchAll(terminalCode)) at += code.length;
  return at === 0 ? undefined : text.slice(at);
}

function requestOf(value: unknown): LineFacts {
  const requestId = isFields(value) && value.type === "control_request" ? textOf(value.request_id) : undefined;
  return requestId === undefined ? {} : { requestId };
}
