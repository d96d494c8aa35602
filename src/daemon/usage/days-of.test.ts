import assert from "node:assert/strict";
import { test } from "node:test";
import { type QuarterUsage, quarterMs } from "../store/usage-table.ts";
import { daysOf } from "./days-of.ts";

function at(time: string, more: Partial<QuarterUsage> = {}): QuarterUsage {
  const tokens = { inputTokens: 10, outputTokens: 5, cacheReadTokens: 1, cacheCreationTokens: 2 };
  const quarter = Math.floor(Date.parse(time) / quarterMs);
  return { quarter, cwd: "/a", model: "m", turns: 1, costUsd: 0.5, durationMs: 100, ...tokens, ...more };
}

test("U3 usage is summed by the days of the time zone that is asked for", () => {
  const quarters = [at("2026-03-01T22:45:00Z"), at("2026-03-01T23:00:00Z"), at("2026-03-02T12:00:00Z")];
  const days = (zone: string) => daysOf(quarters, zone).map(({ day, turns, costUsd }) => [day, turns, costUsd]);
  assert.deepEqual(days(""), [
    ["2026-03-01", 2, 1],
    ["2026-03-02", 1, 0.5],
  ]);
  assert.deepEqual(days("Europe/Berlin"), [
    ["2026-03-01", 1, 0.5],
    ["2026-03-02", 2, 1],
  ]);
  // Half an hour and a quarter off the hour: 22:45 UTC is 04:30 there.
  assert.deepEqual(days("Asia/Kathmandu"), [["2026-03-02", 3, 1.5]]);
});

test("U3 usage of folders and models is kept apart", () => {
  const days = daysOf(
    [at("2026-03-01T01:00Z"), at("2026-03-01T02:00Z", { cwd: "/b" }), at("2026-03-01T03:00Z", { model: "n" })],
    "",
  );
  assert.deepEqual(
    days.map(({ cwd, model, turns }) => [cwd, model, turns]),
    [
      ["/a", "m", 1],
      ["/b", "m", 1],
      ["/a", "n", 1],
    ],
  );
});

test("U3 a time zone that nobody knows is refused", () => {
  assert.throws(() => daysOf([], "Atlantis/Capital"), /time_zone/);
});
