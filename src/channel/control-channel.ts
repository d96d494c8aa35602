import { randomUUID } from "node:crypto";
import type { AnswerMatch } from "../adapters/protocol-adapter.ts";
import { BridleError } from "../errors.ts";
import type { ControlCancel, ControlRequest, ControlResponse } from "../wire/canonical.ts";
import type { RequestCommand } from "../wire/command.ts";
import type { Direction } from "../wire/controls.ts";
import { dispatch, errorAnswer, type Handlers, unreadableAnswer } from "../wire/dispatch.ts";
import { encodeLine } from "../wire/encode-line.ts";
import type { Fields } from "../wire/fields.ts";
import type { ControlResponseFrame, UnreadableFrame } from "../wire/frame.ts";
import { outcomeOf, prepareRequest } from "./open-requests.ts";
import { Pending, type WaitOptions } from "./pending.ts";

interface ChannelOptions<D extends Direction> {
  /** Whose requests we answer. */
  readonly answers: D;
  readonly handlers: Handlers<D>;
  /** A request of ours as a line. Throws `unsupported` for what this peer does not know. */
  readonly format: (request: RequestCommand) => string;
  readonly write: (line: string) => void;
  /** How the peer's answer is found. Default: by the request's id. */
  readonly answersTo?: (subtype: string) => AnswerMatch;
  /** Tell the peer when a request of ours is given up. Only hosts understand that. */
  readonly withdraws?: boolean;
  /** Fields of a success answer besides its payload. */
  readonly extraFields?: (subtype: string) => Fields;
  /** A call of ours began or ended to wait. */
  readonly onWaiting?: () => void;
}

/** What a channel has to know of control frames, whichever side read them. */
export type ControlTraffic =
  | Omit<ControlRequest, "subtype">
  | Omit<ControlResponse, "frame">
  | Omit<ControlCancel, "frame">;

/** Frames that matched no open request. */
export interface ChannelCounters {
  readonly unmatched_answers: number;
  readonly unmatched_cancels: number;
  readonly duplicate_requests: number;
}

/**
 * Control requests in both directions over one frame stream, any number at a
 * time, matched by id. Handlers run concurrently with the reading and never block it, and
 * every request of the peer gets exactly one answer.
 */
export class ControlChannel<D extends Direction> {
  readonly #options: ChannelOptions<D>;
  readonly #pending = new Pending<Omit<ControlResponse, "frame">>();
  readonly #serving = new Map<string, AbortController>();
  readonly #counters = { unmatched_answers: 0, unmatched_cancels: 0, duplicate_requests: 0 };
  #closed: Error | undefined;

  constructor(options: ChannelOptions<D>) {
    this.#options = options;
  }

  /** Calls of ours that block a caller until they are answered. */
  get waiting(): number {
    return this.#pending.watched;
  }

  /** A request of the peer waits for our answer. */
  get isServing(): boolean {
    return this.#serving.size > 0;
  }

  get counters(): ChannelCounters {
    return { ...this.#counters };
  }

  /** Asks the peer. Rejects with `unsupported` (nothing was sent), `refused`, `timeout`, `closed`, or the signal's reason. */
  async request(subtype: string, payload: Fields, wait: WaitOptions): Promise<Fields> {
    const { timeoutMs, signal } = wait;
    const { format, answersTo = () => "by_id" } = this.#options;
    const asked = { subtype, payload, timeoutMs, newId: randomUUID(), nowMs: performance.now() };
    const { line, sent, isAnswered } = prepareRequest({ format, answersTo }, asked);
    if (!isAnswered) return this.#send(line, wait);
    const answer = this.#pending.wait(sent, wait);
    this.#options.onWaiting?.();
    const isSent = this.#closed === undefined && signal?.aborted !== true;
    if (isSent) this.#options.write(line);
    // At once, so that it is on the wire before whatever made us give up is answered.
    const withdraw = (): void => this.#withdraw(sent.id);
    if (isSent && this.#options.withdraws) signal?.addEventListener("abort", withdraw, { once: true });
    try {
      const outcome = outcomeOf(sent, await answer, this.#peer);
      if ("error" in outcome) throw outcome.error;
      return outcome.payload;
    } finally {
      signal?.removeEventListener("abort", withdraw);
      this.#options.onWaiting?.();
    }
  }

  /** Sends what is not answered. */
  #send(line: string, { signal }: WaitOptions): Fields {
    signal?.throwIfAborted();
    if (this.#closed !== undefined) throw this.#closed;
    this.#options.write(line);
    return {};
  }

  get #peer(): "agent" | "host" {
    return this.#options.answers === "fromAgent" ? "agent" : "host";
  }

  #withdraw(requestId: string): void {
    if (this.#closed === undefined)
      this.#options.write(encodeLine({ type: "control_cancel_request", request_id: requestId }));
  }

  receive(message: ControlTraffic): void {
    switch (message.kind) {
      case "control_request":
        return this.#serve(message);
      case "control_response":
        if (!this.#pending.settle(message)) this.#counters.unmatched_answers++;
        return;
      case "control_cancel": {
        const serving = this.#serving.get(message.requestId);
        if (serving === undefined) this.#counters.unmatched_cancels++;
        else
          serving.abort(
            new BridleError("cancelled", `the ${this.#peer} withdrew its request`, { requestId: message.requestId }),
          );
      }
    }
  }

  /** Answers a request that could not be read, where at least its id could. */
  refuse(frame: UnreadableFrame): void {
    const answer = unreadableAnswer(frame);
    if (answer !== undefined) this.#answer(answer);
  }

  /** Fails the calls that wait now, so that reading may stop; the channel goes on. */
  failWaiting(error: Error): void {
    this.#pending.failAll(error);
  }

  /** Nothing more will come: calls fail with `reason`, handlers are aborted. */
  close(reason: Error): void {
    if (this.#closed !== undefined) return;
    this.#closed = reason;
    this.#pending.close(reason);
    for (const serving of this.#serving.values()) serving.abort(reason);
  }

  #serve({ requestId, frame }: Omit<ControlRequest, "subtype">): void {
    if (this.#serving.has(requestId)) {
      this.#counters.duplicate_requests++;
      return;
    }
    const serving = new AbortController();
    this.#serving.set(requestId, serving);
    void dispatch(this.#options.answers, frame, this.#options.handlers, serving.signal).then((answer) => {
      this.#serving.delete(requestId);
      const extra = answer.response.subtype === "success" && this.#options.extraFields?.(frame.request.subtype);
      this.#answer(extra ? { ...answer, response: { ...answer.response, ...extra } } : answer);
    });
  }

  #answer(answer: ControlResponseFrame): void {
    if (this.#closed === undefined) this.#options.write(encoded(answer));
  }
}

/** A handler may give something that JSON cannot hold; its request is answered all the same. */
function encoded(answer: ControlResponseFrame): string {
  try {
    return encodeLine(answer);
  } catch (error) {
    return encodeLine(
      errorAnswer(
        answer.response.request_id,
        `The answer could not be written: ${error instanceof Error ? error.message : "?"}`,
      ),
    );
  }
}
