import { number } from "../../wire/fields.ts";

/** A timer that is to run longer fires at once. */
const longestTimerMs = 2 ** 31 - 1;

/** Of the seconds that a hook is given; undefined where they are none. */
export function hookTimeoutMs(timeout: unknown): number | undefined {
  const seconds = number(timeout);
  return seconds === undefined || !(seconds > 0) ? undefined : Math.min(seconds * 1000, longestTimerMs);
}
