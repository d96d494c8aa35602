const modesThatAsk = ["", "default", "manual", "plan"];

/** A session in this mode does what it would ask about in another one: to choose it is an approval. */
export function asksLess(mode: string): boolean {
  return !modesThatAsk.includes(mode);
}
