const periods: readonly (readonly [days: number, words: string])[] = [
  [7, "the last 7 days"],
  [30, "the last 30 days"],
  [90, "the last 90 days"],
  [365, "the last year"],
];

const dayMs = 86_400_000;

export function sinceMs(days: number): bigint {
  return BigInt(Date.now() - days * dayMs);
}

interface PeriodProps {
  readonly days: number;
  readonly choose: (days: number) => void;
}

/** How far back recorded tool uses are looked at. */
export function Period({ days, choose }: PeriodProps) {
  return (
    <select
      class="short-select"
      aria-label="Period"
      value={String(days)}
      onChange={({ currentTarget }) => choose(Number(currentTarget.value))}
    >
      {periods.map(([one, words]) => (
        <option key={one} value={String(one)}>
          {words}
        </option>
      ))}
    </select>
  );
}
