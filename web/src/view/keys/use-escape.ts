import { useEffect } from "preact/hooks";

/** Escape leaves what is under way, also for who writes. Undefined: there is nothing to leave. */
export function useEscape(leave: (() => void) | undefined): void {
  useEffect(() => {
    if (leave === undefined) return;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== "Escape" || event.defaultPrevented || event.isComposing) return;
      event.preventDefault();
      leave();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });
}
