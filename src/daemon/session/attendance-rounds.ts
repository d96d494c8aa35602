import { setImmediate as nextTick } from "node:timers/promises";
import { sessionsWithOpenAsks } from "../store/open-asks.ts";
import type { FoundSessions } from "./session-rounds.ts";

/** At once: others are served between two rounds. */
const perRound = 20;

/** Tells every session with open asks, those that are only rows too, whether somebody is there who may decide them. */
export class AttendanceRounds {
  readonly #found: FoundSessions;
  readonly #isAttended: (session: string) => boolean;
  /** The number of the session that was told last. */
  #after = 0;
  #isRunning = false;

  constructor(found: FoundSessions, isAttended: (session: string) => boolean) {
    this.#found = found;
    this.#isAttended = isAttended;
  }

  /** Somebody came or left: all are told, also where a round before is under way. */
  begin(): void {
    this.#after = 0;
    if (!this.#isRunning) void this.#run();
  }

  async #run(): Promise<void> {
    const { store, find } = this.#found;
    this.#isRunning = true;
    try {
      for (;;) {
        const some = store.read(sessionsWithOpenAsks(this.#after, perRound));
        const last = some.at(-1);
        if (last === undefined) return;
        this.#after = last.number;
        for (const { id } of some) find(id)?.apply({ type: "attendance", isAttended: this.#isAttended(id) });
        await store.written();
        await nextTick();
      }
    } catch {
      // Nothing can be stored any more: the daemon ends, and the next one begins anew.
    } finally {
      this.#isRunning = false;
    }
  }
}
