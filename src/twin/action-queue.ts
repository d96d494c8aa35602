import type { Writable } from "node:stream";
import { setImmediate as rest, setTimeout as sleep } from "node:timers/promises";
import type { Exiting } from "./fault.ts";
import type { OutputAction } from "./output-action.ts";
import type { TwinBody } from "./twin-body.ts";

/** Does one thing after the other to a stream, no faster than it is read. */
export class ActionQueue {
  readonly #stream: Writable;
  readonly #body: TwinBody;
  #last: Promise<void> = Promise.resolve();

  constructor(stream: Writable, body: TwinBody) {
    this.#stream = stream;
    this.#body = body;
  }

  /** Settles when these are done. */
  add(actions: readonly OutputAction[]): Promise<void> {
    this.#last = this.#last.then(() => this.#perform(actions));
    return this.#last;
  }

  async #perform(actions: readonly OutputAction[]): Promise<void> {
    for (const action of actions) {
      if ("write" in action) await this.#write(action.write);
      else if ("pauseMs" in action) await this.#pause(action.pauseMs);
      else if ("run" in action) action.run();
      else return this.#exit(action.exit);
    }
  }

  async #write(bytes: string | Uint8Array): Promise<void> {
    if (this.#stream.destroyed || this.#stream.write(bytes)) return;
    await new Promise<void>((resolve) => {
      const events = ["drain", "close", "error"];
      const go = (): void => {
        for (const event of events) this.#stream.off(event, go);
        resolve();
      };
      for (const event of events) this.#stream.on(event, go);
    });
  }

  #pause(ms: number): Promise<void> {
    if (ms === 0) return rest();
    return ms === Number.POSITIVE_INFINITY ? this.#forever() : sleep(ms);
  }

  async #exit(how: Exiting): Promise<void> {
    if (!this.#stream.destroyed) await new Promise<void>((resolve) => this.#stream.write("", () => resolve()));
    this.#body.exit(how);
    await this.#forever();
  }

  #forever(): Promise<never> {
    this.#body.stayAlive();
    return new Promise(() => {});
  }
}
