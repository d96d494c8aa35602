/** So long at once, so that a frame in between is drawn. */
const sliceMs = 8;

/** All that a generator yields, with rests in between; ends early when the signal aborts. */
export async function inSlices<T>(generator: Iterable<T>, signal: AbortSignal): Promise<T[]> {
  const all: T[] = [];
  let until = performance.now() + sliceMs;
  for (const one of generator) {
    all.push(one);
    if (performance.now() < until) continue;
    await new Promise((resume) => setTimeout(resume));
    if (signal.aborted) break;
    until = performance.now() + sliceMs;
  }
  return all;
}
