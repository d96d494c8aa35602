import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { pruneCalls } from "../../../src/daemon/store/calls-table.ts";
import { makeWork } from "../../../src/daemon/store/make-work.ts";
import { insertSession, updateSession } from "../../../src/daemon/store/sessions-table.ts";
import type { Store } from "../../../src/daemon/store/store.ts";
import { together } from "../../../src/daemon/store/work.ts";
import { newSession, openStore } from "./open-store.ts";
import { sql } from "./sql.ts";

test("D2 works of one tick are stored in order, and resolve in order", async () => {
  const { store, createSession, close } = openStore();
  await createSession("a");
  const order: string[] = [];
  await Promise.all(
    ["one", "two", "three"].map((title) => store.write(updateSession("a", { title })).then(() => order.push(title))),
  );
  assert.deepEqual(order, ["one", "two", "three"]);
  assert.equal(store.read(sql("SELECT title FROM sessions"))[0]?.title, "three");
  await close();
});

test("D2 what is collected until the next commit goes into that commit, also while commits are held back", async () => {
  const { store, createSession, close } = openStore();
  await createSession("a");
  let collected = "";
  const written = Promise.withResolvers<void>();
  await store.hold(async () => {
    store.beforeCommit(() => {
      const title = collected;
      written.resolve(store.write(updateSession("a", { title })));
    });
    for (const word of ["one ", "two ", "three"]) {
      await new Promise((resolve) => setImmediate(resolve));
      collected += word;
    }
  });
  await written.promise;
  assert.equal(store.read(sql("SELECT title FROM sessions"))[0]?.title, "one two three");
  assert.equal(store.backlog.works, 0);
  await close();
});

test("D2 a work that throws fails alone: what it did is undone, the others are stored once", async () => {
  const { store, close } = openStore();
  const outcomes = await Promise.allSettled([
    store.write(insertSession(newSession("a"))),
    store.write(together(insertSession(newSession("b")), failing)),
    store.write(insertSession(newSession("a"))),
    store.write(insertSession(newSession("c"))),
  ]);
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ["fulfilled", "rejected", "rejected", "fulfilled"],
  );
  assert.equal((outcomes[1] as PromiseRejectedResult).reason, bug);
  assert.match(String((outcomes[2] as PromiseRejectedResult).reason), /UNIQUE/);
  assert.deepEqual(ids(store), ["a", "c"]);
  assert.equal(store.trouble, undefined);
  await close();
});

test("D13 works that are written together are stored together or not at all, and others of the tick are stored", async () => {
  const { store, close } = openStore();
  const [before, one, other, after] = await Promise.allSettled([
    store.write(insertSession(newSession("before"))),
    store.write(together(insertSession(newSession("a")), failing, insertSession(newSession("b")))),
    store.write(together(insertSession(newSession("c")), insertSession(newSession("d")))),
    store.write(pruneCalls(1)),
  ]);
  assert.deepEqual([before?.status, one?.status, other?.status], ["fulfilled", "rejected", "fulfilled"]);
  assert.deepEqual(after, { status: "fulfilled", value: 0 }, "a work that is repeated gives what it gave at last");
  assert.deepEqual(ids(store), ["before", "c", "d"]);
  await close();
});

test("D13 nothing outside of the store makes a work or looks into one", () => {
  const { store, close } = openStore();
  // @ts-expect-error: a function is no work.
  const never = (): unknown => store.write(() => {});
  // @ts-expect-error: what is written is not read.
  const neither = (): unknown => store.read(insertSession(newSession("a")));
  assert.ok(never !== neither);
  return close();
});

test("D2 a lock of somebody else delays commits without holding up the loop", async () => {
  const { store, createSession, close } = openStore();
  const locker = new DatabaseSync(store.file);
  locker.exec("BEGIN IMMEDIATE");
  let turns = 0;
  const ticking = setInterval(() => {
    turns += 1;
  }, 5);
  const written = createSession("a");
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.ok(turns > 8, `${turns} turns of the loop`);
  assert.equal(store.trouble, undefined, "a moment is no trouble");
  assert.equal(store.backlog.works, 1);
  locker.exec("COMMIT");
  locker.close();
  await written;
  clearInterval(ticking);
  assert.deepEqual(ids(store), ["a"]);
  assert.deepEqual(store.backlog, { works: 0, bytes: 0 });
  await close();
});

test("D9 close stores what waits and leaves one clean file; what comes later is refused", async () => {
  const { store, folder, createSession, close } = openStore();
  const written = createSession("a");
  await store.close();
  await written;
  await assert.rejects(createSession("b"), { code: "no_storage" });
  assert.deepEqual(readdirSync(folder), ["bridle.db"]);
  const again = openStore(folder);
  assert.deepEqual(ids(again.store), ["a"]);
  await again.store.close();
  await close();
});

const bug = new Error("a bug");

const failing = makeWork(() => {
  throw bug;
});

function ids(store: Store): unknown[] {
  return store.read(sql("SELECT id FROM sessions ORDER BY id")).map(({ id }) => id);
}
