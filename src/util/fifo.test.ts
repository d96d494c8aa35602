import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { Fifo } from "./fifo.ts";

test("H3 a queue gives back what was put in, in order, at any size", () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.integer({ min: 1, max: 600 }), fc.integer({ min: -600, max: -1 })), { maxLength: 30 }),
      (steps) => {
        const fifo = new Fifo<number>();
        const model: number[] = [];
        let next = 0;
        for (const step of steps) {
          for (let i = 0; i < step; i++) {
            fifo.push(next);
            model.push(next++);
          }
          for (let i = 0; i < -step; i++) assert.equal(fifo.shift(), model.shift());
          assert.equal(fifo.length, model.length);
        }
      },
    ),
  );
});
