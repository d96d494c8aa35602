import { useCallback, useEffect, useState } from "preact/hooks";

const everyMs = 2000;

/** A number that grows with every look, and what looks at once. While something moves it grows by itself, if it is seen. */
export function useLooks(isMoving: boolean): readonly [looks: number, look: () => void] {
  const [looks, set] = useState(0);
  const look = useCallback(() => set((before) => before + 1), []);
  useEffect(() => {
    if (!isMoving) return;
    const lookIfSeen = (): void => {
      if (!document.hidden) look();
    };
    const timer = setInterval(lookIfSeen, everyMs);
    document.addEventListener("visibilitychange", lookIfSeen);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", lookIfSeen);
    };
  }, [isMoving]);
  return [looks, look];
}
