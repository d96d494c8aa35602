import assert from "node:assert/strict";
import { test } from "node:test";
import { torture } from "./torture.ts";

test("D2 D3 D4 D5 a daemon killed at random under load, agents killed and stopped, then the holder killed: nothing is lost, renumbered or done twice", {
  timeout: 120_000,
}, async () => {
  const report = await torture({ rounds: 5, holderRounds: 2, seed: 20_261_115, sessions: 5 });
  const { problems, gaps, duplicates, changed, orphans, kills } = report;
  assert.deepEqual(
    { problems, gaps, duplicates, changed, orphans },
    { problems: [], gaps: 0, duplicates: 0, changed: 0, orphans: 0 },
  );
  assert.ok(kills.daemon >= 5 && kills.holder === 2 && kills.agents > 0 && kills.stopped > 0, JSON.stringify(kills));
  assert.ok(report.chunks > 300 && report.asks > 0 && report.lostTurns > 0, JSON.stringify(report));
});
