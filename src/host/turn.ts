import type { Event } from "./event.ts";
import type { TurnResult } from "./turn-result.ts";

/** What a turn needs of its session. */
export interface TurnSource {
  /** Someone waits for results only: events nobody reads may go. */
  wantsResults(): void;
  /** Takes the one place of an iterator. */
  read(): AsyncIterator<Event, undefined>;
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
    // Nobody has to look at a turn; its failure is told by `session.done` as well.
    result.catch(() => {});
  }

  /** Settles for every prompt. Rejects with `closed` when the agent is gone before. */
  get result(): Promise<TurnResult> {
    this.#source.wantsResults();
    return this.#result;
  }

  async *[Symbol.asyncIterator](): AsyncIterator<Event, undefined> {
    const events = this.#source.read();
    try {
      for (;;) {
        const { value, done } = await events.next();
        if (done) return undefined;
        yield value;
        if (value.type === "turn_complete" && value.result.prompts.includes(this.uuid)) return undefined;
      }
    } finally {
      await events.return?.();
    }
  }
}
