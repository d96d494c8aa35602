import type { MessageInitShape } from "@bufbuild/protobuf";
import type { ConverseRequestSchema } from "../../src/api/gen/bridle/v1/conversation_service_pb.js";
import type { RunningDaemon } from "./running-daemon.ts";

type Request = MessageInitShape<typeof ConverseRequestSchema>;

/** A client that talks with a session on one stream both ways, without a call per prompt. */
export class Conversing {
  readonly #session: string;
  readonly #waiting: Request[] = [];
  #wake: () => void = () => {};
  #listen: (kind: string | undefined) => void = () => {};
  #isClosed = false;
  #lastSeq = 0;

  /** Resolves when it hears the session. */
  static async start(daemon: RunningDaemon, session: string): Promise<Conversing> {
    const conversing = new Conversing(session);
    const afterSeq = BigInt(await daemon.lastSeq(session));
    const opened = Promise.withResolvers<void>();
    conversing.#lastSeq = Number(afterSeq);
    conversing.#ask({ kind: { case: "open", value: { sessionId: session, afterSeq } } });
    conversing.#hear(daemon, opened.resolve).catch(opened.reject);
    await opened.promise;
    return conversing;
  }

  private constructor(session: string) {
    this.#session = session;
  }

  /** Has heard all that others made of the session. */
  async caughtUp(daemon: RunningDaemon): Promise<void> {
    const last = await daemon.lastSeq(this.#session);
    while (this.#lastSeq < last) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  async turn(prompt: string, onFirstDelta: () => void): Promise<void> {
    const over = Promise.withResolvers<void>();
    let first = true;
    this.#listen = (kind) => {
      if (kind === "turnComplete") over.resolve();
      if (kind !== "textDelta" || !first) return;
      first = false;
      onFirstDelta();
    };
    const value = { callId: crypto.randomUUID(), sessionId: this.#session, prompt: { text: prompt } };
    this.#ask({ kind: { case: "sendPrompt", value } });
    await over.promise;
  }

  close(): void {
    this.#isClosed = true;
    this.#wake();
  }

  #ask(request: Request): void {
    this.#waiting.push(request);
    this.#wake();
  }

  async #hear(daemon: RunningDaemon, opened: () => void): Promise<void> {
    for await (const { kind } of daemon.client.conversation.converse(this.#requests())) {
      if (kind.case === "opened") opened();
      if (kind.case === "failed") throw new Error(kind.value.message);
      if (kind.case !== "batch") continue;
      for (const event of kind.value.events) {
        this.#lastSeq = Number(event.seq);
        this.#listen(event.kind.case);
      }
    }
  }

  async *#requests(): AsyncGenerator<Request> {
    while (!this.#isClosed) {
      const next = this.#waiting.shift();
      if (next !== undefined) yield next;
      else {
        const { promise, resolve } = Promise.withResolvers<void>();
        this.#wake = resolve;
        await promise;
      }
    }
  }
}
