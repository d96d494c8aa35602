import type { PageClient } from "../../../src/api/page-client.ts";
import { Interrupt } from "./interrupt.ts";

/** The interruptions of a tab's sessions. */
export class Interrupts {
  readonly #client: Pick<PageClient, "conversation">;
  readonly #isRunning: (sessionId: string) => boolean;
  readonly #byId = new Map<string, Interrupt>();

  /** `isRunning` has a signal behind it. */
  constructor(client: Pick<PageClient, "conversation">, isRunning: (sessionId: string) => boolean) {
    this.#client = client;
    this.#isRunning = isRunning;
  }

  of(sessionId: string): Interrupt {
    const known = this.#byId.get(sessionId);
    if (known !== undefined) return known;
    const made = new Interrupt({
      isRunning: () => this.#isRunning(sessionId),
      interrupt: async () => (await this.#client.conversation.interrupt({ sessionId })).interrupted,
    });
    this.#byId.set(sessionId, made);
    return made;
  }

  /** Of sessions that are no more nothing is kept. */
  forgetOthers(isThere: (sessionId: string) => boolean): void {
    for (const [id, interrupt] of this.#byId) {
      if (isThere(id)) continue;
      interrupt.close();
      this.#byId.delete(id);
    }
  }
}
