import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

/** Who worked by keyboard in one ask is in the next one when it comes, and hears what it is about. */
export function useKeptFocus(what: string): RefObject<HTMLElement> {
  const card = useRef<HTMLElement>(null);
  const hadFocus = useRef(false);
  useEffect(() => {
    const note = (): void => {
      hadFocus.current = card.current?.contains(document.activeElement) ?? false;
    };
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  }, []);
  useEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) card.current?.focus({ preventScroll: true });
  }, [what]);
  return card;
}
