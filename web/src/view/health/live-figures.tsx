import { mean, rate } from "../../model/metrics.ts";
import { Chart } from "../chart/chart.tsx";
import { clock } from "../text/clock.ts";
import { count } from "../text/count.ts";
import { useSamples } from "./use-samples.ts";

const stored = "bridle_events_stored_total";

/** What the daemon does now. */
export function LiveFigures() {
  const samples = useSamples();
  const [before, now] = [samples.at(-2), samples.at(-1)];
  if (now === undefined) return <p class="unseen">Loading …</p>;
  const perSecond = (name: string): string => formatted(rate(name, before, now), "/s");
  const commitMs = mean("bridle_store_commit_seconds", before, now);
  const figures = [
    ["Events stored", perSecond(stored)],
    ["Events sent", perSecond("bridle_events_sent_total")],
    ["Calls", perSecond("bridle_api_calls_total")],
    ["Read from agents", formatted(rate("bridle_agent_bytes_total", before, now), " B/s")],
    ["Commit time", commitMs === undefined ? "–" : `${(commitMs * 1000).toFixed(1)} ms`],
    ["Followers", String(now.sums.get("bridle_subscribers") ?? 0)],
  ] as const;
  const rates = samples.map((sample, at) => rate(stored, samples[at - 1], sample) ?? 0);
  return (
    <>
      <dl class="totals">
        {figures.map(([word, value]) => (
          <div key={word}>
            <dt class="label">{word}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Chart
        kind="line"
        label="Events stored per second, over the last minutes"
        labels={samples.map(({ timeMs }) => clock(timeMs))}
        series={[{ name: "Events stored per second", values: rates }]}
        format={count}
      />
      <p class="label">
        Events stored per second while this page is open. All figures, for Prometheus: <a href="/metrics">/metrics</a>
      </p>
    </>
  );
}

function formatted(value: number | undefined, unit: string): string {
  return value === undefined ? "–" : `${count(value)}${unit}`;
}
