import { useLayoutEffect } from "preact/hooks";

const leaving = new Set<() => void>();

/** Escape leaves something now: it means nothing else. */
export function isEscapeTaken(): boolean {
  return leaving.size > 0;
}

/** Escape leaves what is under way, also for who writes. Undefined: there is nothing to leave. */
export function useEscape(leave: (() => void) | undefined): void {
  // With what is shown, not after it was painted: else a key would still mean what is no longer there.
  useLayoutEffect(() => {
    if (leave === undefined) return;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== "Escape" || event.defaultPrevented || event.isComposing) return;
      event.preventDefault();
      leave();
    };
    leaving.add(leave);
    addEventListener("keydown", onKey);
    return () => {
      leaving.delete(leave);
      removeEventListener("keydown", onKey);
    };
  });
}
