import { computed, signal } from "@preact/signals";
import type { Session } from "../../../src/api/gen/bridle/v1/session_pb.js";

/** Changes within this are shown at once: a frame. */
const togetherMs = 16;

/** All sessions that are known, by id. */
export class Sessions {
  readonly #byId = new Map<string, Session>();
  /** Tells that something changed: to copy thousands for each of many changes a second would cost more than to show them. */
  readonly #version = signal(0);
  readonly isLoaded = signal(false);
  #timer: ReturnType<typeof setTimeout> | undefined;

  readonly all = computed<readonly Session[]>(() => {
    void this.#version.value;
    return [...this.#byId.values()];
  });

  /** Whoever looks hears of this one's changes alone. */
  get(id: string): Session | undefined {
    return computed(() => {
      void this.#version.value;
      return this.#byId.get(id);
    }).value;
  }

  /** The whole list, as the daemon has it now. */
  replace(sessions: readonly Session[]): void {
    this.#byId.clear();
    for (const session of sessions) this.#byId.set(session.id, session);
    this.isLoaded.value = true;
    this.#show();
  }

  changed(session: Session, isDeleted: boolean): void {
    if (isDeleted) this.#byId.delete(session.id);
    else this.#byId.set(session.id, session);
    this.#timer ??= setTimeout(() => this.#show(), togetherMs);
  }

  #show(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#version.value += 1;
  }
}
