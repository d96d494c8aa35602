import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

/** Longer than it takes to see that something else is under the finger. */
export const deadMs = 700;
/** How often it is looked whether the buttons are where they were. A press looks, too. */
const lookMs = 100;
/** A finger that went further did not mean a button. */
const maxDriftPx = 10;

/**
 * Whether buttons may act: not for a while after anything under the finger changed, be it what they are about (`what`), where
 * they are, or what lies over them. A press counts only if it began while they could, so a second tap on what was there before
 * does nothing; neither does a swipe, or a key that is held down.
 */
export function useArmed(what: string): Armed {
  const place = useRef<HTMLFieldSetElement>(null);
  const [armedFor, arm] = useState<string>();
  const seen = useRef<Seen>({ what, position: "", sinceMs: 0 });
  const press = useRef<Press>();

  /** What is so now; anything new begins its time anew. */
  const look = (): boolean => {
    const position = positionOf(place.current);
    const before = seen.current;
    if (before.what !== what || before.position !== position)
      seen.current = { what, position, sinceMs: performance.now() };
    const isStill = performance.now() - seen.current.sinceMs >= deadMs;
    arm(isStill ? what : undefined);
    return isStill;
  };
  useEffect(() => {
    look();
    const timer = setInterval(look, lookMs);
    // Whoever comes back has not seen what changed meanwhile.
    const restart = (): void => {
      seen.current = { ...seen.current, position: "" };
      look();
    };
    document.addEventListener("visibilitychange", restart);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", restart);
    };
  }, [what]);
  return {
    place,
    isArmed: armedFor === what,
    onPointerDown: ({ clientX, clientY }) => {
      press.current = look() ? { by: "finger", what, x: clientX, y: clientY } : { by: "nothing" };
    },
    onKeyDown: ({ repeat }) => {
      press.current = repeat ? { by: "nothing" } : undefined;
    },
    act: (event, action) => {
      const began = press.current;
      press.current = undefined;
      if (armedFor !== what || !look() || began?.by === "nothing") return;
      // A click of a keyboard or a screen reader has no finger before it.
      if (event.detail !== 0 && !isTap(began, what, event)) return;
      action();
    },
  };
}

export interface Armed {
  /** Of the element that has the buttons. */
  readonly place: RefObject<HTMLFieldSetElement>;
  readonly isArmed: boolean;
  readonly onPointerDown: (event: PointerEvent) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly act: (event: MouseEvent, action: () => void) => void;
}

interface Seen {
  readonly what: string;
  readonly position: string;
  readonly sinceMs: number;
}

type Press =
  | { readonly by: "finger"; readonly what: string; readonly x: number; readonly y: number }
  /** One that began too early, or a key that is held down. */
  | { readonly by: "nothing" };

function isTap(press: Press | undefined, what: string, { clientX, clientY }: MouseEvent): boolean {
  return (
    press?.by === "finger" && press.what === what && Math.hypot(clientX - press.x, clientY - press.y) <= maxDriftPx
  );
}

/** Where the buttons are on the glass, and which of them can be seen: a menu, or a keyboard on the screen, may be over them. */
function positionOf(place: HTMLElement | null): string {
  if (place === null) return "nowhere";
  const { x, y, width, height } = place.getBoundingClientRect();
  const { offsetLeft = 0, offsetTop = 0, scale = 1 } = visualViewport ?? {};
  const seen = [...place.querySelectorAll("button")].map((button) => {
    const { left, top, width: w, height: h } = button.getBoundingClientRect();
    return button.contains(document.elementFromPoint(left + w / 2, top + h / 2))
      ? `${left} ${top} ${w} ${h}`
      : "covered";
  });
  return [x, y, width, height, offsetLeft, offsetTop, scale, ...seen].join(" ");
}
