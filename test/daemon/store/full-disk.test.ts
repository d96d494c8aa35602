import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { SqliteLog } from "../../../src/daemon/log/sqlite-log.ts";
import { makeWork } from "../../../src/daemon/store/make-work.ts";
import type { Trouble } from "../../../src/daemon/store/trouble.ts";
import { isBridleError } from "../../../src/errors.ts";
import { until } from "../../host/until.ts";
import { within } from "../../host/within.ts";
import { collect, encoded, range } from "../log/numbered-events.ts";
import { openStore } from "./open-store.ts";
import { cannotMount, mountSmallDisk } from "./small-disk.ts";

const skip = cannotMount();

test("D9 a full disk stops intake with a clear error, loses nothing acknowledged, and goes on when there is space", {
  skip,
}, async () => {
  const disk = mountSmallDisk(4 * 1024 * 1024);
  const ballast = join(disk.folder, "ballast");
  writeFileSync(ballast, Buffer.alloc(2_500_000));
  try {
    const { store, createSession } = openStore(disk.folder);
    const log = new SqliteLog(store);
    const told: (Trouble | undefined)[] = [];
    store.onTrouble((trouble) => told.push(trouble));
    await createSession("a");
    const followed = collect(log, "a", 0, 3000);
    const waiting: Promise<void>[] = [];
    let last = 0;
    let acknowledged = 0;
    while (store.trouble === undefined) {
      assert.ok(last < 3000, "the disk never became full");
      waiting.push(log.append("a", last, encoded(last + 1, 10, 1000)));
      last += 10;
      const upTo = last;
      waiting.at(-1)?.then(() => {
        acknowledged = upTo;
      });
      await new Promise((resolve) => setImmediate(resolve));
    }
    assert.equal(store.trouble.reason, "full");
    assert.throws(
      () => store.throwIfTroubled(),
      (error) => isBridleError(error, "no_storage") && error.data.reason === "full" && /make space/.test(error.message),
    );
    const stoppedAt = acknowledged;
    assert.ok(stoppedAt < last && (await log.bounds("a"))?.last === stoppedAt);
    assert.ok(store.backlog.bytes >= 10_000, "what waits is counted");
    // A work that throws while nothing can be stored is no reason to lose the others.
    const failing = assert.rejects(
      store.write(
        makeWork(() => {
          throw new Error("a bug");
        }),
      ),
    );
    rmSync(ballast);
    await within(5000, "going on", Promise.all(waiting));
    await failing;
    for (; last < 3000; last += 10) {
      if (last % 500 === 0) await log.append("a", last, encoded(last + 1, 10, 10));
      else log.append("a", last, encoded(last + 1, 10, 10));
    }
    assert.deepEqual((await followed).numbers, range(1, 3000));
    assert.equal(store.trouble, undefined);
    assert.deepEqual(
      told.map((trouble) => trouble?.reason),
      ["full", undefined],
    );
    assert.deepEqual((await store.reader.check()).problems, []);
    await store.close();
  } finally {
    disk.remove();
  }
});

test("D9 a read-only disk is refused at the start and left as it is; it goes on when it can be written again", {
  skip,
}, async () => {
  const disk = mountSmallDisk(4 * 1024 * 1024);
  try {
    const { store, createSession } = openStore(disk.folder);
    const log = new SqliteLog(store);
    await createSession("a");
    await log.append("a", 0, encoded(1, 1));
    await store.close();
    disk.remount("ro");
    assert.throws(
      () => openStore(disk.folder),
      (error) => isBridleError(error, "unusable_database") && error.data.reason === "inaccessible",
    );
    disk.remount("rw");
    const again = openStore(disk.folder);
    const continued = new SqliteLog(again.store);
    assert.deepEqual(await continued.bounds("a"), { first: 1, last: 1 });
    await continued.append("a", 1, encoded(2, 1));
    await again.store.close();
  } finally {
    disk.remove();
  }
});

test("D9 closing while the disk is full ends; what was not stored fails, what was acknowledged is there", {
  skip,
}, async () => {
  const disk = mountSmallDisk(2 * 1024 * 1024);
  try {
    const { store, createSession } = openStore(disk.folder);
    const log = new SqliteLog(store);
    await createSession("a");
    await log.append("a", 0, encoded(1, 10));
    const tooMuch = assert.rejects(log.append("a", 10, encoded(11, 100, 100_000)), { code: "no_storage" });
    await until(() => store.trouble !== undefined);
    await within(5000, "closing", store.close());
    await tooMuch;
    const again = openStore(disk.folder);
    assert.deepEqual(await new SqliteLog(again.store).bounds("a"), { first: 1, last: 10 });
    assert.deepEqual((await again.store.reader.check()).problems, []);
    await again.store.close();
  } finally {
    disk.remove();
  }
});
