import assert from "node:assert/strict";
import { test } from "node:test";
import { CostMeter } from "./cost-meter.ts";

test("H16 a turn costs the difference of two sums, or the whole sum where the agent began anew", () => {
  const meter = new CostMeter({ resumed: false });
  assert.deepEqual(
    [1, 3, 3, undefined, 0.5].map((total) => meter.turn(total)),
    [1, 2, 0, undefined, 0.5],
  );
});

test("H16 the first sum after a resume may hold the earlier run: only what the agent says of its models counts", () => {
  const silent = new CostMeter({ resumed: true });
  assert.deepEqual([silent.turn(5), silent.turn(7)], [undefined, 2]);
  const telling = new CostMeter({ resumed: true });
  assert.equal(telling.turn(5, { one: { costUSD: 0.5 }, two: { costUSD: 0.25 } }), 0.75);
  assert.equal(telling.turn(6), 1, "the sum is kept beside it");
});
