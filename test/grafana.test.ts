import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Metrics } from "../src/daemon/telemetry/metrics.ts";
import { histograms, tallies } from "../src/daemon/telemetry/metrics-table.ts";

interface Panel {
  readonly title: string;
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
}

const file = join(import.meta.dirname, "..", "docs", "grafana", "bridle.json");
const { panels } = JSON.parse(readFileSync(file, "utf8")) as { readonly panels: readonly Panel[] };
const queries = panels.flatMap(({ targets = [] }) => targets);
const namesIn = (expr: string): string[] => expr.match(/\b(?:bridle|process)_\w+/g) ?? [];

const types = new Map<string, string>();
for (const [, name = "", type = ""] of (await new Metrics().text()).matchAll(/^# TYPE (\S+) (\S+)$/gm))
  types.set(name, type);

/** What a series of this name belongs to: a histogram has three kinds. */
function metricOf(series: string): string | undefined {
  const base = series.replace(/_(bucket|sum|count)$/, "");
  if (types.get(base) === "histogram") return base;
  return types.has(series) ? series : undefined;
}

const labels = new Map<string, readonly string[]>([["bridle_sessions", ["state"]]]);
for (const [name, , names] of [...Object.values(tallies), ...Object.values(histograms)]) labels.set(name, names);

test("D11 every query of the dashboard names figures that exist, as what they are", () => {
  assert.ok(queries.length > 30);
  for (const { expr } of queries) {
    const names = namesIn(expr);
    assert.ok(names.length > 0, expr);
    for (const name of names) {
      const metric = metricOf(name);
      assert.ok(metric !== undefined, `${name} is no figure: ${expr}`);
      // What only grows is looked at by its rate, what goes up and down as it is.
      assert.equal(expr.includes("rate("), types.get(metric) !== "gauge", expr);
      assert.equal(name.endsWith("_bucket"), expr.startsWith("histogram_quantile("), expr);
    }
  }
});

test("D11 every label that the dashboard sorts by or shows is one of its figure", () => {
  for (const { expr, legendFormat } of queries) {
    const known = namesIn(expr).flatMap((name) => labels.get(metricOf(name) ?? "") ?? []);
    const by = /by \(([^)]*)\)/.exec(expr)?.[1]?.split(", ") ?? [];
    const shown = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = ""]) => name);
    for (const label of by) assert.ok(label === "le" || known.includes(label), `${label}: ${expr}`);
    for (const label of shown) assert.ok(by.includes(label), `${label}: ${legendFormat}`);
  }
});

test("D11 every figure of the daemon is on the dashboard", () => {
  const shown = new Set(queries.flatMap(({ expr }) => namesIn(expr).map(metricOf)));
  assert.deepEqual(
    [...types.keys()].filter((name) => !shown.has(name)),
    [],
  );
});
