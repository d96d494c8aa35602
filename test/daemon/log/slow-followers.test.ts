import assert from "node:assert/strict";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { SqliteLog } from "../../../src/daemon/log/sqlite-log.ts";
import { openStore } from "../store/open-store.ts";
import { encoded, numbersIn } from "./numbered-events.ts";

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

/** Buffers are let go by a second collection, once what pointed to them was finalized. */
async function usedBytes(): Promise<number> {
  for (let n = 0; n < 3; n++) {
    collectGarbage();
    await new Promise(setImmediate);
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

test("D3 fifty clients that stand still cost constant memory while 60 MB pass, and then read on from where they stood", async () => {
  const { store, createSession, close } = openStore();
  const log = new SqliteLog(store);
  await createSession("a");
  const stop = new AbortController();
  const iterators = Array.from({ length: 50 }, () => log.follow("a", 0, stop.signal)[Symbol.asyncIterator]());
  const begun = iterators.map((iterator) => iterator.next());
  await log.append("a", 0, encoded(1, 1));
  for (const { value } of await Promise.all(begun)) assert.deepEqual(numbersIn(value), [1]);
  const before = await usedBytes();
  const events = encoded(1, 100, 2000);
  let last = 1;
  for (let round = 0; round < 300; round += 1) {
    await log.append("a", last, events);
    last += events.length;
  }
  const grown = (await usedBytes()) - before;
  assert.ok(grown < 8 * 1024 * 1024, `grown by ${grown} bytes`);
  const next = await Promise.all(iterators.map((iterator) => iterator.next()));
  for (const { value } of next) assert.equal(value.first, 2);
  assert.equal(new Set(next.map(({ value }) => value.bytes)).size, 1, "a page is read once for all who want it");
  stop.abort();
  await Promise.all(iterators.map((iterator) => iterator.next()));
  await close();
});
