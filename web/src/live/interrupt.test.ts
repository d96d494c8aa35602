import assert from "node:assert/strict";
import { test } from "node:test";
import { signal } from "@preact/signals";
import { Interrupt } from "./interrupt.ts";

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("U3 a turn that begins before the last one is seen to end can be interrupted, too", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  let asked = 0;
  const interrupt = new Interrupt({
    isRunning: () => true,
    interrupt: async () => {
      asked += 1;
      return true;
    },
  });
  interrupt.now();
  interrupt.now();
  await settled();
  assert.equal(asked, 1, "once for each turn");
  assert.equal(interrupt.state.value.at, "asked");
  t.mock.timers.tick(2000);
  assert.equal(interrupt.state.value.at, "none");
  interrupt.now();
  assert.equal(asked, 2);
});

test("U3 one step alone interrupts nothing, and is forgotten after a while, or with the turn", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const isRunning = signal(true);
  let asked = 0;
  const interrupt = new Interrupt({
    isRunning: () => isRunning.value,
    interrupt: async () => {
      asked += 1;
      return true;
    },
  });
  interrupt.step();
  t.mock.timers.tick(3000);
  interrupt.step();
  assert.equal(interrupt.state.value.at, "armed");
  isRunning.value = false;
  assert.equal(interrupt.state.value.at, "none");
  assert.equal(asked, 0);
});
