import { useEffect, useRef } from "preact/hooks";
import { systemChanges, theme } from "../frame/theme.ts";
import type { ChartData } from "./draw-chart.ts";

/** Drawn by a part of the page that is loaded with the first chart. What it shows stands in a table, too, for who does not see it. */
export function Chart({ label, ...data }: ChartData & { readonly label: string }) {
  const element = useRef<HTMLDivElement>(null);
  const colours = `${theme.value} ${systemChanges.value}`;
  useEffect(() => {
    const { current } = element;
    if (current === null) return;
    let remove: (() => void) | undefined;
    let isGone = false;
    void import("./draw-chart.ts").then(({ drawChart }) => {
      if (!isGone) remove = drawChart(current, data);
    });
    return () => {
      isGone = true;
      remove?.();
    };
  }, [data.labels, data.series, data.kind, colours]);
  return <div class="chart" ref={element} role="img" aria-label={label} />;
}
