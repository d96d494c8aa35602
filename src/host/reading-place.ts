import { BridleError } from "../errors.ts";
import type { EventChannel } from "./event-channel.ts";
import type { EventReader } from "./turn.ts";

/**
 * The one place of a reader. While it is free, whoever awaits a result lets
 * events go once the ledger has seen them; while nobody does, they wait.
 */
export class ReadingPlace {
  readonly #events: EventChannel;
  #reader: EventReader | undefined;
  /** Results and ends that somebody waits for. */
  #awaited = 0;
  #closed = false;

  constructor(events: EventChannel) {
    this.#events = events;
  }

  /** Throws `busy` while another reader has it. */
  take(): EventReader {
    if (this.#reader !== undefined && !this.#events.over) {
      throw new BridleError("busy", "the events of this session are being read already; leave that loop first", {
        what: "events",
      });
    }
    const reader: EventReader = { events: this.#events, leave: () => this.#left(reader) };
    this.#reader = reader;
    if (!this.#closed) this.#events.keep();
    return reader;
  }

  /** Somebody waits for this, and may never read. */
  awaits(result: Promise<unknown>): void {
    this.#awaited++;
    if (this.#reader === undefined) this.#events.drop();
    const settled = (): void => {
      this.#awaited--;
      if (this.#awaited === 0 && !this.#closed) this.#events.keep();
    };
    result.then(settled, settled);
  }

  /** The session is being ended: what was not read is dropped, whoever comes. */
  close(): void {
    this.#closed = true;
    this.#events.drop();
  }

  #left(reader: EventReader): void {
    if (this.#reader !== reader) return;
    this.#reader = undefined;
    if (this.#awaited > 0) this.#events.drop();
  }
}
