import type { DueNotice } from "./notice-fate.ts";

/** What became of one try. `isFinal`: another would end like this one. */
export type Delivered =
  | { readonly ok: true }
  | { readonly ok: false; readonly why: string; readonly isFinal: boolean; readonly retryAfterMs?: number | undefined };

/** Somebody who is notified. */
export interface Recipient {
  /** For figures: a word of ours. */
  readonly type: string;
  /** How many notices it takes at once. */
  readonly parallel: number;
  /** One try. `signal`: nobody needs it any more, or the daemon ends. */
  deliver(due: DueNotice, signal: AbortSignal): Promise<Delivered>;
}
