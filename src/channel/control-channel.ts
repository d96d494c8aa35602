import { randomUUID } from "node:crypto";
import type { AnswerMatch } from "../adapters/protocol-adapter.ts";
import { BridleError } from "../errors.ts";
import type { ControlCancel, ControlRequest, ControlResponse } from "../wire/canonical.ts";
import type { RequestCommand } from "../wire/command.ts";
import type { Direction } from "../wire/controls.ts";
import { dispatch, errorAnswer, type Handlers } from "../wire/dispatch.ts";
import { encodeLine } from "../wire/encode-line.ts";
import type { Fields } from "../wire/fields.ts";
import type { ControlResponseFrame, UnreadableFrame } from "../wire/frame.ts";
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
  readonly #pending = new Pending();
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
  async request(subtype: string, payload: Fields, wait: WaitOptions): Promise<Fields | undefined> {
    const match = this.#options.answersTo?.(subtype) ?? "by_id";
    const requestId = match === "by_id" ? randomUUID() : subtype;
    const line = this.#options.format({ kind: "request", requestId, subtype, payload });
    if (match === "none") return this.#send(line, wait);
    const answer = this.#pending.wait(requestId, subtype, wait);
    this.#options.onWaiting?.();
    const sent = this.#closed === undefined && wait.signal?.aborted !== true;
    if (sent) this.#options.write(line);
    // At once, so that it is on the wire before whatever made us give up is answered.
    const withdraw = (): void => this.#withdraw(requestId);
    if (sent && this.#options.withdraws) wait.signal?.addEventListener("abort", withdraw, { once: true });
    try {
      const { error, errorCode, payload: found } = (await answer) as Omit<ControlResponse, "frame">;
      if (error !== undefined)
        throw new BridleError("refused", `the ${this.#peer} refused ${subtype}: ${error}`, {
          subtype,
          reason: error,
          errorCode,
        });
      return found;
    } finally {
      wait.signal?.removeEventListener("abort", withdraw);
      this.#options.onWaiting?.();
    }
  }

  /** Sends what is not answered. */
  #send(line: string, { signal }: WaitOptions): undefined {
    signal?.throwIfAborted();
    if (this.#closed !== undefined) throw this.#closed;
    this.#options.write(line);
  }

  get #peer(): string {
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
        if (!this.#pending.settle(message.requestId, message)) this.#counters.unmatched_answers++;
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
  refuse({ requestId, reason, bytes }: UnreadableFrame): void {
    if (requestId === undefined) return;
    const tooLong = errorAnswer(requestId, `The request of ${bytes} bytes is over the line limit`, "oversize");
    const why = reason === "too_complex" ? "The request is nested too deeply" : "The request has no subtype";
    this.#answer(reason === "oversize" ? tooLong : errorAnswer(requestId, why, "invalid_request"));
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
