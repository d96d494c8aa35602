import { signal } from "@preact/signals";
import { type Ask, AskState } from "../../../src/api/gen/bridle/v1/ask_pb.js";

/** What came of an ask, for the person who looked at it. */
interface Outcome {
  readonly sessionId: string;
  readonly tone: "done" | "late" | "error";
  readonly text: string;
}

/** Everything that waits for a person, of all sessions; the oldest first. */
export class Asks {
  readonly open = signal<readonly Ask[]>([]);
  readonly outcome = signal<Outcome | undefined>(undefined);
  /** False until they were looked for once. */
  readonly isKnown = signal(false);
  readonly #answered = new Set<string>();

  replace(asks: readonly Ask[]): void {
    const open = asks.filter(({ id, state }) => state === AskState.OPEN && !this.#answered.has(id));
    open.sort((one, other) => Number(one.createdMs - other.createdMs) || (one.id < other.id ? -1 : 1));
    // The same object for the same ask: what is on the screen does not change under a finger because somebody looked again.
    this.open.value = open.map((ask) => this.open.value.find((known) => isSame(known, ask)) ?? ask);
    this.isKnown.value = true;
  }

  /** It was answered from here, or somebody was faster. */
  answered(ask: Ask, outcome: Outcome): void {
    this.#answered.add(ask.id);
    this.outcome.value = outcome;
    this.open.value = this.open.value.filter(({ id }) => id !== ask.id);
  }

  /** Whether this page has said already how it ended. */
  isAnswered(askId: string): boolean {
    return this.#answered.has(askId);
  }
}

function isSame(one: Ask, other: Ask): boolean {
  const waitsAlike = one.wait === other.wait && one.deadlineMs === other.deadlineMs;
  return one.id === other.id && one.digest === other.digest && waitsAlike && updates(one) === updates(other);
}

function updates({ suggestions }: Ask): string {
  return suggestions.map(({ updateJson }) => updateJson).join("\n");
}
