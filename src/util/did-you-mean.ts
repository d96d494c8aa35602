/** The one of the known words that was probably meant. */
export function didYouMean(word: string, known: readonly string[]): string | undefined {
  // A long text is no misspelt word, and the distance costs its length.
  if (word.length > 80) return undefined;
  const [best] = known
    .map((one) => ({ one, distance: distance(word.toLowerCase(), one.toLowerCase()) }))
    .filter(({ one, distance: far }) => far <= Math.max(1, Math.floor(one.length / 4)))
    .sort((a, b) => a.distance - b.distance);
  return best?.one;
}

/** Letters to put in, take out or change. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++)
      next.push(Math.min((next[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1, (row[j] ?? 0) + (b[j] === letter ? 0 : 1)));
    row = next;
  }
  return row[b.length] ?? 0;
}
