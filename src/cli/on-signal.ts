/** One Ctrl-C may come twice: from the terminal, and from the launcher of an older Node that passes it on. */
const togetherMs = 300;

/** Calls `first` for the first of these signals and `again` for a later one. */
export function onSignal(signals: readonly NodeJS.Signals[], first: () => void, again: () => void): Disposable {
  let firstAtMs: number | undefined;
  const listener = (): void => {
    if (firstAtMs === undefined) {
      firstAtMs = performance.now();
      first();
    } else if (performance.now() - firstAtMs > togetherMs) again();
  };
  for (const signal of signals) process.on(signal, listener);
  return {
    [Symbol.dispose]: () => {
      for (const signal of signals) process.off(signal, listener);
    },
  };
}
