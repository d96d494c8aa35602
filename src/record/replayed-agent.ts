import { BridleError } from "../errors.ts";
import type { Exit, OutputSink, Transport } from "../transport/transport.ts";
import { isFields } from "../wire/fields.ts";
import { ExpectedHost } from "./expected-host.ts";
import type { RecordedLine, RecordedSession, RecordingMeta } from "./recorded-line.ts";
import { replayMismatch } from "./replay-mismatch.ts";

const chunkBytes = 64 * 1024;

/**
 * The agent of a recording, for a host under test. It says a line only when the
 * host has sent everything that was recorded before it. The first thing that is
 * wrong ends the output, so that the host does not wait, and rejects `done`.
 */
export class ReplayedAgent implements Transport {
  readonly pid = undefined;
  readonly exited: Promise<Exit>;
  /** Settles when the host has ended the input, or failed. */
  readonly done: Promise<void>;
  readonly #lines: readonly RecordedLine[];
  readonly #host: ExpectedHost;
  readonly #meta: RecordingMeta;
  readonly #timeoutMs: number;
  readonly #exit = Promise.withResolvers<Exit>();
  readonly #outcome = Promise.withResolvers<void>();
  #sink: OutputSink | undefined;
  #at = 0;
  #isPaused = false;
  #isScheduled = false;
  #isInputOver = false;
  #isOver = false;
  #lastWords = "";
  #timer: NodeJS.Timeout | undefined;

  constructor(recording: RecordedSession, timeoutMs: number) {
    this.#lines = [...recording.lines()];
    this.#meta = recording.meta;
    this.#host = new ExpectedHost(this.#lines);
    this.#timeoutMs = timeoutMs;
    this.exited = this.#exit.promise;
    this.done = this.#outcome.promise;
    // Who never looks at `done` learns of the failure by the end of the output.
    this.done.catch(() => {});
  }

  start(sink: OutputSink): void {
    this.#sink = sink;
    this.#advance();
  }

  pause(): void {
    this.#isPaused = true;
  }

  resume(): void {
    this.#isPaused = false;
    this.#advance();
  }

  write(text: string): void {
    for (const line of text.split("\n")) {
      if (this.#isOver || line.trim() === "") continue;
      try {
        if (this.#isInputOver) throw replayMismatch("host", "unexpected");
        this.#host.take(line);
      } catch (error) {
        this.#fail(error as Error);
      }
    }
    this.#advance();
  }

  endInput(): void {
    this.#isInputOver = true;
    this.#requireAll();
    this.#advance();
  }

  signal(signal: NodeJS.Signals): void {
    this.#requireAll();
    this.#finish(recordedExit(this.#meta) ?? { exitCode: null, signal });
  }

  stderrTail(): string {
    return this.#lastWords;
  }

  /** Never inside a call of the host: a real agent's output comes later, too. */
  #advance(): void {
    if (this.#isOver) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#timeOut(), this.#timeoutMs);
    if (this.#isScheduled || this.#sink === undefined) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#speak();
    });
  }

  #speak(): void {
    if (this.#isOver || this.#isPaused) return;
    const chunk = this.#nextChunk();
    if (chunk.length > 0) {
      this.#sink?.data(chunk);
      this.#advance();
    } else if (this.#at === this.#lines.length && this.#isInputOver) {
      this.#finish(recordedExit(this.#meta) ?? { exitCode: 0, signal: null });
    }
  }

  #nextChunk(): Uint8Array {
    const missing = this.#host.missing ?? Number.POSITIVE_INFINITY;
    const parts: Uint8Array[] = [];
    let size = 0;
    for (let line = this.#lines[this.#at]; line !== undefined && size < chunkBytes; line = this.#lines[++this.#at]) {
      if (line.dir === ">") continue;
      if (missing < line.number) break;
      const bytes = this.#bytesOf(line);
      parts.push(bytes);
      size += bytes.length;
    }
    return Buffer.concat(parts);
  }

  #bytesOf(line: RecordedLine): Uint8Array {
    if ("frame" in line) return Buffer.from(`${this.#host.liveJson(line)}\n`);
    const bytes = Buffer.from(line.raw, line.encoding ?? "utf8");
    // Of a line that was too long only the beginning is known; the host shall find it too long again.
    const missing = Math.max(0, (line.bytes ?? 0) - bytes.length);
    return Buffer.concat([bytes, Buffer.alloc(missing, "."), Buffer.from("\n")]);
  }

  #requireAll(): void {
    const { missing } = this.#host;
    if (missing !== undefined) this.#fail(replayMismatch("host", "missing", missing));
  }

  #timeOut(): void {
    const { missing } = this.#host;
    const waitingFor = missing === undefined ? "the end of input" : `frame ${missing}`;
    const message = `the host did not send ${waitingFor} within ${this.#timeoutMs} ms`;
    this.#fail(new BridleError("timeout", message, { waitingFor, afterMs: this.#timeoutMs }));
  }

  #fail(error: Error): void {
    if (this.#isOver) return;
    this.#lastWords = error.message;
    this.#outcome.reject(error);
    this.#finish({ exitCode: 1, signal: null });
  }

  #finish(exit: Exit): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#outcome.resolve();
    setImmediate(() => {
      this.#sink?.end();
      this.#exit.resolve(exit);
    });
  }
}

/** How the agent ended, where `describe({ exit })` was called. */
function recordedExit({ exit }: RecordingMeta): Exit | undefined {
  if (!isFields(exit)) return undefined;
  const { exitCode = null, signal = null } = exit;
  return { exitCode: typeof exitCode === "number" ? exitCode : null, signal: signal as Exit["signal"] };
}
