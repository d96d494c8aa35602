import { BridleError } from "../errors.ts";
import type { Transport } from "../transport/transport.ts";
import type { EventChannel } from "./event-channel.ts";

const defaultMaxQueuedBytes = 64 * 1024 * 1024;

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
  readonly #maxQueuedBytes: number;
  #open = true;
  #wasHungry = false;

  constructor(transport: Transport, events: EventChannel, calls: Waiting, maxQueuedBytes = defaultMaxQueuedBytes) {
    this.#transport = transport;
    this.#events = events;
    this.#calls = calls;
    this.#maxQueuedBytes = maxQueuedBytes;
  }

  /**
   * Call before a chunk is taken apart. A consumer that waits now reads what
   * the chunk brings before the next one comes; stopping and starting the pipe
   * for every chunk would cost a fifth of the speed.
   */
  beforeChunk(): void {
    this.#wasHungry = this.#events.hungry;
  }

  regulate(): void {
    if (this.#events.full && this.#calls.waiting > 0 && this.#events.bytes > this.#maxQueuedBytes)
      this.#calls.failWaiting(this.#overflow());
    const open = !this.#events.full || this.#wasHungry || this.#calls.waiting > 0;
    if (open === this.#open) return;
    this.#open = open;
    if (open) this.#transport.resume();
    else this.#transport.pause();
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
