import { setImmediate as nextTick } from "node:timers/promises";
import type { Store } from "../store/store.ts";
import type { Session } from "./session.ts";

/** At once: others are served between two rounds. */
const perRound = 20;

export interface FoundSessions {
  readonly store: Pick<Store, "read" | "written">;
  readonly find: (id: string) => Session | undefined;
}

interface RoundParts {
  /** The ids of some that are left to do; once something is stored, those it was done to are not among them. */
  readonly next: (limit: number) => readonly string[];
  readonly act: (session: Session) => void;
}

/** Does something to all sessions that the store names, however many they are: some at a time, each stored before the next. */
export class SessionRounds {
  readonly #found: FoundSessions;
  readonly #parts: RoundParts;
  #running: Promise<boolean> | undefined;

  constructor(found: FoundSessions, parts: RoundParts) {
    this.#found = found;
    this.#parts = parts;
  }

  /** Resolves when none is left: true. False: some stay as they are, or nothing can be stored any more. */
  run(): Promise<boolean> {
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #run(): Promise<boolean> {
    const { store, find } = this.#found;
    const { next, act } = this.#parts;
    let before = "";
    for (;;) {
      const ids = next(perRound);
      if (ids.length === 0) return true;
      const names = ids.join();
      if (names === before) return false;
      before = names;
      for (const id of ids) {
        const session = find(id);
        if (session !== undefined) act(session);
      }
      try {
        await store.written();
      } catch {
        return false;
      }
      await nextTick();
    }
  }
}
