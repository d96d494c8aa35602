import { answerTo, type JsonRpcId, type JsonRpcMessage, type Outcome } from "./json-rpc-message.ts";

interface Call {
  readonly agentId: JsonRpcId;
  readonly resolve: (answer: JsonRpcMessage) => void;
}

/**
 * The agent's requests that a server works on. The server sees ids of ours: an
 * agent that connects twice repeats 0 and 1, even at the same time.
 */
export class RunningCalls {
  readonly #calls = new Map<JsonRpcId, Call>();
  // The first id is 1: the MCP SDK takes a cancelled request 0 for none.
  #lastId = 0;

  /** `answer` has the agent's id and never rejects. */
  open(agentId: JsonRpcId): { id: JsonRpcId; answer: Promise<JsonRpcMessage> } {
    this.#lastId += 1;
    const { promise, resolve } = Promise.withResolvers<JsonRpcMessage>();
    this.#calls.set(this.#lastId, { agentId, resolve });
    return { id: this.#lastId, answer: promise };
  }

  has(id: JsonRpcId): boolean {
    return this.#calls.has(id);
  }

  /** Our id of a running call. The newest, where an agent's id runs twice: an older connection is a given up one. */
  find(agentId: unknown): JsonRpcId | undefined {
    return [...this.#calls].findLast(([, call]) => call.agentId === agentId)?.[0];
  }

  /** False when `id` no longer runs. */
  settle(id: JsonRpcId, outcome: Outcome): boolean {
    const call = this.#calls.get(id);
    if (call === undefined) return false;
    this.#calls.delete(id);
    call.resolve(answerTo(call.agentId, outcome));
    return true;
  }

  settleAll(outcome: Outcome): void {
    for (const id of [...this.#calls.keys()]) this.settle(id, outcome);
  }
}
