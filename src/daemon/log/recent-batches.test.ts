import assert from "node:assert/strict";
import { test } from "node:test";
import { batchHead, encodeBatch } from "../store/event-batch.ts";
import { RecentBatches } from "./recent-batches.ts";

const head = batchHead("s");

/** Events whose only byte is their number. */
function bytesOf(first: number, last: number): Uint8Array {
  return encodeBatch(
    head,
    Array.from({ length: last - first + 1 }, (_, i) => Uint8Array.of(first + i)),
  );
}

function recentOf(...bounds: readonly (readonly [number, number])[]): RecentBatches {
  const recent = new RecentBatches("s", head);
  for (const [first, last] of bounds) recent.add({ session: "s", first, last, bytes: bytesOf(first, last) });
  return recent;
}

test("D3 from any place on, all that is there comes as one batch", () => {
  const recent = recentOf([3, 5], [6, 6], [7, 10]);
  for (let position = 2; position < 10; position += 1) {
    const batch = recent.after(position, 1000);
    assert.deepEqual([batch?.first, batch?.last], [position + 1, 10]);
    assert.deepEqual(Buffer.from(batch?.bytes ?? []), Buffer.from(bytesOf(position + 1, 10)));
  }
});

test("D3 what is not there, before or behind, is undefined", () => {
  const recent = recentOf([3, 5]);
  assert.equal(recent.after(1, 1000), undefined);
  assert.equal(recent.after(5, 1000), undefined);
  assert.equal(recentOf().after(0, 1000), undefined);
});

test("D3 those at one place get one object, and the longer one once more has come", () => {
  const recent = recentOf([1, 2], [3, 4]);
  const first = recent.after(0, 1000);
  assert.equal(recent.after(0, 1000), first);
  recent.add({ session: "s", first: 5, last: 5, bytes: bytesOf(5, 5) });
  assert.equal(recent.after(0, 1000)?.last, 5);
  const [begin, end] = [recentOf([1, 2]).after(0, 1000), bytesOf(1, 2)];
  assert.deepEqual(Buffer.from(begin?.bytes ?? []), Buffer.from(end));
});

test("D3 a batch ends before it is too long, and whoever comes later takes the same piece", () => {
  const recent = recentOf([1, 10], [11, 20], [21, 30]);
  const limit = bytesOf(1, 20).length + head.length;
  const piece = recent.after(0, limit);
  assert.equal(piece?.last, 20);
  recent.add({ session: "s", first: 31, last: 31, bytes: bytesOf(31, 31) });
  assert.equal(recent.after(0, limit), piece);
  assert.equal(recent.after(20, limit)?.last, 31);
});

test("D3 what all have is forgotten, and so is the oldest of too much", () => {
  const recent = recentOf([1, 10], [11, 20], [21, 30]);
  recent.trim(10, 1_000_000);
  assert.equal(recent.after(9, 1000), undefined);
  assert.equal(recent.after(10, 1000)?.last, 30);
  recent.trim(10, bytesOf(21, 30).length);
  assert.equal(recent.after(10, 1000), undefined);
  assert.equal(recent.after(20, 1000)?.last, 30);
  recent.trim(30, 1_000_000);
  assert.equal(recent.after(29, 1000), undefined);
});
