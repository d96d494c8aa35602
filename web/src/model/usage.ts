import type { DayUsage, UsageSums } from "../../../src/api/gen/bridle/v1/daemon_service_pb.js";

export type Measure = "cost" | "output" | "input" | "turns";
export type Grouping = "folder" | "model";

/** One colour of the chart, and one line of the table. */
interface UsageGroup {
  readonly name: string;
  /** One for each day. */
  readonly values: readonly number[];
  readonly total: number;
}

export interface UsageChart {
  /** "2026-11-16", without a gap. */
  readonly days: readonly string[];
  /** The largest first; what is behind the first five is one group. */
  readonly groups: readonly UsageGroup[];
  readonly total: number;
}

interface UsageQuestion {
  readonly days: readonly string[];
  readonly by: Grouping;
  readonly measure: Measure;
}

const maxGroups = 6;

export function usageChart(usage: readonly DayUsage[], { days, by, measure }: UsageQuestion): UsageChart {
  const at = new Map(days.map((day, index) => [day, index]));
  const values = new Map<string, number[]>();
  for (const { day, cwd, model, sums } of usage) {
    const index = at.get(day);
    if (index === undefined || sums === undefined) continue;
    const name = by === "folder" ? cwd : model || "unknown";
    const row = values.get(name) ?? days.map(() => 0);
    row[index] = (row[index] ?? 0) + measured(sums, measure);
    values.set(name, row);
  }
  const all = [...values].map(([name, row]) => ({ name, values: row, total: sum(row) }));
  const ordered = all.sort((a, b) => b.total - a.total);
  const groups = ordered.length <= maxGroups ? ordered : [...ordered.slice(0, maxGroups - 1), rest(ordered, days)];
  return { days, groups, total: sum(ordered.map(({ total }) => total)) };
}

function rest(ordered: readonly UsageGroup[], days: readonly string[]): UsageGroup {
  const others = ordered.slice(maxGroups - 1);
  const values = days.map((_, index) => sum(others.map((group) => group.values[index] ?? 0)));
  return { name: `${others.length} others`, values, total: sum(values) };
}

export function measured({ costUsd, turns, usage }: UsageSums, measure: Measure): number {
  switch (measure) {
    case "cost":
      return costUsd;
    case "turns":
      return turns;
    case "output":
      return Number(usage?.outputTokens ?? 0n);
    case "input":
      return Number(
        (usage?.inputTokens ?? 0n) + (usage?.cacheReadInputTokens ?? 0n) + (usage?.cacheCreationInputTokens ?? 0n),
      );
  }
}

/** The days up to today, by the calendar of this browser. */
export function lastDays(count: number, today: Date): string[] {
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(today.getFullYear(), today.getMonth(), today.getDate() - (count - 1 - index));
    const two = (part: number): string => String(part).padStart(2, "0");
    return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
  });
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
