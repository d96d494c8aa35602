import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { ReadingPace } from "./reading-pace.ts";

test("D12 the first pieces of a turn are read at once; in a flood of small ones the pipe rests, and is told to go on", async () => {
  const rested = new EventTarget();
  const pace = new ReadingPace(() => rested.dispatchEvent(new Event("rested")));
  for (let piece = 0; piece < 8; piece++) {
    pace.took(200);
    assert.equal(pace.isResting, false, `piece ${piece}`);
  }
  for (let piece = 0; piece < 3; piece++) pace.took(200);
  assert.equal(pace.isResting, true);
  await once(rested, "rested");
  assert.equal(pace.isResting, false);
});

test("D12 long pieces are read one after the other", () => {
  const pace = new ReadingPace(() => {});
  for (let piece = 0; piece < 100; piece++) pace.took(64 * 1024);
  assert.equal(pace.isResting, false);
});
