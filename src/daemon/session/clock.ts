import type { Clock } from "../core/input.ts";

/** Now. The steady clock begins with the wall clock of the process's start, so that a later daemon can go on with its times. */
export function now(): Clock {
  return { wallMs: Date.now(), steadyMs: Math.floor(performance.timeOrigin + performance.now()) };
}
