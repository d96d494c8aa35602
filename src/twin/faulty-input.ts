import { setTimeout as sleep } from "node:timers/promises";
import { LineSplitter } from "../codec/line-splitter.ts";
import { type Fields, isFields } from "../wire/fields.ts";
import type { InputControl } from "./run-fault.ts";

interface FaultyInputOptions {
  readonly onStart: () => void;
  /** A line of the host, before the agent knows of it. */
  readonly onHeard: (value: Fields) => void;
  readonly onEnd: () => void;
  readonly stayAlive: () => void;
}

const maxLineBytes = 100 * 1024 * 1024;

/** Passes the host's bytes on as they are, looks at its lines, and stops reading when it is told to. */
export class FaultyInput implements AsyncIterable<Uint8Array>, InputControl {
  readonly #input: AsyncIterable<Uint8Array>;
  readonly #options: FaultyInputOptions;
  #deaf: Promise<unknown> = Promise.resolve();
  #ignoresEnd = false;

  constructor(input: AsyncIterable<Uint8Array>, options: FaultyInputOptions) {
    this.#input = input;
    this.#options = options;
  }

  ignoreEnd(): void {
    this.#ignoresEnd = true;
  }

  stopReading(ms: number): void {
    this.#deaf = ms === Number.POSITIVE_INFINITY ? this.#forever() : sleep(ms);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, void> {
    const lines = new LineSplitter(maxLineBytes, { line: (text) => this.#line(text), badLine: () => {} });
    this.#options.onStart();
    await this.#deaf;
    for await (const chunk of this.#input) {
      lines.push(chunk);
      await this.#deaf;
      yield chunk;
    }
    lines.end();
    this.#options.onEnd();
    if (this.#ignoresEnd) await this.#forever();
  }

  #line(text: string): void {
    try {
      const value: unknown = JSON.parse(text);
      if (isFields(value)) this.#options.onHeard(value);
    } catch (error) {
      // What is no JSON is for the agent to tell.
      if (!(error instanceof SyntaxError)) throw error;
    }
  }

  #forever(): Promise<never> {
    this.#options.stayAlive();
    return new Promise(() => {});
  }
}
