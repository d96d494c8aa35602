import UPlot from "uplot";
import "uplot/dist/uPlot.min.css";

export interface ChartData {
  /** Bars are stacked. */
  readonly kind: "bars" | "line";
  /** One for each value. */
  readonly labels: readonly string[];
  readonly series: readonly { readonly name: string; readonly values: readonly number[] }[];
  readonly format: (value: number) => string;
}

const height = 220;

/** Draws into an element, and again when its width changes; gives what removes it. */
export function drawChart(element: HTMLElement, { kind, labels, series, format }: ChartData): () => void {
  const at = labels.map((_, index) => index);
  const shown = kind === "bars" ? stacked(series.map(({ values }) => values)) : series.map(({ values }) => [...values]);
  const [labelColour, gridColour] = [colour(element, "--quiet"), colour(element, "--line")];
  const font = getComputedStyle(element).font;
  // The highest bar is drawn first, and the lower ones over it.
  const order = shown.map((_, index) => index).reverse();
  const options: UPlot.Options = {
    width: element.clientWidth,
    height,
    legend: { show: false },
    cursor: { show: false },
    scales: { x: { time: false, range: [-0.6, labels.length - 0.4] }, y: { range: (_, __, most) => [0, most || 1] } },
    axes: [
      {
        stroke: labelColour,
        font,
        grid: { show: false },
        ticks: { show: false },
        values: (_, indexes) => indexes.map((one) => labels[one] ?? ""),
      },
      {
        stroke: labelColour,
        font,
        grid: { stroke: gridColour, width: 1 },
        ticks: { show: false },
        size: 64,
        values: (_, values) => values.map(format),
      },
    ],
    series: [
      {},
      ...order.map((index): UPlot.Series => {
        const own = colour(element, `--chart-${(index % 6) + 1}`);
        return kind === "bars"
          ? { fill: own, width: 0, points: { show: false }, paths: bars() }
          : { stroke: own, width: 2, points: { show: false } };
      }),
    ],
  };
  const chart = new UPlot(options, [at, ...order.map((index) => shown[index] ?? [])], element);
  const watch = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height }));
  watch.observe(element);
  return () => {
    watch.disconnect();
    chart.destroy();
  };
}

function bars(): UPlot.Series.PathBuilder {
  const build = UPlot.paths.bars;
  if (build === undefined) throw new Error("this build of uPlot has no bars");
  return build({ size: [0.7, 48] });
}

/** Each with all that are below it. */
function stacked(rows: readonly (readonly number[])[]): number[][] {
  const below: number[] = [];
  return rows.map((row) =>
    row.map((value, index) => {
      below[index] = (below[index] ?? 0) + value;
      return below[index];
    }),
  );
}

/** What a colour of the palette is now: a canvas knows no variables. */
function colour(element: HTMLElement, name: string): string {
  const probe = document.createElement("span");
  probe.style.color = `var(${name})`;
  element.append(probe);
  const found = getComputedStyle(probe).color;
  probe.remove();
  return found;
}
