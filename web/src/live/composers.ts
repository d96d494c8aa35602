import { effect, type ReadonlySignal } from "@preact/signals";
import type { PageClient } from "../../../src/api/page-client.ts";
import { ComposerStore, forgetOthers } from "../model/composer/composer-store.ts";
import { Composer } from "./composer.ts";
import type { Link } from "./hub-messages.ts";

/** The composers of a tab: one that sends goes on while another session is looked at. */
export class Composers {
  readonly #client: PageClient;
  readonly #link: ReadonlySignal<Link>;
  readonly #byId = new Map<string, Composer>();

  constructor(client: PageClient, link: ReadonlySignal<Link>) {
    this.#client = client;
    this.#link = link;
  }

  of(sessionId: string): Composer {
    const known = this.#byId.get(sessionId);
    if (known !== undefined) return known;
    const made = new Composer({
      store: new ComposerStore(storageOf(), sessionId),
      send: async ({ callId, contentJson, delivery }) => {
        await this.#client.conversation.sendPrompt({ callId, sessionId, prompt: { contentJson }, delivery });
      },
      reachable: () => this.#reachable(),
    });
    this.#byId.set(sessionId, made);
    return made;
  }

  /** Of sessions that are no more nothing is kept. */
  forgetOthers(isThere: (sessionId: string) => boolean): void {
    const storage = storageOf();
    if (storage !== undefined) forgetOthers(storage, isThere);
    for (const id of this.#byId.keys()) if (!isThere(id)) this.#byId.delete(id);
  }

  /** Behind a pause, so that a daemon which answers one and not the other is not asked without end. */
  async #reachable(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await new Promise<void>((resolve) => {
      let stop: (() => void) | undefined;
      stop = effect(() => {
        if (this.#link.value.state !== "connected") return;
        resolve();
        queueMicrotask(() => stop?.());
      });
    });
  }
}

/** Undefined where the browser forbids it. */
function storageOf(): Storage | undefined {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}
