import type { Event } from "../conversation/event.ts";
import { BridleError } from "../errors.ts";
import type { EventChannel } from "./event-channel.ts";
import type { EventReader } from "./turn.ts";

/**
 * The slot for the one reader of a session's events. While it is free and somebody
 * awaits a result, events are dropped once the ledger has seen them; otherwise they wait.
 */
export class ReaderSlot {
  readonly #events: EventChannel;
  #reader: EventReader | undefined;
  /** Keys of what is awaited: results of prompts, the end of the session. */
  readonly #awaited = new Set<string>();
  /** Those of them that were asked for while the slot was taken: most likely by the reader itself. */
  readonly #blocking = new Set<string>();
  #closed = false;

  constructor(events: EventChannel) {
    this.#events = events;
  }

  /** The reader waits for a result that lies behind the events it does not read meanwhile. */
  get isBlocked(): boolean {
    return this.#reader !== undefined && this.#blocking.size > 0;
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

  /** All events. Leaving the loop frees the slot and calls `onLeave`. */
  iterate(onLeave: () => Promise<unknown>): AsyncIterator<Event, undefined> {
    const reader = this.take();
    const leave = async (): Promise<IteratorResult<Event, undefined>> => {
      reader.leave();
      await onLeave();
      return { value: undefined, done: true };
    };
    return { next: () => Promise.resolve(this.#events.next()), return: leave };
  }

  /** What `key` names is awaited by someone who may never read. */
  awaits(key: string): void {
    this.#awaited.add(key);
    if (this.#reader === undefined) this.#events.drop();
    else this.#blocking.add(key);
  }

  /** It came. Later events are kept again unless something else is awaited. */
  settled(key: string): void {
    this.#blocking.delete(key);
    if (this.#awaited.delete(key) && this.#awaited.size === 0 && !this.#closed) this.#events.keep();
  }

  /** The session is being ended: what was not read is dropped, also for later readers. */
  close(): void {
    this.#closed = true;
    this.#events.drop();
  }

  #left(reader: EventReader): void {
    if (this.#reader !== reader) return;
    this.#reader = undefined;
    this.#blocking.clear();
    if (this.#awaited.size > 0) this.#events.drop();
  }
}
