import { checkLimits } from "../codec/limits.ts";
import { LineSplitter } from "../codec/line-splitter.ts";
import { BridleError } from "../errors.ts";
import type { Transport } from "../transport/transport.ts";
import { ExpectedAgent } from "./expected-agent.ts";
import { typeOf } from "./frame-words.ts";
import type { RecordedLine, RecordedSession } from "./recorded-line.ts";
import { replayMismatch } from "./replay-mismatch.ts";

/**
 * The host of a recording, for a live agent. It sends a line when the agent has
 * said everything that was recorded before it, and ends the input after the last.
 */
export class ReplayedHost {
  readonly #lines: readonly RecordedLine[];
  readonly #expected: ExpectedAgent;
  readonly #timeoutMs: number;
  readonly #agent: Transport;
  readonly #outcome = Promise.withResolvers<void>();
  #at = 0;
  /** The agent streams since our last line: what was said in mid-stream is said in mid-stream again. */
  #isStreaming = false;
  #isInputOver = false;
  #isOver = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(recording: RecordedSession, timeoutMs: number, agent: Transport) {
    this.#lines = [...recording.lines()];
    this.#expected = new ExpectedAgent(this.#lines);
    this.#timeoutMs = timeoutMs;
    this.#agent = agent;
  }

  /** Starts the agent's transport and plays to its end. On a failure the agent is killed. */
  play(): Promise<void> {
    const splitter = new LineSplitter(checkLimits().maxLineBytes, {
      line: (text) => this.#take(text),
      badLine: () => {},
    });
    this.#agent.start({
      data: (chunk) => {
        splitter.push(chunk);
        this.#advance();
      },
      end: () => {
        splitter.end();
        this.#finish();
      },
    });
    this.#advance();
    return this.#outcome.promise;
  }

  #take(text: string): void {
    if (this.#isOver) return;
    try {
      this.#isStreaming ||= text.includes('"stream_event"');
      this.#expected.take(text);
    } catch (error) {
      this.#fail(error as Error);
    }
  }

  #advance(): void {
    if (this.#isOver) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#timeOut(), this.#timeoutMs);
    for (let line = this.#lines[this.#at]; line !== undefined; line = this.#lines[++this.#at]) {
      if (line.dir === "<") continue;
      if (!this.#mayFollow(line)) return;
      this.#isStreaming = false;
      this.#agent.write(`${"frame" in line ? this.#expected.liveJson(line) : line.raw}\n`);
    }
    if (this.#expected.missing !== undefined || this.#isInputOver) return;
    this.#isInputOver = true;
    this.#agent.endInput();
  }

  #mayFollow({ number }: RecordedLine): boolean {
    const missing = this.#expected.missing ?? Number.POSITIVE_INFINITY;
    if (missing < number) return false;
    const before = this.#lines[this.#at - 1];
    const wasStreaming = before !== undefined && "frame" in before && typeOf(before.frame) === "stream_event";
    return !wasStreaming || this.#isStreaming;
  }

  #timeOut(): void {
    const { missing } = this.#expected;
    const waitingFor = missing === undefined ? "its end" : `frame ${missing}`;
    const message = `the agent did not come to ${waitingFor} within ${this.#timeoutMs} ms`;
    this.#fail(new BridleError("timeout", message, { waitingFor, afterMs: this.#timeoutMs }));
  }

  #fail(error: Error): void {
    if (this.#isOver) return;
    this.#settle(error);
    this.#agent.signal("SIGKILL");
  }

  #finish(): void {
    const { missing } = this.#expected;
    this.#settle(missing === undefined ? undefined : replayMismatch("agent", "missing", missing));
  }

  #settle(error: Error | undefined): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#timer);
    if (error === undefined) this.#outcome.resolve();
    else this.#outcome.reject(error);
  }
}
