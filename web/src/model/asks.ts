import { signal } from "@preact/signals";
import { type Ask, AskState } from "../../../src/api/gen/bridle/v1/ask_pb.js";

/** Everything that waits for a person, of all sessions; the oldest first. */
export class Asks {
  readonly open = signal<readonly Ask[]>([]);

  replace(asks: readonly Ask[]): void {
    const open = asks.filter(({ state }) => state === AskState.OPEN);
    open.sort((one, other) => Number(one.createdMs - other.createdMs) || (one.id < other.id ? -1 : 1));
    // The same object for the same ask: what is on the screen does not change under a finger because somebody looked again.
    this.open.value = open.map(
      (ask) => this.open.value.find(({ id, digest }) => id === ask.id && digest === ask.digest) ?? ask,
    );
  }

  remove(askId: string): void {
    this.open.value = this.open.value.filter(({ id }) => id !== askId);
  }
}
