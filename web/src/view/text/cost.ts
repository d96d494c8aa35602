/** In dollars; small sums with more digits. */
export function cost(usd: number): string {
  return `$${usd.toFixed(usd >= 0.1 || usd === 0 ? 2 : 4)}`;
}
