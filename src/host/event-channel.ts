import type { Event } from "../conversation/event.ts";
import { Fifo } from "../util/fifo.ts";

/** When full, the reading stops, and so the agent feels it. */
const channelCapacity = 32;

type Waiting = (result: IteratorResult<Event, undefined>) => void;

/**
 * Events between the reading and one consumer. Nothing is dropped unless the
 * consumer left or never came and does not want them. Draining costs the same
 * per event however many wait.
 */
export class EventChannel {
  /** A read chunk may hold more events than the channel: they wait here, and the pipe does not go on. */
  readonly #queue = new Fifo<Event>();
  #waiting: Waiting | undefined;
  #lastWait: Promise<IteratorResult<Event, undefined>> = Promise.resolve({ value: undefined, done: true });
  #ended = false;
  #dropping = false;
  #onChange: () => void = () => {};
  readonly #whenDrained = Promise.withResolvers<void>();

  /** Called when the channel got room, ended or began to drop. */
  onChange(listener: () => void): void {
    this.#onChange = listener;
  }

  get length(): number {
    return this.#queue.length;
  }

  get full(): boolean {
    return this.length >= channelCapacity;
  }

  /** The consumer waits for an event. */
  get isAwaited(): boolean {
    return this.#waiting !== undefined;
  }

  /** The size of what waits. Counted when asked for: that is rarely, and counting every event is not free. */
  get bytes(): number {
    let bytes = 0;
    for (const { frame } of this.#queue) if (frame?.type === "message") bytes += frame.bytes;
    return bytes;
  }

  /** Nothing waits and nothing more will come. */
  get over(): boolean {
    return this.#ended && this.length === 0;
  }

  /** Does the end of the turn that answers this prompt wait to be read? */
  holdsEndOf(prompt: string): boolean {
    for (const event of this.#queue)
      if (event.type === "turn_complete" && event.result.prompts.includes(prompt)) return true;
    return false;
  }

  /** Resolves when the stream is over and everything was read or dropped. */
  get drained(): Promise<void> {
    return this.#whenDrained.promise;
  }

  push(event: Event): void {
    if (this.#dropping || this.#ended) return;
    const waiting = this.#waiting;
    if (waiting !== undefined) {
      this.#waiting = undefined;
      return waiting({ value: event, done: false });
    }
    this.#queue.push(event);
  }

  /** The next event: at once where one waits, so that a reader of many pays one hop each. */
  next(): IteratorResult<Event, undefined> | Promise<IteratorResult<Event, undefined>> {
    const queued = this.#shift();
    if (queued !== undefined) return { value: queued, done: false };
    if (this.#ended) return { value: undefined, done: true };
    // A reader that asks again before it was answered is answered in turn.
    this.#lastWait =
      this.#waiting === undefined
        ? new Promise((resolve) => {
            this.#waiting = resolve;
          })
        : this.#lastWait.then(() => this.next());
    return this.#lastWait;
  }

  /** No more events. What waits can still be read. */
  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#waiting?.({ value: undefined, done: true });
    this.#waiting = undefined;
    this.#changed();
  }

  /** Forget what waits and what comes. */
  drop(): void {
    this.#dropping = true;
    this.#queue.clear();
    this.#waiting?.({ value: undefined, done: true });
    this.#waiting = undefined;
    this.#changed();
  }

  /** Deliver again after `drop`. */
  keep(): void {
    this.#dropping = false;
  }

  #shift(): Event | undefined {
    const event = this.#queue.shift();
    if (event === undefined) return undefined;
    if (this.#queue.length === 0) this.#changed();
    return event;
  }

  #changed(): void {
    if (this.over) this.#whenDrained.resolve();
    this.#onChange();
  }
}
