import type { DaemonOptions } from "./daemon-options.ts";
import { startHint } from "./find-daemon.ts";
import { styled } from "./output.ts";

/** How long a daemon may be away, restarted or upgraded, before it is given up. */
export const lostMs = 60_000;

/** A restart takes less. */
const hintMs = 2000;

/** Tells each time that the connection is lost and found again, not with every attempt. */
export class ConnectionNote {
  readonly #note: (line: string) => void;
  readonly #daemon: DaemonOptions;
  readonly #now: () => number;
  #lostAtMs: number | undefined;
  #isHinted = false;

  constructor(note: (line: string) => void, daemon: DaemonOptions, now: () => number = () => performance.now()) {
    this.#note = note;
    this.#daemon = daemon;
    this.#now = now;
  }

  get isLost(): boolean {
    return this.#lostAtMs !== undefined;
  }

  /** With every attempt that failed. */
  lost(): void {
    if (this.#lostAtMs === undefined) {
      this.#lostAtMs = this.#now();
      this.#isHinted = false;
      this.#note(styled("yellow", "! the connection is lost; waiting for the daemon"));
    } else if (!this.#isHinted && this.#now() - this.#lostAtMs >= hintMs) {
      this.#isHinted = true;
      this.#note(styled("yellow", `! no daemon yet; ${startHint(this.#daemon)}. Ctrl-C leaves`));
    }
  }

  opened(): void {
    if (this.#lostAtMs === undefined) return;
    this.#lostAtMs = undefined;
    this.#note(styled("dim", "  connected again"));
  }
}
