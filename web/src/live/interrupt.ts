import { effect, signal } from "@preact/signals";
import { messageOf } from "../model/message-of.ts";

/** How far the interruption of a turn is. */
type Interrupting =
  | { readonly at: "none" }
  /** Once more does it: one key or one thumb alone may be there by accident. */
  | { readonly at: "armed" }
  | { readonly at: "asked" }
  | { readonly at: "failed"; readonly why: string };

interface InterruptParts {
  /** A signal is behind it. */
  readonly isRunning: () => boolean;
  /** False: no turn ran. */
  readonly interrupt: () => Promise<boolean>;
}

const armedMs = 3000;
/** After the agent has taken it. */
const askedMs = 2000;
const none: Interrupting = { at: "none" };

/** Interrupts the turns of one session, and never by accident. */
export class Interrupt {
  readonly state = signal<Interrupting>(none);
  readonly #parts: InterruptParts;
  readonly #stop: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: InterruptParts) {
    this.#parts = parts;
    this.#stop = effect(() => {
      if (!parts.isRunning()) this.#set(none);
    });
  }

  /** The first time it only asks whether that is meant. */
  step(): void {
    const { at } = this.state.peek();
    if (at === "armed") return this.now();
    if (at === "asked" || !this.#parts.isRunning()) return;
    this.#set({ at: "armed" });
    this.#timer = setTimeout(() => this.#set(none), armedMs);
  }

  /** Meant for sure. */
  now(): void {
    if (this.state.peek().at === "asked" || !this.#parts.isRunning()) return;
    this.#set({ at: "asked" });
    this.#parts.interrupt().then(
      (interrupted) => {
        // Not at all where the turn ended by itself. The next one may begin before this one is seen to end.
        if (interrupted) this.#timer = setTimeout(() => this.#set(none), askedMs);
        else this.#set(none);
      },
      (error: unknown) => this.#set({ at: "failed", why: messageOf(error) }),
    );
  }

  /** The session is gone. */
  close(): void {
    clearTimeout(this.#timer);
    this.#stop();
  }

  #set(state: Interrupting): void {
    clearTimeout(this.#timer);
    if (this.state.peek() !== state) this.state.value = state;
  }
}
