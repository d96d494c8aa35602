const short = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 3 });

/** "950", "12.3K", "4.5M". */
export function count(value: number): string {
  return short.format(value);
}
