import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { defaultSettings } from "./holder-protocol.ts";
import { OutputStore } from "./output-store.ts";
import { Spool } from "./spool.ts";

const settings = { ...defaultSettings, windowBytes: 100_000, spoolBytes: 400_000 };

interface Fixture {
  readonly store: OutputStore;
  readonly file: string;
  readonly folder: string;
  /** The bytes of the stream, by place. */
  bytes(from: number, to: number): Buffer;
  append(length: number, attached: boolean): void;
}

function fixture(t: TestContext): Fixture {
  const folder = join(mkdtempSync(join(tmpdir(), "spool-")), "spool");
  mkdirSync(folder, { mode: 0o700 });
  t.after(() => rmSync(join(folder, ".."), { recursive: true, force: true }));
  const store = new OutputStore(new Spool(folder, "a"));
  const bytes = (from: number, to: number): Buffer =>
    Buffer.from(Uint8Array.from({ length: to - from }, (_, index) => ((from + index) * 2654435761) >>> 24));
  const append = (length: number, attached: boolean): void =>
    store.append(bytes(store.to, store.to + length), attached, settings);
  return { store, file: join(folder, "a.spool"), folder, bytes, append };
}

/** Takes everything from a place on, acknowledging as it comes. */
function drain(store: OutputStore, from: number): Buffer {
  const parts: Buffer[] = [];
  for (let at = from; at < store.to; ) {
    store.release(at, settings);
    for (const slice of store.slices(at)) parts.push(Buffer.from(slice));
    assert.ok(store.sendableTo > at, "it goes on");
    at = store.sendableTo;
  }
  return Buffer.concat(parts);
}

test("D5 without a daemon output goes to memory, then to a file of its own, and comes back in order", (t) => {
  const { store, file, bytes, append } = fixture(t);
  for (let i = 0; i < 6; i++) append(60_001, false);
  assert.equal(statSync(file).size, 4 * 60_001);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.ok(!store.wantsMore(true, settings), "a daemon gets what is in the file before more is read");
  assert.deepEqual(drain(store, 0), bytes(0, 6 * 60_001));
  assert.ok(!existsSync(file), "the file goes when it is empty");
  assert.ok(!store.wantsMore(true, settings), "until it is acknowledged");
  store.release(store.to, settings);
  assert.ok(store.wantsMore(true, settings));
});

test("D5 the file has a cap, and a daemon that leaves in the middle loses nothing", (t) => {
  const { store, file, bytes, append } = fixture(t);
  while (store.wantsMore(false, settings)) append(65_536, false);
  assert.ok(statSync(file).size <= settings.spoolBytes);
  store.release(150_000, settings);
  append(10, true);
  append(20, false);
  const end = store.to;
  assert.deepEqual(drain(store, 200_000), bytes(200_000, end));
});

test("D5 a place inside the file, and one behind it, can be gone on from", (t) => {
  for (const from of [131_072, 200_000, 300_000]) {
    const { store, folder, bytes, append } = fixture(t);
    for (let i = 0; i < 4; i++) append(65_536, false);
    rmSync(folder, { recursive: true });
    append(100_000, true);
    assert.deepEqual(drain(store, from), bytes(from, 362_144));
  }
});

test("D5 a file that cannot be written means back-pressure, never loss", (t) => {
  const { store, folder, bytes, append } = fixture(t);
  append(100_000, false);
  rmSync(folder, { recursive: true });
  assert.ok(store.wantsMore(false, settings));
  append(65_536, false);
  assert.ok(!store.wantsMore(false, settings));
  assert.deepEqual(drain(store, 0), bytes(0, 165_536));
});
