import { computed, signal } from "@preact/signals";
import { type Session, SessionState } from "../../../src/api/gen/bridle/v1/session_pb.js";

/** All sessions that are known, by id. */
export class Sessions {
  readonly #byId = signal<ReadonlyMap<string, Session>>(new Map());
  readonly isLoaded = signal(false);

  /** What waits for a person first, then what runs, then the newest. */
  readonly ordered = computed(() => [...this.#byId.value.values()].sort(byUrgency));

  get(id: string): Session | undefined {
    return this.#byId.value.get(id);
  }

  /** The whole list, as the daemon has it now. */
  replace(sessions: readonly Session[]): void {
    this.#byId.value = new Map(sessions.map((session) => [session.id, session]));
    this.isLoaded.value = true;
  }

  changed(session: Session, isDeleted: boolean): void {
    const next = new Map(this.#byId.value);
    if (isDeleted) next.delete(session.id);
    else next.set(session.id, session);
    this.#byId.value = next;
  }
}

const ranks: { readonly [S in SessionState]?: number } = {
  [SessionState.WAITING]: 0,
  [SessionState.RUNNING]: 1,
  [SessionState.STARTING]: 1,
};

function byUrgency(one: Session, other: Session): number {
  const rank = (session: Session): number => ranks[session.state] ?? 2;
  return rank(one) - rank(other) || Number(other.updatedMs - one.updatedMs);
}
