import assert from "node:assert/strict";
import { test } from "node:test";
import { mean, rate, readMetrics } from "./metrics.ts";

const text = (stored: number, count: number) => `# HELP bridle_events_stored_total Events stored
# TYPE bridle_events_stored_total counter
bridle_events_stored_total{kind="textDelta"} ${stored}
bridle_events_stored_total{kind="message"} 5
bridle_store_commit_seconds_bucket{le="0.001"} 1
bridle_store_commit_seconds_sum ${count * 0.002}
bridle_store_commit_seconds_count ${count}
bridle_live_agents 3
broken line
`;

test("U3 figures of the daemon are summed over their labels, and told as rates", () => {
  const before = { timeMs: 1000, sums: readMetrics(text(10, 4)) };
  const now = { timeMs: 3000, sums: readMetrics(text(30, 10)) };
  assert.equal(now.sums.get("bridle_events_stored_total"), 35);
  assert.equal(now.sums.get("bridle_live_agents"), 3);
  assert.equal(rate("bridle_events_stored_total", before, now), 10);
  assert.equal(rate("bridle_events_stored_total", undefined, now), undefined);
  assert.equal(Math.round((mean("bridle_store_commit_seconds", before, now) ?? 0) * 1000), 2);
});

test("U3 a daemon that began again counts from nothing", () => {
  const before = { timeMs: 1000, sums: readMetrics(text(1000, 4)) };
  const now = { timeMs: 2000, sums: readMetrics(text(1, 0)) };
  assert.equal(rate("bridle_events_stored_total", before, now), 0);
  assert.equal(mean("bridle_store_commit_seconds", before, now), undefined);
});
