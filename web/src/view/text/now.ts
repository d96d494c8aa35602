import { signal } from "@preact/signals";

/** The time, for what says how long ago something was: such words need no second. */
export const nowMs = signal(Date.now());

setInterval(() => {
  nowMs.value = Date.now();
}, 30_000);
