import type { ConversationState } from "../../src/daemon/core/conversation-state.ts";
import type { ExitFacts } from "../../src/daemon/core/input.ts";
import { AgentDecoder, type ReadOutput } from "../../src/daemon/reading/agent-decoder.ts";

export interface LinkSink {
  conversation(): ConversationState;
  said(output: ReadOutput): void;
  /** It is gone; what it said last is still being read. */
  ended(): void;
  exited(exit: ExitFacts): void;
}

/** Reads what an agent says with the real decoder, as slowly as it is let. */
export class ModelLink {
  readonly id: string;
  readonly #sink: LinkSink;
  readonly #decoder: AgentDecoder;
  #waiting: { readonly at: number; readonly bytes: Uint8Array }[] = [];
  #exit: ExitFacts | undefined;
  #isStopped = false;

  constructor(id: string, sink: LinkSink, outputOffset: number) {
    this.id = id;
    this.#sink = sink;
    const said = (output: ReadOutput): number => {
      if (!this.#isStopped) sink.said(output);
      return 0;
    };
    const decoderSink = { conversation: () => sink.conversation(), said, skipped: () => undefined };
    this.#decoder = new AgentDecoder(decoderSink, outputOffset, 1 << 20);
  }

  get isCaughtUp(): boolean {
    return this.#waiting.length === 0 && !this.#decoder.isInLine;
  }

  /** Can it go on? */
  get isBusy(): boolean {
    return !this.isCaughtUp || this.#exit !== undefined;
  }

  output(at: number, bytes: Uint8Array): void {
    this.#waiting.push({ at, bytes });
  }

  exited(exit: ExitFacts): void {
    if (this.#exit !== undefined) return;
    this.#exit = exit;
    this.#sink.ended();
  }

  stop(): void {
    this.#isStopped = true;
  }

  /** One thing: a part of a message that has many, a piece of output, or that it is gone. */
  read(): void {
    if (this.#isStopped) this.#waiting = [];
    if (this.#decoder.isInLine && !this.#isStopped) return this.#decoder.goOn();
    const next = this.#waiting.shift();
    if (next !== undefined) return this.#decoder.push(next.at, next.bytes);
    const exit = this.#exit;
    this.#exit = undefined;
    if (exit === undefined) return;
    if (!this.#isStopped) this.#decoder.end();
    this.#sink.exited(exit);
  }
}
