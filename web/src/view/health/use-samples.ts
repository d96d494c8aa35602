import { useEffect, useState } from "preact/hooks";
import { readMetrics, type Sample } from "../../model/metrics.ts";

const everyMs = 2000;
const kept = 91;

/** The daemon's metrics, again and again while somebody looks: the last three minutes. */
export function useSamples(): readonly Sample[] {
  const [samples, set] = useState<readonly Sample[]>([]);
  useEffect(() => {
    let isGone = false;
    const look = async (): Promise<void> => {
      if (document.hidden) return;
      try {
        const response = await fetch("/metrics");
        if (!response.ok || isGone) return;
        const sample = { timeMs: Date.now(), sums: readMetrics(await response.text()) };
        set((before) => [...before, sample].slice(-kept));
      } catch {
        // The connection bar tells it; what was seen stays.
      }
    };
    void look();
    const timer = setInterval(() => void look(), everyMs);
    return () => {
      isGone = true;
      clearInterval(timer);
    };
  }, []);
  return samples;
}
