import { checkLimits } from "../codec/limits.ts";
import { type LineSink, LineSplitter } from "../codec/line-splitter.ts";
import type { Fields } from "../wire/fields.ts";
import type { Direction, RecordedRaw, RecordingMeta } from "./recorded-line.ts";
import { RecordingFolder } from "./recording-folder.ts";
import { Redactor } from "./redact.ts";

interface RecorderOptions {
  /** Values that must not be written, such as `secretValues(env)`. Well-known shapes are found without. */
  readonly secrets?: Iterable<string>;
  /** Of a longer line only the beginning is kept. Default 64 MiB. */
  readonly maxLineBytes?: number;
  /** Told once, when the recording ends early: a full disk, a folder that cannot be made or holds a recording. */
  readonly onError?: (error: Error) => void;
}

/**
 * A tap on a transport: writes every line, both ways, before anyone reads it,
 * without secrets (see `Redactor` for what it cannot see). It never throws; a
 * recording that fails ends, and the session goes on.
 *
 * ```ts
 * const recorder = new Recorder("./recording", { agent: { executable }, args }, { secrets: secretValues(env) });
 * recorder.sent(line);
 * recorder.received(chunk);
 * await recorder.close();
 * ```
 */
export class Recorder implements AsyncDisposable {
  readonly #startedAt = performance.now();
  readonly #redactor: Redactor;
  readonly #splitter: LineSplitter;
  readonly #onError: (error: Error) => void;
  #meta: RecordingMeta;
  #folder: RecordingFolder | undefined;
  #over = false;

  constructor(folder: string, meta: Fields, options: RecorderOptions = {}) {
    this.#onError = options.onError ?? (() => {});
    this.#redactor = new Redactor(options.secrets);
    const sink: LineSink = {
      line: (text) => this.#line("<", text),
      badLine: (reason, bytes, _lineNumber, { head }) => this.#badLine(reason, bytes, head),
    };
    this.#splitter = new LineSplitter(options.maxLineBytes ?? checkLimits().maxLineBytes, sink);
    this.#meta = { ...meta, version: 1, startedAt: new Date().toISOString() };
    this.#try(() => {
      this.#folder = new RecordingFolder(folder);
      this.#writeMeta();
    });
  }

  /** What the host wrote: one or more whole lines. */
  sent(text: string): void {
    this.#try(() => {
      for (const line of text.split("\n")) if (line.trim() !== "") this.#line(">", line);
    });
  }

  /** What the agent wrote, in chunks of any size. */
  received(chunk: Uint8Array): void {
    this.#try(() => this.#splitter.push(chunk));
  }

  /** Adds to `meta.json` what was learned later, such as the agent's version or its `exit`. */
  describe(more: Fields): void {
    this.#meta = { ...this.#meta, ...more, version: 1, startedAt: this.#meta.startedAt };
    this.#try(() => this.#writeMeta());
  }

  /** Writes what waits, and a last line without its end. */
  async close(): Promise<void> {
    this.#try(() => {
      this.#splitter.end();
      this.#folder?.flush();
    });
    this.#end();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #line(dir: Direction, text: string): void {
    if (isJson(text)) this.#add(`{"t":${this.#t()},"dir":"${dir}","frame":${this.#redactor.json(text)}}\n`);
    else this.#addRaw(dir, { raw: this.#redactor.cutText(text) });
  }

  #badLine(reason: "not_utf8" | "oversize", bytes: number, head: Uint8Array): void {
    const raw = this.#redactor.cutText(Buffer.from(head).toString("latin1"));
    this.#addRaw("<", { raw, encoding: "latin1", ...(reason === "oversize" && { bytes }) });
  }

  #addRaw(dir: Direction, line: Pick<RecordedRaw, "raw" | "encoding" | "bytes">): void {
    this.#add(`${JSON.stringify({ t: this.#t(), dir, ...line })}\n`);
  }

  #add(line: string): void {
    if (this.#folder?.add(line)) setImmediate(() => this.#try(() => this.#folder?.flush()));
  }

  #writeMeta(): void {
    this.#folder?.writeMeta(this.#redactor.json(JSON.stringify(this.#meta, undefined, 2)));
  }

  #t(): number {
    return Math.round(performance.now() - this.#startedAt);
  }

  /** After the first failure nothing is tried any more: the file may end in half a line, and nothing may follow it. */
  #try(write: () => void): void {
    if (this.#over) return;
    try {
      write();
    } catch (error) {
      this.#end();
      this.#report(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #end(): void {
    const folder = this.#folder;
    this.#over = true;
    this.#folder = undefined;
    try {
      folder?.close();
    } catch {
      // Everything was written before; there is nothing left to lose.
    }
  }

  #report(error: Error): void {
    try {
      this.#onError(error);
    } catch {
      // The caller's own trouble must not reach the session through the tap.
    }
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
