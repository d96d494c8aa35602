import { useCallback, useEffect, useRef, useState } from "preact/hooks";

/** Longer than it takes to see that something else is under the finger. */
const deadMs = 700;
/** How often it is looked whether the buttons are where they were. A press looks, too. */
const lookMs = 100;
/** A finger that went further did not mean a button. */
const maxDriftPx = 10;

/**
 * Whether buttons may act: not for a while after anything under the finger changed, be it what they are about (`what`), where
 * they are, or what lies over them, and never while something does. A press counts only if it began while they could, so a second tap on what was there before
 * does nothing; neither does a swipe, or a key that is held down.
 */
export function useArmed(what: string): Armed {
  const element = useRef<HTMLElement | null>(null);
  const ref = useCallback((found: HTMLElement | null): void => {
    element.current = found;
  }, []);
  const [armedFor, arm] = useState<string>();
  const seen = useRef<Seen>({ what, position: "", sinceMs: 0 });
  const press = useRef<Press>();

  /** What is so now; anything new begins its time anew. */
  const look = (): boolean => {
    const { position, isSeen } = positionOf(element.current);
    const before = seen.current;
    if (before.what !== what || before.position !== position)
      seen.current = { what, position, sinceMs: performance.now() };
    const mayAct = isSeen && performance.now() - seen.current.sinceMs >= deadMs;
    arm(mayAct ? what : undefined);
    return mayAct;
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
    ref,
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
  readonly ref: (element: HTMLElement | null) => void;
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

/** Where the buttons are on the glass, and whether all of them can be seen: a dialog, or a keyboard on the screen, may be over them. */
function positionOf(element: HTMLElement | null): { readonly position: string; readonly isSeen: boolean } {
  if (element === null) return { position: "nowhere", isSeen: false };
  const { x, y, width, height } = element.getBoundingClientRect();
  const { offsetLeft = 0, offsetTop = 0, scale = 1 } = visualViewport ?? {};
  const buttons = [...element.querySelectorAll("button")];
  const seen = buttons.map(boxOf);
  const position = [x, y, width, height, offsetLeft, offsetTop, scale, ...seen].join(" ");
  return { position, isSeen: buttons.length > 0 && !seen.includes(covered) };
}

const covered = "covered";
/** In the middle and beside it: what lies over a part of a button takes taps, too. */
const lookedAt = [0.5, 0.1, 0.9];

function boxOf(button: HTMLButtonElement): string {
  const { left, top, width, height } = button.getBoundingClientRect();
  const isSeen = lookedAt.every((part) =>
    button.contains(document.elementFromPoint(left + width * part, top + height / 2)),
  );
  return isSeen && !isBelowWords(button) ? `${left} ${top} ${width} ${height}` : covered;
}

/** Words that are shown for a moment let taps through: they are not at any point, and hide what is below all the same. */
function isBelowWords(button: HTMLButtonElement): boolean {
  // A dialog is above them.
  if (button.closest("dialog") !== null) return false;
  const { left, top, right, bottom } = button.getBoundingClientRect();
  return [...document.querySelectorAll(".toast:not(:empty), .connection:not(:empty)")].some((words) => {
    const over = words.getBoundingClientRect();
    return over.left < right && over.right > left && over.top < bottom && over.bottom > top;
  });
}
