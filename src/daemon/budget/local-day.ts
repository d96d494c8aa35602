/** A day of the time zone that the daemon runs in: people's budgets begin anew at their midnight. */
export interface LocalDay {
  /** As "2026-03-01". */
  readonly name: string;
  readonly beginsMs: number;
  readonly endsMs: number;
}

export function localDay(timeMs: number): LocalDay {
  const time = new Date(timeMs);
  const [year, month, date] = [time.getFullYear(), time.getMonth(), time.getDate()];
  const name = [year, month + 1, date].map((part) => String(part).padStart(2, "0")).join("-");
  const midnight = (day: number): number => new Date(year, month, day).getTime();
  return { name, beginsMs: midnight(date), endsMs: midnight(date + 1) };
}
