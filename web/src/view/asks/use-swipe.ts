import { useRef } from "preact/hooks";

/** So far across, and twice as far across as down: nobody scrolls like that. */
const minPx = 60;

/** A finger across the screen goes to the next or the one before. It decides nothing, wherever it began. */
export function useSwipe(step: (by: 1 | -1) => void): Swipe {
  const began = useRef<{ readonly x: number; readonly y: number }>();
  return {
    onTouchStart: (event) => {
      const [touch] = event.touches;
      began.current =
        touch === undefined || event.touches.length > 1 || isOwn(event.target)
          ? undefined
          : { x: touch.clientX, y: touch.clientY };
    },
    onTouchEnd: ({ changedTouches: [touch] }) => {
      const from = began.current;
      began.current = undefined;
      if (from === undefined || touch === undefined) return;
      const [dx, dy] = [touch.clientX - from.x, touch.clientY - from.y];
      if (Math.abs(dx) >= minPx && Math.abs(dx) > 2 * Math.abs(dy)) step(dx < 0 ? 1 : -1);
    },
  };
}

interface Swipe {
  readonly onTouchStart: (event: TouchEvent) => void;
  readonly onTouchEnd: (event: TouchEvent) => void;
}

/** Where a finger moves a caret, or what is wider than the screen, it goes nowhere else. */
function isOwn(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("textarea, input, select, .preview") !== null;
}
