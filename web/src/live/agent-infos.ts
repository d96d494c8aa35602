import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { AgentInfo } from "../../../src/api/gen/bridle/v1/agent_info_pb.js";
import type { PageClient } from "../../../src/api/page-client.ts";

/** What the agents of sessions can do, as far as somebody wanted to know. */
export class AgentInfos {
  readonly #client: PageClient;
  readonly #byId = new Map<string, Signal<AgentInfo | undefined>>();

  constructor(client: PageClient) {
    this.#client = client;
  }

  /** Undefined until it was asked for. */
  of(sessionId: string): ReadonlySignal<AgentInfo | undefined> {
    return this.#signal(sessionId);
  }

  /** What was known stays where it cannot be had now: the next change of the session asks again. */
  async refresh(sessionId: string): Promise<void> {
    const { info } = await this.#client.conversation.getAgentInfo({ sessionId }).catch(() => ({ info: undefined }));
    if (info !== undefined) this.#signal(sessionId).value = info;
  }

  /** Of sessions that are no more nothing is kept. */
  forgetOthers(isThere: (sessionId: string) => boolean): void {
    for (const id of this.#byId.keys()) if (!isThere(id)) this.#byId.delete(id);
  }

  #signal(sessionId: string): Signal<AgentInfo | undefined> {
    const known = this.#byId.get(sessionId) ?? signal(undefined);
    this.#byId.set(sessionId, known);
    return known;
  }
}
