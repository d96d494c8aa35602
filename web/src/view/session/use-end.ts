import { type Signal, useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

/** Nearer to the end than this, somebody reads along. */
const nearPx = 80;
/** A scroll so soon after a hand moved is that hand's. */
const handMs = 500;

export interface End {
  readonly isThere: Signal<boolean>;
  /** Goes there, if somebody is there. */
  readonly stay: () => void;
  readonly leave: () => void;
  /** Goes there, and stays. */
  readonly go: () => void;
}

/**
 * Keeps a scroller at its end while somebody is there, however its content grows and however heights are corrected. Only a
 * hand leaves the end: the list itself scrolls, too, when rows turn out to be higher than thought.
 */
export function useEnd(scroller: RefObject<HTMLElement>, startsAtEnd: boolean): End {
  const isThere = useSignal(startsAtEnd);
  const handAt = useRef(Number.NEGATIVE_INFINITY);
  const stay = (): void => {
    if (isThere.peek() && scroller.current !== null) scroller.current.scrollTop = scroller.current.scrollHeight;
  };
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const ending = new AbortController();
    const { signal } = ending;
    const hand = (event: Event): void => {
      // A mouse that is only moved scrolls nothing.
      if (event instanceof PointerEvent && event.buttons === 0) return;
      handAt.current = performance.now();
    };
    for (const type of ["wheel", "touchmove", "keydown", "pointerdown", "pointermove"])
      element.addEventListener(type, hand, { signal, passive: true });
    const onScroll = (): void => {
      const { scrollHeight, scrollTop, clientHeight } = element;
      if (scrollHeight - scrollTop - clientHeight < nearPx) isThere.value = true;
      else if (performance.now() - handAt.current < handMs) isThere.value = false;
      else stay();
    };
    element.addEventListener("scroll", onScroll, { signal, passive: true });
    const observer = new ResizeObserver(stay);
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => {
      ending.abort();
      observer.disconnect();
    };
  }, []);
  const leave = (): void => {
    isThere.value = false;
  };
  const go = (): void => {
    isThere.value = true;
    // The hand that was there before wants this now.
    handAt.current = Number.NEGATIVE_INFINITY;
    stay();
  };
  return { isThere, stay, leave, go };
}
