const short = new Intl.NumberFormat("en", { notation: "compact" });

/** "950", "1.2K", "51K", "4.5M". */
export function count(value: number): string {
  return short.format(value);
}
