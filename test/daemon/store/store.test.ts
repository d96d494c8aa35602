import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import type { Database } from "../../../src/daemon/store/database.ts";
import { insertSession, updateSession } from "../../../src/daemon/store/sessions-table.ts";
import { newSession, openStore } from "./open-store.ts";

test("D2 works of one tick are stored in order, and resolve in order", async () => {
  const { store, createSession, close } = openStore();
  await createSession("a");
  const order: string[] = [];
  await Promise.all(
    ["one", "two", "three"].map((title) =>
      store.write((db) => updateSession(db, "a", { title })).then(() => order.push(title)),
    ),
  );
  assert.deepEqual(order, ["one", "two", "three"]);
  assert.equal(store.db.statement("SELECT title FROM sessions").get()?.title, "three");
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
      written.resolve(store.write((db) => updateSession(db, "a", { title })));
    });
    for (const word of ["one ", "two ", "three"]) {
      await new Promise((resolve) => setImmediate(resolve));
      collected += word;
    }
  });
  await written.promise;
  assert.equal(store.db.statement("SELECT title FROM sessions").get()?.title, "one two three");
  assert.equal(store.backlog.works, 0);
  await close();
});

test("D2 a work that throws fails alone: what it did is undone, the others are stored once", async () => {
  const { store, close } = openStore();
  const bug = new Error("a bug");
  const outcomes = await Promise.allSettled([
    store.write((db) => insertSession(db, newSession("a"))),
    store.write((db) => {
      insertSession(db, newSession("b"));
      throw bug;
    }),
    store.write((db) => insertSession(db, newSession("a"))),
    store.write((db) => insertSession(db, newSession("c"))),
  ]);
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ["fulfilled", "rejected", "rejected", "fulfilled"],
  );
  assert.equal((outcomes[1] as PromiseRejectedResult).reason, bug);
  assert.match(String((outcomes[2] as PromiseRejectedResult).reason), /UNIQUE/);
  assert.deepEqual(ids(store.db), ["a", "c"]);
  assert.equal(store.trouble, undefined);
  await close();
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
  assert.deepEqual(ids(store.db), ["a"]);
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
  assert.deepEqual(ids(again.store.db), ["a"]);
  await again.store.close();
  await close();
});

function ids(db: Pick<Database, "statement">): unknown[] {
  return db
    .statement("SELECT id FROM sessions ORDER BY id")
    .all()
    .map(({ id }) => id);
}
