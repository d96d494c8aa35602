import assert from "node:assert/strict";
import { test } from "node:test";
import { SqliteLog } from "../../../src/daemon/log/sqlite-log.ts";
import { Database } from "../../../src/daemon/store/database.ts";
import { makeWork } from "../../../src/daemon/store/make-work.ts";
import { getSession, insertSession, type SessionRow, updateSession } from "../../../src/daemon/store/sessions-table.ts";
import { isBridleError } from "../../../src/errors.ts";
import { newSession, openStore } from "../store/open-store.ts";
import { collect, encoded, numbersIn, range } from "./numbered-events.ts";

test("D2 nobody is told of an event before it is committed", async () => {
  const { store, createSession, close } = openStore();
  const log = new SqliteLog(store);
  await createSession("a");
  const told: number[] = [];
  const following = (async () => {
    for await (const batch of log.follow("a", 0, new AbortController().signal)) {
      told.push(...numbersIn(batch));
      if (batch.last === 2) return;
    }
  })();
  await log.append("a", 0, encoded(1, 1));
  let appended: Promise<void> | undefined;
  await store.hold(async () => {
    appended = log.append("a", 1, encoded(2, 1));
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.deepEqual(told, [1]);
    assert.deepEqual(await log.bounds("a"), { first: 1, last: 1 });
    assert.equal(await log.read("a", 1, 1000), undefined);
  });
  await appended;
  await following;
  assert.deepEqual(told, [1, 2]);
  await close();
});

test("D2 a session, its first events and what is written beside them are one transaction", async () => {
  const { store, close } = openStore();
  const log = new SqliteLog(store);
  const other = openOther(store.file);
  const seen: unknown[] = [];
  const all = [
    store.write(insertSession(newSession("a"))),
    log.append("a", 0, encoded(1, 3)),
    store.write(
      makeWork((db) => {
        updateSession("a", { title: "new" })(db);
        seen.push({ ...getSession("a")(db) }.lastSeq, other());
      }),
    ),
  ];
  await Promise.all(all);
  assert.deepEqual(seen, [3, undefined], "inside, all is there; for others nothing is");
  assert.equal(other()?.title, "new");
  assert.equal(other()?.lastSeq, 3);
  await close();
});

test("D2 an append to a session that is not there fails alone, and later ones behind it too", async () => {
  const { store, createSession, close } = openStore();
  const log = new SqliteLog(store);
  await createSession("b");
  const outcomes = await Promise.allSettled([
    log.append("a", 0, encoded(1, 2)),
    log.append("b", 0, encoded(1, 2)),
    log.append("a", 2, encoded(3, 1)),
    log.append("b", 2, encoded(3, 1)),
  ]);
  assert.deepEqual(
    outcomes.map((outcome) => (outcome.status === "rejected" ? outcome.reason.code : "stored")),
    ["not_found", "stored", "not_found", "stored"],
  );
  await createSession("a");
  await log.append("a", 0, encoded(1, 1));
  assert.deepEqual(numbersIn(await log.read("a", 0, 1000)), [1]);
  assert.deepEqual(numbersIn(await log.read("b", 0, 1000)), [1, 2, 3]);
  await close();
});

test("D2 numbering goes on after a restart, also when somebody else wrote meanwhile", async () => {
  const first = openStore();
  await first.createSession("a");
  const log = new SqliteLog(first.store);
  await log.append("a", 0, encoded(1, 10));
  // A second log on the same store stands for a second writer: the stored number decides.
  const second = new SqliteLog(first.store);
  await second.append("a", 10, encoded(11, 1));
  await assert.rejects(
    log.append("a", 10, encoded(11, 1)),
    (error) => isBridleError(error, "wrong_sequence") && error.data.found === 11,
  );
  await first.store.close();
  const again = openStore(first.folder);
  const restarted = new SqliteLog(again.store);
  assert.deepEqual(await restarted.bounds("a"), { first: 1, last: 11 });
  await restarted.append("a", 11, encoded(12, 1));
  assert.deepEqual((await collect(restarted, "a", 0, 12)).numbers, range(1, 12));
  await again.close();
});

test("D2 a clock that jumps back changes no numbers", async (t) => {
  const { store, createSession, close } = openStore();
  const log = new SqliteLog(store);
  await createSession("a");
  const clock = t.mock.method(Date, "now");
  for (const [last, time] of [1_000_000, 5_000_000, 2_000, 1_000, 6_000_000].entries()) {
    clock.mock.mockImplementation(() => time);
    await log.append("a", last, encoded(last + 1, 1));
  }
  assert.deepEqual((await collect(log, "a", 0, 5)).numbers, range(1, 5));
  await log.trim("a", 3);
  assert.deepEqual(await log.bounds("a"), { first: 3, last: 5 });
  assert.deepEqual((await store.reader.check()).problems, []);
  await close();
});

/** The session as another connection sees it. */
function openOther(file: string): () => SessionRow | undefined {
  return () => {
    const database = Database.openForReading(file);
    try {
      return getSession("a")(database);
    } finally {
      database.close();
    }
  };
}
