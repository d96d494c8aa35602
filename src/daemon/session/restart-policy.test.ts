import assert from "node:assert/strict";
import { test } from "node:test";
import { RestartPolicy } from "./restart-policy.ts";

const limits = { firstMs: 500, maxMs: 30_000, limit: 5, windowMs: 60_000 };

test("D5 an agent that crashes is started again after 500 ms, then twice as long each time, five times in a minute", () => {
  const policy = new RestartPolicy(limits);
  const delays = [0, 1, 2, 3, 4, 5].map((second) => policy.delayMs(second * 1000));
  assert.deepEqual(delays, [500, 1000, 2000, 4000, 8000, undefined]);
});

test("D5 crashes of more than a minute ago are forgotten, also when the clock was set back", () => {
  const policy = new RestartPolicy(limits);
  for (let n = 0; n < 5; n++) policy.delayMs(100_000 + n);
  assert.equal(policy.delayMs(170_000), 500);
  for (let n = 0; n < 6; n++) policy.delayMs(170_000 + n);
  assert.equal(policy.delayMs(10), 500, "the clock jumped back");
});

test("D5 the wait has a longest", () => {
  const policy = new RestartPolicy({ ...limits, limit: 20 });
  const delays = Array.from({ length: 10 }, () => policy.delayMs(0));
  assert.equal(delays.at(-1), 30_000);
});

test("D5 a person who sends another prompt gets another try", () => {
  const policy = new RestartPolicy({ ...limits, limit: 1 });
  policy.delayMs(0);
  assert.equal(policy.delayMs(0), undefined);
  policy.forgive();
  assert.equal(policy.delayMs(0), 500);
});
