import type { Exiting } from "./fault.ts";

/** One thing a twin does to its output; the next one waits for it. */
export type OutputAction =
  | { readonly write: string | Uint8Array }
  /** Infinity: for ever. */
  | { readonly pauseMs: number }
  | { readonly exit: Exiting }
  | { readonly run: () => void };
