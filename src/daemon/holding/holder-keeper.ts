import { setTimeout as sleep } from "node:timers/promises";
import { BridleError } from "../../errors.ts";
import type { Holding } from "./held-agent.ts";

interface KeeperOptions {
  /** Attaches to the holder, or starts one. */
  readonly connect: () => Promise<Holding>;
  /** The holder died, and all agents with it; another one is being started. */
  readonly onLost: () => void;
  readonly onFailed: (error: unknown) => void;
  /** Another daemon took over: there is nothing left to do here. */
  readonly onReplaced: () => void;
}

const retryMs = 1000;

/** There is always a holder, or one is being started. */
export class HolderKeeper {
  readonly #options: KeeperOptions;
  #holding: Promise<Holding>;
  #current: Holding | undefined;
  #closing = false;

  constructor(options: KeeperOptions) {
    this.#options = options;
    this.#holding = this.#connect();
    // Reported to whoever needs one.
    this.#holding.catch(() => {});
  }

  /** The one we are attached to, or will be. */
  get holding(): () => Promise<Holding> {
    return () => this.#holding;
  }

  /** Undefined while there is none. */
  get current(): Holding | undefined {
    return this.#current;
  }

  /** Ends holder and agents, or leaves them for the next daemon. */
  async close(keepAgents: boolean): Promise<void> {
    this.#closing = true;
    const holding = await this.#holding.catch(() => undefined);
    await (keepAgents ? holding?.detach() : holding?.stop());
  }

  async #connect(): Promise<Holding> {
    const holding = await this.#options.connect();
    this.#current = holding;
    void holding.closed.then((why) => this.#closed(why));
    return holding;
  }

  #closed(why: Awaited<Holding["closed"]>): void {
    this.#current = undefined;
    if (this.#closing) return;
    if (why === "replaced") {
      // The lock of the folder should not let that happen; do not take it back and forth.
      const error = new BridleError("conflict", "another daemon took the agents", { what: "holder" });
      this.#holding = Promise.reject(error);
      this.#holding.catch(() => {});
      this.#options.onFailed(error);
      return this.#options.onReplaced();
    }
    this.#holding = this.#again();
    this.#options.onLost();
  }

  async #again(): Promise<Holding> {
    for (;;) {
      try {
        const holding = await this.#connect();
        // It may only have been cut off from us; we have given its agents up by now.
        for (const { id } of holding.agents) holding.forget(id);
        return holding;
      } catch (error) {
        this.#options.onFailed(error);
        if (this.#closing) throw error;
        await sleep(retryMs, undefined, { ref: false });
      }
    }
  }
}
