import assert from "node:assert/strict";
import { test } from "node:test";
import { TurnTimes } from "./turn-times.ts";

test("D11 a turn takes from its start to its end, with the asks in it; the next one counts from there", () => {
  let now = 0;
  const times = new TurnTimes(() => now);
  times.changed({ session: "s", to: "running" });
  now = 1000;
  times.changed({ session: "s", to: "waiting" });
  now = 3000;
  times.changed({ session: "s", to: "running" });
  now = 4000;
  assert.equal(times.ended("s"), 4);
  now = 5500;
  assert.equal(times.ended("s"), 1.5);
  times.changed({ session: "s", to: "idle" });
  now = 60_000;
  times.changed({ session: "s", to: "running" });
  now = 60_500;
  assert.equal(times.ended("s"), 0.5);
  assert.equal(times.ended("unknown"), 0);
});
