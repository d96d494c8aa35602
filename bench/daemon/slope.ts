export interface Sample {
  readonly minute: number;
  readonly value: number;
}

/** How much the value grows in a minute, by the line that fits best. */
export function slopeOf(samples: readonly Sample[]): number {
  const mean = (of: (sample: Sample) => number): number =>
    samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length;
  const minute = mean((sample) => sample.minute);
  const value = mean((sample) => sample.value);
  const together = mean((sample) => (sample.minute - minute) * (sample.value - value));
  const alone = mean((sample) => (sample.minute - minute) ** 2);
  return alone === 0 ? 0 : together / alone;
}
