import { useEffect, useRef, useState } from "preact/hooks";

/** Longer than it takes to see that something else is under the finger. */
export const deadMs = 700;

/**
 * Whether buttons may act: not for a while after anything under the finger changed. A press counts only if it began
 * while they could, so a second tap on what was there before does nothing.
 */
export function useArmed(what: string): Armed {
  const [armedFor, arm] = useState<string>();
  const pressed = useRef<string | undefined>(undefined);
  useEffect(() => {
    let timer = setTimeout(() => arm(what), deadMs);
    const restart = (): void => {
      clearTimeout(timer);
      arm(undefined);
      timer = setTimeout(() => arm(what), deadMs);
    };
    addEventListener("resize", restart);
    return () => {
      clearTimeout(timer);
      removeEventListener("resize", restart);
    };
  }, [what]);
  const isArmed = armedFor === what;
  return {
    isArmed,
    onPointerDown: () => {
      pressed.current = isArmed ? what : undefined;
    },
    act: (event, action) => {
      // A click of a keyboard has no press before it.
      const byKeyboard = event.detail === 0;
      if (!isArmed || (!byKeyboard && pressed.current !== what)) return;
      pressed.current = undefined;
      action();
    },
  };
}

export interface Armed {
  readonly isArmed: boolean;
  readonly onPointerDown: () => void;
  readonly act: (event: MouseEvent, action: () => void) => void;
}
