import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as round } from "node:timers/promises";
import { withPathLock } from "./path-lock.ts";

test("G5 changes of one path come one after the other, also after one that failed, and others do not wait", async () => {
  const steps: string[] = [];
  const change = (path: string, name: string, fails = false) =>
    withPathLock(path, async () => {
      steps.push(`${name} begins`);
      await round();
      steps.push(`${name} ends`);
      if (fails) throw new Error(name);
    });
  const all = [change("/a", "one", true), change("/a", "two"), change("/a", "three"), change("/b", "other")];
  const outcomes = (await Promise.allSettled(all)).map(({ status }) => status);
  assert.deepEqual(outcomes, ["rejected", "fulfilled", "fulfilled", "fulfilled"]);
  const ofA = steps.filter((step) => !step.startsWith("other"));
  assert.deepEqual(ofA, ["one begins", "one ends", "two begins", "two ends", "three begins", "three ends"]);
  assert.ok(steps.indexOf("other begins") < steps.indexOf("two begins"));
});
