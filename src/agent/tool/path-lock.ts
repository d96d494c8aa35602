/** One change of a file at a time in this process: sub-agents work beside each other. The path has its links resolved. */
export async function withPathLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  const before = last.get(path);
  const { promise: done, resolve } = Promise.withResolvers<void>();
  last.set(path, done);
  try {
    await before;
    return await work();
  } finally {
    if (last.get(path) === done) last.delete(path);
    resolve();
  }
}

/** Settles when the last who asked for a path is done with it. */
const last = new Map<string, Promise<void>>();
