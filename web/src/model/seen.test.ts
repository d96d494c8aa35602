import assert from "node:assert/strict";
import { test } from "node:test";
import { type Keep, Seen } from "./seen.ts";

class Storage implements Keep {
  readonly items = new Map<string, string>();

  getItem(key: string): string | null {
    return this.items.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    this.items.set(key, value);
  }
}

const session = (id: string, lastSeq: number, updatedMs = 50) => ({
  id,
  lastSeq: BigInt(lastSeq),
  updatedMs: BigInt(updatedMs),
});

test("U3 unread is what happened after this browser looked; what was there when it first came is not", () => {
  const seen = new Seen(new Storage(), 100);
  assert.equal(seen.isUnread(session("old", 9, 50)), false);
  assert.equal(seen.isUnread(session("old", 10, 150)), true);
  seen.look("old", 10);
  assert.equal(seen.isUnread(session("old", 10, 150)), false);
  assert.equal(seen.isUnread(session("old", 11, 160)), true);
  assert.equal(seen.isUnread(session("new", 0, 150)), false, "nothing happened in it yet");
});

test("U3 tabs of a browser share what was looked at, and none writes over another's", () => {
  const storage = new Storage();
  const one = new Seen(storage, 100);
  const other = new Seen(storage, 200);
  one.look("a", 5);
  other.look("b", 7);
  one.write();
  other.write();
  one.reload();
  for (const seen of [one, other, new Seen(storage, 300)]) {
    assert.equal(seen.isUnread(session("a", 5, 400)), false);
    assert.equal(seen.isUnread(session("b", 7, 400)), false);
    assert.equal(seen.isUnread(session("c", 1, 150)), true, "since the first of them came");
  }
});

test("U3 the memory has an end, and damaged or forbidden storage harms nothing", () => {
  const storage = new Storage();
  const seen = new Seen(storage, 100);
  for (let n = 0; n < 2500; n += 1) seen.look(`s${n}`, 1);
  seen.write();
  assert.ok((storage.items.get("bridle-seen") ?? "").length < 60_000);
  assert.equal(seen.isUnread(session("s2499", 1, 400)), false);
  storage.setItem("bridle-seen", "{not json");
  assert.equal(new Seen(storage, 100).isUnread(session("s1", 1, 400)), true);
  assert.equal(new Seen(undefined, 100).isUnread(session("s1", 1, 400)), true);
});
