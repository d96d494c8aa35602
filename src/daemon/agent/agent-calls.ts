import { randomUUID } from "node:crypto";
import type { ProtocolAdapter } from "../../adapters/protocol-adapter.ts";
import { Pending } from "../../channel/pending.ts";
import { BridleError } from "../../errors.ts";
import type { ControlResponse } from "../../wire/canonical.ts";
import type { Fields } from "../../wire/fields.ts";

/** Control requests of ours that wait for the agent's answer. They do not outlive this daemon; their effect does. */
export class AgentCalls {
  readonly #pending = new Pending();
  readonly #write: (line: string) => void;

  constructor(write: (line: string) => void) {
    this.#write = write;
  }

  /** Rejects with `unsupported` (nothing was sent), `refused`, `timeout` or `closed`. */
  async request(adapter: ProtocolAdapter, subtype: string, payload: Fields, timeoutMs: number): Promise<Fields> {
    const match = adapter.answersTo(subtype);
    const requestId = match === "by_id" ? randomUUID() : subtype;
    const line = adapter.format({ kind: "request", requestId, subtype, payload });
    if (match === "none") {
      this.#write(line);
      return {};
    }
    const answer = this.#pending.wait(requestId, subtype, { timeoutMs });
    this.#write(line);
    const { error, errorCode, payload: found } = (await answer) as ControlResponse;
    if (error === undefined) return found ?? {};
    throw new BridleError("refused", `the agent refused ${subtype}: ${error}`, { subtype, reason: error, errorCode });
  }

  /** False: nobody waits for it, or no longer. */
  settle(answer: ControlResponse): boolean {
    return this.#pending.settle(answer.requestId, answer);
  }

  close(reason: Error): void {
    this.#pending.close(reason);
  }
}
