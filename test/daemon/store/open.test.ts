import assert from "node:assert/strict";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { SqliteLog } from "../../../src/daemon/log/sqlite-log.ts";
import { makeWork } from "../../../src/daemon/store/make-work.ts";
import { migrations } from "../../../src/daemon/store/migrations.ts";
import { inspectDatabase, openDatabase } from "../../../src/daemon/store/open-database.ts";
import { restoreDatabase } from "../../../src/daemon/store/restore-database.ts";
import { Store } from "../../../src/daemon/store/store.ts";
import { isBridleError } from "../../../src/errors.ts";
import { encoded } from "../log/numbered-events.ts";
import { databaseName, openStore, temporaryFolder } from "./open-store.ts";
import { sql } from "./sql.ts";

type Reason = "newer" | "damaged" | "foreign" | "leftover_log" | "inaccessible";

function assertRefused(file: string, reason: Reason, message: RegExp): void {
  assert.throws(
    () => new Store(file),
    (error) => {
      assert.ok(isBridleError(error, "unusable_database"), String(error));
      assert.equal(error.data.reason, reason);
      assert.equal(error.data.file, file);
      assert.match(error.message, message);
      return true;
    },
  );
}

test("D9 a new database and its folder are for their owner only, and carry version and mark", async () => {
  const folder = join(temporaryFolder(), "deep", "er");
  const { store, createSession, close } = openStore(folder);
  await createSession("a");
  assert.equal(statSync(folder).mode & 0o777, 0o700);
  for (const suffix of ["", "-wal", "-shm"]) assert.equal(statSync(store.file + suffix).mode & 0o777, 0o600);
  assert.equal(store.read(sql("PRAGMA user_version"))[0]?.user_version, migrations.length);
  assert.equal(store.read(sql("PRAGMA journal_mode"))[0]?.journal_mode, "wal");
  assert.equal(store.read(sql("PRAGMA synchronous"))[0]?.synchronous, 1);
  await close();
});

test("D2 durability against power loss syncs every commit", async () => {
  const { store, close } = openStore(undefined, { durability: "power" });
  assert.equal(store.read(sql("PRAGMA synchronous"))[0]?.synchronous, 2);
  await close();
});

test("D9 a database of a newer version is refused and stays as it is", () => {
  const file = join(temporaryFolder(), databaseName);
  const database = openDatabase(file);
  database.connection.exec("PRAGMA user_version = 99");
  database.close();
  const before = readFileSync(file);
  assertRefused(file, "newer", /has version 99.*update Bridle/);
  assert.deepEqual(readFileSync(file), before);
});

test("D9 a database of another program is refused and stays as it is", () => {
  const file = join(temporaryFolder(), databaseName);
  const other = new DatabaseSync(file);
  other.exec("CREATE TABLE theirs (x)");
  other.close();
  const before = readFileSync(file);
  assertRefused(file, "foreign", /another program.*--home/);
  assert.deepEqual(readFileSync(file), before);
});

test("D9 a file that is no database, or shorter than a header, is refused and stays as it is", () => {
  for (const content of ["no", "no database at all, ".repeat(50)]) {
    const file = join(temporaryFolder(), databaseName);
    writeFileSync(file, content);
    assertRefused(file, "damaged", /move it away/);
    assert.equal(readFileSync(file, "utf8"), content);
  }
});

test("D9 a database whose end is missing is refused; one that is damaged inside is found by the check", async () => {
  const { store, folder, createSession } = openStore();
  const log = new SqliteLog(store);
  await createSession("a");
  await log.append("a", 0, encoded(1, 2000));
  assert.deepEqual(await store.reader.check(), { problems: [], sessions: 1, events: 2000 });
  await store.close();

  const cut = join(folder, "cut.db");
  copyFileSync(store.file, cut);
  truncateSync(cut, 40_960);
  assertRefused(cut, "damaged", /is damaged.*backup/);

  const torn = readFileSync(store.file);
  torn.fill(0x5a, 60 * 4096, 64 * 4096);
  writeFileSync(store.file, torn);
  const damaged = openStore(folder);
  const { problems } = await damaged.store.reader.check();
  assert.ok(problems.length > 0);
  assert.doesNotMatch(problems.join(), /xxxx/, "no content");
  await damaged.close();
});

/** A store as kill -9 leaves it, in a folder of its own: with `count` events, those behind `moved` in its log. */
async function killedStore(moved: number, count: number): Promise<string> {
  const { store, folder, createSession } = openStore();
  const log = new SqliteLog(store);
  await createSession("a");
  await log.append("a", 0, encoded(1, moved));
  await store.reader.checkpoint("TRUNCATE");
  await log.append("a", moved, encoded(moved + 1, count - moved));
  const left = temporaryFolder();
  for (const name of readdirSync(folder)) copyFileSync(join(folder, name), join(left, name));
  await store.close();
  rmSync(folder, { recursive: true });
  assert.ok(statSync(join(left, `${databaseName}-wal`)).size > 0);
  return left;
}

async function eventsIn(folder: string): Promise<number> {
  const { store } = openStore(folder);
  const { problems, events } = await store.reader.check();
  await store.close();
  assert.deepEqual(problems, []);
  return events;
}

test("D9 a log that its own file left is replayed, however often its writer was killed", async () => {
  const folder = await killedStore(100, 300);
  assert.equal(await eventsIn(folder), 300);
  assert.equal(await eventsIn(folder), 300);
});

test("D9 a leftover log beside a file that was put back is refused, not replayed into it", async () => {
  const folder = await killedStore(100, 300);
  const file = join(folder, databaseName);
  const other = openStore();
  await other.createSession("b");
  const backup = join(folder, "backup.db");
  await other.store.reader.backup(backup);
  await other.close();
  // Of the very database whose log is left, too: by SQLite, and by copying the file between two runs.
  const own = await killedStore(50, 60);
  const [ownBackup, ownCopy] = [join(own, "backup.db"), join(own, "copy.db")];
  const first = openStore(own);
  await first.store.reader.backup(ownBackup);
  await first.store.close();
  copyFileSync(first.store.file, ownCopy);
  const again = openStore(own);
  await new SqliteLog(again.store).append("a", 60, encoded(61, 5));
  const left = ["", "-wal", "-mark"].map((suffix) => [suffix, readFileSync(again.store.file + suffix)] as const);
  await again.store.close();
  for (const [suffix, bytes] of left) writeFileSync(again.store.file + suffix, bytes);
  for (const [from, at] of [
    [backup, file],
    [ownBackup, again.store.file],
    [ownCopy, again.store.file],
  ] as const) {
    copyFileSync(from, at);
    const before = [readFileSync(at), readFileSync(`${at}-wal`)];
    assertRefused(at, "leftover_log", /-wal belongs to.*bridle db restore FILE.*move .*-wal away/s);
    assert.throws(() => inspectDatabase(at), /-wal belongs to/);
    assert.deepEqual([readFileSync(at), readFileSync(`${at}-wal`)], before);
  }
  rmSync(file);
  assertRefused(file, "leftover_log", /-wal belongs to/);
  // As it says: without the log the file is as good as it was.
  rmSync(`${again.store.file}-wal`);
  assert.equal(await eventsIn(own), 60);
});

test("D9 a backup is restored, beside whatever was left there, and what was there is kept", async () => {
  const source = await killedStore(10, 20);
  const backup = join(source, "backup.db");
  const opened = openStore(source);
  await opened.store.reader.backup(backup);
  await opened.store.close();
  const folder = await killedStore(100, 300);
  const file = join(folder, databaseName);
  const { replaced, ...counts } = restoreDatabase(backup, file, new Date(0));
  assert.deepEqual(counts, { sessions: 1, events: 20 });
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.equal(replaced, `${file}.replaced-19700101T000000Z`);
  assert.equal(await eventsIn(folder), 20);
  assert.equal(
    restoreDatabase(replaced, file, new Date(1000)).events,
    300,
    "its log went with it: there is a way back",
  );
  assert.equal(await eventsIn(folder), 300);
  restoreDatabase(backup, file, new Date(2000));
  assert.throws(() => restoreDatabase(file, file, new Date(0)), /must be a backup; found the database itself/);
  const torn = readFileSync(backup);
  torn.fill(0x5a, torn.length - 4096);
  writeFileSync(backup, torn);
  assert.throws(() => restoreDatabase(backup, file, new Date(0)), /restore another backup/);
  assert.equal(await eventsIn(folder), 20);
});

test("D9 the check finds a hole in the numbers, a wrong last number and events of nobody", async () => {
  const { store, createSession, close } = openStore();
  const log = new SqliteLog(store);
  for (const id of ["hole", "last", "fine"]) {
    await createSession(id);
    await log.append(id, 0, encoded(1, 10));
  }
  await store.write(
    makeWork((db) => {
      db.statement("DELETE FROM events WHERE key = 1 << 32 | 5").run();
      db.statement("UPDATE sessions SET last_seq = 11 WHERE id = 'last'").run();
      db.statement("INSERT INTO events (key, time_ms, data) VALUES (77 << 32 | 1, 1, x'00')").run();
    }),
  );
  const { problems } = await store.reader.check();
  assert.equal(problems.length, 3, problems.join("\n"));
  assert.match(problems.join("\n"), /session hole should.*\n.*session last should.*\n.*session number 77/);
  await close();
});

test("D9 a folder that cannot be written is refused with what to do", { skip: cannotBeReadOnly() }, () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "sub"));
  chmodSync(join(folder, "sub"), 0o500);
  assertRefused(join(folder, "sub", databaseName), "inaccessible", /make its folder writable/);
  rmSync(folder, { recursive: true });
});

test("D9 what is no folder is refused with what to do", () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "file"), "");
  assertRefused(join(folder, "file", databaseName), "inaccessible", /choose another folder with --home/);
  assertRefused(join("/proc", "bridle", databaseName), "inaccessible", /choose another folder with --home/);
});

function cannotBeReadOnly(): string | false {
  return process.getuid?.() === 0
    ? "root may write everywhere; the read-only mount of full-disk.test.ts covers it"
    : false;
}
