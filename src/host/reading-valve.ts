import { BridleError } from "../errors.ts";
import type { Transport } from "../transport/transport.ts";
import type { EventChannel } from "./event-channel.ts";

const defaultMaxQueuedBytes = 64 * 1024 * 1024;

interface Readers {
  /** The reader waits for a result behind the events. */
  readonly isBlocked: boolean;
}

interface Waiting {
  readonly waiting: number;
  failWaiting(error: Error): void;
}

/**
 * Stops the reading while the channel is full, and so the agent, except while
 * a call of ours waits: its answer lies behind the events. What that makes the
 * channel hold is capped; at the cap the calls fail and reading stops again.
 */
export class ReadingValve {
  readonly #transport: Transport;
  readonly #events: EventChannel;
  readonly #calls: Waiting;
  readonly #readers: Readers;
  readonly #maxQueuedBytes: number;
  #open = true;
  #wasAwaited = false;
  /** Bytes read since nothing waited, or counted then: at least as much as waits. */
  #mayWait = 0;

  constructor(
    transport: Transport,
    events: EventChannel,
    calls: Waiting,
    readers: Readers,
    maxQueuedBytes = defaultMaxQueuedBytes,
  ) {
    this.#transport = transport;
    this.#events = events;
    this.#calls = calls;
    this.#readers = readers;
    this.#maxQueuedBytes = maxQueuedBytes;
  }

  /** Is the agent being read? */
  get isOpen(): boolean {
    return this.#open;
  }

  /**
   * Call before a chunk is taken apart. A consumer that waits now reads what
   * the chunk brings before the next one comes; stopping and starting the pipe
   * for every chunk would cost a fifth of the speed.
   */
  beforeChunk(bytes: number): void {
    this.#wasAwaited = this.#events.isAwaited;
    this.#mayWait = this.#events.length === 0 ? bytes : this.#mayWait + bytes;
  }

  regulate(): void {
    if (this.#events.full && this.#calls.waiting > 0 && this.#overflows()) this.#calls.failWaiting(this.#overflow());
    // A result that is awaited inside the loop is like a call, except that it cannot fail: at the cap reading stops.
    const isBlocked = this.#readers.isBlocked && !this.#overflows();
    const open = !this.#events.full || this.#wasAwaited || this.#calls.waiting > 0 || isBlocked;
    if (open === this.#open) return;
    this.#open = open;
    if (open) this.#transport.resume();
    else this.#transport.pause();
  }

  /** What waits is counted only when it may be too much: counting it at every chunk would cost the square. */
  #overflows(): boolean {
    if (this.#mayWait > this.#maxQueuedBytes) this.#mayWait = this.#events.bytes;
    return this.#mayWait > this.#maxQueuedBytes;
  }

  #overflow(): BridleError<"overflow"> {
    const data = { queuedBytes: this.#events.bytes, maxQueuedBytes: this.#maxQueuedBytes };
    return new BridleError(
      "overflow",
      `${data.queuedBytes} bytes of events wait to be read, more than maxQueuedBytes (${data.maxQueuedBytes}); read the events, then call again`,
      data,
    );
  }
}
