/** One pattern in place of many that have no flags: what none of them fits, as nearly everything, is told by a single look. */
export function anyOf(patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => `(?:${source})`).join("|"));
}
