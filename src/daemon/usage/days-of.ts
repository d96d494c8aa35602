import { invalidOption } from "../../errors.ts";
import { type QuarterUsage, quarterMs, type UsageSums } from "../store/usage-table.ts";

interface DayUsage extends UsageSums {
  readonly day: string;
  readonly cwd: string;
  readonly model: string;
}

/** Quarters of an hour as days of a time zone, in order. Throws `invalid_option` for a zone that nobody knows. */
export function daysOf(quarters: readonly QuarterUsage[], timeZone: string): DayUsage[] {
  const dayOf = dayNames(timeZone);
  const days = new Map<string, DayUsage>();
  for (const { quarter, cwd, model, ...sums } of quarters) {
    const day = dayOf(quarter * quarterMs);
    const key = JSON.stringify([day, cwd, model]);
    const known = days.get(key);
    days.set(key, known === undefined ? { day, cwd, model, ...sums } : { ...known, ...added(known, sums) });
  }
  return [...days.values()];
}

function dayNames(timeZone: string): (timeMs: number) => string {
  try {
    // Canada writes dates as ISO 8601 does.
    const format = new Intl.DateTimeFormat("en-CA", { timeZone: timeZone || "UTC", dateStyle: "short" });
    return (timeMs) => format.format(timeMs);
  } catch {
    throw invalidOption("time_zone", "a name such as Europe/Berlin, or empty", timeZone);
  }
}

function added(one: UsageSums, other: UsageSums): UsageSums {
  return {
    turns: one.turns + other.turns,
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    cacheReadTokens: one.cacheReadTokens + other.cacheReadTokens,
    cacheCreationTokens: one.cacheCreationTokens + other.cacheCreationTokens,
    costUsd: one.costUsd + other.costUsd,
    durationMs: one.durationMs + other.durationMs,
  };
}
