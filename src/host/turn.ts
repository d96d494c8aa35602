import type { Event } from "../conversation/event.ts";
import type { TurnResult } from "../conversation/turn-result.ts";
import type { EventChannel } from "./event-channel.ts";

/** What a turn needs of its session. */
interface TurnSource {
  /** Only the result is awaited: unread events may be dropped. */
  wantsResults(): void;
  /** Nothing of the turn is left to be read: it ended, and its end was read or dropped. */
  isOver(): boolean;
  /** Takes the slot of the one reader. Throws `busy` while another has it. */
  read(): EventReader;
}

/** The one reader of a session's events. */
export interface EventReader {
  readonly events: EventChannel;
  /** Frees the slot. */
  leave(): void;
}

/**
 * One prompt and what comes of it. Iterate it for its events up to its result,
 * or just await `result`; leaving the loop keeps the session.
 *
 * ```ts
 * const turn = await session.send("Run the tests.");
 * for await (const event of turn) if (event.type === "text_delta") process.stdout.write(event.text);
 * console.log((await turn.result).outcome);
 * ```
 */
export class Turn implements AsyncIterable<Event> {
  /** The prompt's uuid. */
  readonly uuid: string;
  readonly #source: TurnSource;
  readonly #result: Promise<TurnResult>;

  constructor(uuid: string, result: Promise<TurnResult>, source: TurnSource) {
    this.uuid = uuid;
    this.#result = result;
    this.#source = source;
    // A turn may be ignored; `session.done` reports its failure as well.
    result.catch(() => {});
  }

  /** Settles for every prompt. Rejects with `closed` when the agent is gone before. */
  get result(): Promise<TurnResult> {
    this.#source.wantsResults();
    return this.#result;
  }

  [Symbol.asyncIterator](): AsyncIterator<Event, undefined> {
    return new TurnIterator(this.uuid, this.#source);
  }
}

/** The session's events up to the turn's result. No generator: it would cost a third of the speed on a flood of deltas. */
class TurnIterator implements AsyncIterator<Event, undefined> {
  readonly #uuid: string;
  readonly #source: TurnSource;
  readonly #reader: EventReader;
  readonly #events: EventChannel;
  #over: boolean;

  constructor(uuid: string, source: TurnSource) {
    this.#uuid = uuid;
    this.#source = source;
    this.#reader = source.read();
    this.#events = this.#reader.events;
    this.#over = source.isOver();
  }

  next(): Promise<IteratorResult<Event, undefined>> {
    if (this.#over) return this.return();
    const next = this.#events.next();
    if (next instanceof Promise) return next.then((result) => this.#seen(result));
    return Promise.resolve(this.#seen(next));
  }

  async return(): Promise<IteratorResult<Event, undefined>> {
    this.#over = true;
    this.#reader.leave();
    return { value: undefined, done: true };
  }

  #seen(result: IteratorResult<Event, undefined>): IteratorResult<Event, undefined> {
    if (result.done || (result.value.type === "turn_complete" && result.value.result.prompts.includes(this.#uuid)))
      this.#over = true;
    // A prompt that is cancelled in the queue ends with a notice.
    else if (result.value.type === "notice") this.#over = this.#source.isOver();
    return result;
  }
}
