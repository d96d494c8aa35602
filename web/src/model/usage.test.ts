import assert from "node:assert/strict";
import { test } from "node:test";
import { create } from "@bufbuild/protobuf";
import { DayUsageSchema } from "../../../src/api/gen/bridle/v1/daemon_service_pb.js";
import { lastDays, usageChart } from "./usage.ts";

const used = (day: string, cwd: string, costUsd: number) =>
  create(DayUsageSchema, {
    day,
    cwd,
    model: "m",
    sums: { costUsd, turns: 1, usage: { inputTokens: 3n, cacheReadInputTokens: 4n } },
  });
const days = ["2026-11-14", "2026-11-15", "2026-11-16"];

test("U3 usage is a value for every day, the largest group first", () => {
  const usage = [
    used("2026-11-14", "/a", 1),
    used("2026-11-16", "/b", 2),
    used("2026-11-16", "/a", 0.5),
    used("2026-01-01", "/a", 99),
  ];
  const chart = usageChart(usage, { days, by: "folder", measure: "cost" });
  assert.deepEqual(chart.groups, [
    { name: "/b", values: [0, 0, 2], total: 2 },
    { name: "/a", values: [1, 0, 0.5], total: 1.5 },
  ]);
  assert.equal(chart.total, 3.5);
  assert.deepEqual(usageChart(usage, { days, by: "model", measure: "turns" }).groups, [
    { name: "m", values: [1, 0, 2], total: 3 },
  ]);
  assert.equal(usageChart(usage, { days, by: "model", measure: "input" }).total, 21);
});

test("U3 what is behind the first five groups is one, and nothing is lost", () => {
  const usage = Array.from({ length: 9 }, (_, index) => used("2026-11-15", `/${index}`, index + 1));
  const { groups, total } = usageChart(usage, { days, by: "folder", measure: "cost" });
  assert.equal(groups.length, 6);
  assert.deepEqual(groups.at(-1), { name: "4 others", values: [0, 10, 0], total: 10 });
  assert.equal(total, 45);
});

test("U3 days go by the calendar, over the end of a month and of summer time", () => {
  assert.deepEqual(lastDays(3, new Date(2026, 2, 1)), ["2026-02-27", "2026-02-28", "2026-03-01"]);
  assert.equal(new Set(lastDays(400, new Date(2026, 10, 16, 23, 59))).size, 400);
});
