/** Samples of Prometheus' text form, summed over their labels: how much of everything there is now. */
export function readMetrics(text: string): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const line of text.split("\n")) {
    const [, name, value] = /^([a-zA-Z_:][\w:]*)(?:\{.*\})? (\S+)$/.exec(line) ?? [];
    if (name === undefined || value === undefined || !Number.isFinite(Number(value))) continue;
    sums.set(name, (sums.get(name) ?? 0) + Number(value));
  }
  return sums;
}

/** Figures at a time. */
export interface Sample {
  readonly timeMs: number;
  readonly sums: ReadonlyMap<string, number>;
}

/** How fast something grew between two samples, per second; after a restart it begins again at 0. */
export function rate(name: string, before: Sample | undefined, now: Sample): number | undefined {
  const [from, to] = [before?.sums.get(name), now.sums.get(name)];
  if (before === undefined || from === undefined || to === undefined || now.timeMs <= before.timeMs) return undefined;
  return (Math.max(0, to - from) * 1000) / (now.timeMs - before.timeMs);
}

/** The mean of a histogram between two samples, in its own unit. */
export function mean(name: string, before: Sample | undefined, now: Sample): number | undefined {
  const grown = (suffix: string): number => (now.sums.get(name + suffix) ?? 0) - (before?.sums.get(name + suffix) ?? 0);
  const [sum, count] = [grown("_sum"), grown("_count")];
  return count > 0 && sum >= 0 ? sum / count : undefined;
}
