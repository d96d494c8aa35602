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
  readonly #awaited = new Set<string>();
  /** Those of them that were asked for while somebody read: most likely by the reader itself. */
  readonly #heldUp = new Set<string>();
  #closed = false;

  constructor(events: EventChannel) {
    this.#events = events;
  }

  /** The reader waits for a result that lies behind the events it does not read meanwhile. */
  get heldUp(): boolean {
    return this.#reader !== undefined && this.#heldUp.size > 0;
  }

  /** Throws `busy` while another reader has it. */
  take(): EventReader {
    if (this.#reader !== undefined && !this.#events.over) {
      const message = "the events of this session are being read already; leave that loop first";
      throw new BridleError("busy", message, { what: "events" });
    }
    const reader: EventReader = { events: this.#events, leave: () => this.#left(reader) };
    this.#reader = reader;
    if (!this.#closed) this.#events.keep();
    return reader;
  }

  /** Somebody waits for what `key` names, and may never read. */
  awaits(key: string): void {
    this.#awaited.add(key);
    if (this.#reader === undefined) this.#events.drop();
    else this.#heldUp.add(key);
  }

  /** It came. What comes after it is kept again unless somebody else waits. */
  settled(key: string): void {
    this.#heldUp.delete(key);
    if (this.#awaited.delete(key) && this.#awaited.size === 0 && !this.#closed) this.#events.keep();
  }

  /** The session is being ended: what was not read is dropped, whoever comes. */
  close(): void {
    this.#closed = true;
    this.#events.drop();
  }

  #left(reader: EventReader): void {
    if (this.#reader !== reader) return;
    this.#reader = undefined;
    this.#heldUp.clear();
    if (this.#awaited.size > 0) this.#events.drop();
  }
}
