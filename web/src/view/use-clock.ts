import { useEffect, useState } from "preact/hooks";

/** The time, every second while it runs. */
export function useClock(isRunning = true): number {
  const [nowMs, tick] = useState(Date.now);
  useEffect(() => {
    if (!isRunning) return;
    tick(Date.now());
    const timer = setInterval(() => tick(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return nowMs;
}
