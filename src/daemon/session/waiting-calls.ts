import { randomUUID } from "node:crypto";
import type { CallAnswer } from "../core/effect.ts";
import type { Work } from "../store/work.ts";
import type { AnswerEffect, Outgoing } from "./outgoing.ts";

export type GoodAnswer = Exclude<CallAnswer, { to: "error" }>;

/** What a caller gets, and what makes it last. */
export interface Kept<A> {
  readonly value: A;
  readonly work?: Work;
}

interface WaitingCall {
  readonly answer: (answer: CallAnswer, seq: number) => void;
  readonly reject: (error: unknown) => void;
}

/** Calls about one session that wait for their answer. They are answered when what they did is stored. */
export class WaitingCalls {
  readonly #outgoing: Outgoing;
  readonly #calls = new Map<string, WaitingCall>();

  constructor(outgoing: Outgoing) {
    this.#outgoing = outgoing;
  }

  get isEmpty(): boolean {
    return this.#calls.size === 0;
  }

  /** `respond` makes of the core's answer what the caller gets. `seq`: of the event before the answer. */
  open<A>(respond: (answer: GoodAnswer, seq: number) => Kept<A>): {
    readonly call: string;
    readonly promise: Promise<A>;
  } {
    const { promise, resolve, reject } = Promise.withResolvers<A>();
    const call = randomUUID();
    const answer = (given: CallAnswer, seq: number): void => {
      if (given.to === "error") return this.#outgoing.after(() => reject(given.error));
      const { value, work } = respond(given, seq);
      if (work !== undefined) this.#outgoing.store(work);
      this.#outgoing.after(() => resolve(value));
    };
    this.#calls.set(call, { answer, reject });
    return { call, promise: promise.finally(() => this.#calls.delete(call)) };
  }

  /** One that nobody here waits for is let go: a daemon before this one was asked. */
  readonly answer = ({ call, answer }: AnswerEffect, seq: number): void => this.#calls.get(call)?.answer(answer, seq);

  /** Nothing of the session can be stored. */
  fail(error: unknown): void {
    for (const { reject } of this.#calls.values()) reject(error);
  }
}
