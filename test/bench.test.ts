import assert from "node:assert/strict";
import { test } from "node:test";
import { wireBench } from "../bench/wire.ts";

test("W5 the bench of the wire reads the same lines as its floor in one run and gives every figure", async () => {
  const figures = await wireBench({ rounds: 1, eventLines: 3000, mixLines: 1000 });
  const wanted = [
    "throughput_vs_floor",
    "throughput_cpu_vs_floor",
    "throughput_cpu_ms",
    "mix_vs_floor",
    "mix_cpu_vs_floor",
    "long_line_linear",
    "import_ms",
  ];
  for (const name of wanted) assert.ok(Number(figures[name]) > 0, name);
  assert.equal(figures.throughput_lines, 3000);
});
