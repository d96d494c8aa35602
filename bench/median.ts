export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
}

export function rounded(value: number, digits = 3): number {
  return Number(value.toFixed(digits));
}

/** Adds a measurement to those of one contestant. */
export function add(times: { [name: string]: number[] }, name: string, time: number): void {
  times[name] = [...(times[name] ?? []), time];
}
