import assert from "node:assert/strict";
import { test } from "node:test";
import { Repeat } from "./repeat.ts";

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("U3 a look that failed is repeated until it does not, with a pause that knows how often", async () => {
  const outcomes = [false, false, true];
  const pauses: number[] = [];
  let looks = 0;
  const repeat = new Repeat({
    look: async () => {
      looks += 1;
      if (outcomes.shift() === false) throw new Error("not now");
    },
    pause: async (failures) => void pauses.push(failures),
  });
  repeat.want();
  await settled();
  assert.deepEqual([looks, pauses], [3, [1, 2]]);
  repeat.want();
  await settled();
  assert.equal(looks, 4, "and whenever it is wanted");
});

test("U3 a pause is over when the look is wanted: the connection is back, say", async () => {
  let looks = 0;
  const look = async (): Promise<void> => {
    looks += 1;
    if (looks === 1) throw new Error("no connection");
  };
  const repeat = new Repeat({ look, pause: () => new Promise(() => {}) });
  repeat.want();
  await settled();
  assert.equal(looks, 1);
  repeat.want();
  await settled();
  assert.equal(looks, 2);
});

test("U3 what is wanted many times during a look is looked at once more", async () => {
  let looks = 0;
  let finish = (): void => {};
  const look = async (): Promise<void> => {
    looks += 1;
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
  };
  const repeat = new Repeat({ look, pause: async () => {} });
  for (let n = 0; n < 5; n++) repeat.want();
  assert.equal(looks, 1);
  for (let n = 0; n < 2; n++) {
    finish();
    await settled();
  }
  assert.equal(looks, 2);
});
