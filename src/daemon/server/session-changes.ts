import type { SessionChange, SessionView } from "../session/session-view.ts";

/** Changes of all sessions, as they come; of a session that changed often meanwhile only the last. */
export async function* sessionChanges(
  view: SessionView,
  signal: AbortSignal,
): AsyncGenerator<SessionChange, void, undefined> {
  const waiting = new Map<string, SessionChange>();
  let wake: (() => void) | undefined;
  const stop = view.onSessionChanged((change) => {
    waiting.set(change.session.id, change);
    wake?.();
  });
  // By the signal and not by `finally`: nobody may ever ask for the next one.
  const end = (): void => {
    stop();
    wake?.();
  };
  signal.addEventListener("abort", end, { once: true });
  if (signal.aborted) end();
  while (!signal.aborted) {
    for (const [id, change] of waiting) {
      waiting.delete(id);
      yield change;
    }
    if (waiting.size === 0 && !signal.aborted) await new Promise<void>((resolve) => (wake = resolve));
  }
}
