import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mock, test } from "node:test";
import { daemonFiles, daemonFolders } from "../../../src/api/daemon-folders.ts";
import { prepareFolders } from "../../../src/daemon/config/prepare-folders.ts";
import { Daemon } from "../../../src/daemon/daemon.ts";
import { runHousekeeping, startHousekeeping } from "../../../src/daemon/housekeeping.ts";
import { SqliteLog } from "../../../src/daemon/log/sqlite-log.ts";
import { putAsk } from "../../../src/daemon/store/asks-table.ts";
import { insertSession } from "../../../src/daemon/store/sessions-table.ts";
import { Store } from "../../../src/daemon/store/store.ts";
import { addText } from "../../../src/daemon/store/texts-table.ts";
import { together } from "../../../src/daemon/store/work.ts";
import { encoded } from "../log/numbered-events.ts";
import { newSession } from "../store/open-store.ts";
import { sql } from "../store/sql.ts";

const wholeAudit = { auditDays: 0, auditRows: 0 };

const dayMs = 86_400_000;
const now = 1_000 * dayMs;

interface Stored {
  readonly id: string;
  readonly state: string;
  readonly daysOld: number;
  readonly events?: number;
}

/** A daemon whose database has these sessions, each with events, a text with its name in it, and an ask. */
async function daemonWith(sessions: readonly Stored[]): Promise<{ daemon: Daemon; file: string } & AsyncDisposable> {
  const home = mkdtempSync(join(tmpdir(), "bridle-r-"));
  const folders = daemonFolders({}, home);
  prepareFolders(folders);
  const { database: file } = daemonFiles(folders);
  const store = new Store(file);
  const log = new SqliteLog(store);
  for (const { id, state, daysOld, events = 10 } of sessions) {
    const updatedMs = now - daysOld * dayMs;
    const ask = { id: `ask-${id}`, session: id, agent: "g", requestId: "r", open: false, createdMs: 1 };
    await store.write(
      together(
        insertSession(newSession(id, { state, agent: "bridle", cwd: home, title: `word-${id}`, updatedMs })),
        addText(id, `word-${id} was said`, 1),
        putAsk({ ...ask, ask: Buffer.from(`word-${id}`) }),
      ),
    );
    await log.append(id, 0, encoded(1, events, 1000));
  }
  await store.close();
  const env = { PATH: process.env.PATH, HOME: home };
  const daemon = await Daemon.start({ env, bridleVersion: "0.0.0", home, set: ["daemon.port=0"] });
  return {
    daemon,
    file,
    [Symbol.asyncDispose]: async () => {
      await daemon.stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

async function found(daemon: Daemon): Promise<string[]> {
  const query = { pageSize: 50, pageToken: "", includeArchived: true, cwd: "" };
  const { sessions } = await daemon.sessions.deps.store.reader.list(query);
  return sessions.map(({ id }) => id).sort();
}

test("D9 by age closed sessions go whole, texts, asks and search included; open ones are not touched", async () => {
  await using started = await daemonWith([
    { id: "old-closed", state: "closed", daysOld: 31 },
    { id: "new-closed", state: "closed", daysOld: 29 },
    { id: "old-open", state: "idle", daysOld: 400 },
    { id: "old-crashed", state: "crashed", daysOld: 400 },
    { id: "old-reopened", state: "closed", daysOld: 400 },
  ]);
  const { daemon, file } = started;
  const { sessions } = daemon;
  const { store, log } = sessions.deps;
  const deleted: string[] = [];
  sessions.onSessionChanged((change) => {
    if (change.deleted) deleted.push(change.session.id);
  });
  assert.equal(await runHousekeeping(sessions, { maxAgeDays: 0, maxBytes: 0, ...wholeAudit }, now), 0, "off");
  sessions.get("old-reopened").apply({ type: "change", call: "", changes: { title: "touched" } });
  await sessions.flush();
  assert.equal(await runHousekeeping(sessions, { maxAgeDays: 30, maxBytes: 0, ...wholeAudit }, now), 1);
  assert.deepEqual(deleted, ["old-closed"]);
  assert.deepEqual(await found(daemon), ["new-closed", "old-crashed", "old-open", "old-reopened"]);
  for (const id of ["new-closed", "old-open", "old-crashed"])
    assert.deepEqual(await log.bounds(id), { first: 1, last: 10 }, `every event of ${id} is kept`);
  assert.deepEqual(await store.reader.search("word-old-closed", 9), []);
  assert.equal((await store.reader.search("word-new-closed", 9)).length, 1);
  for (const table of ["asks", "texts", "events", "erasing"])
    assert.equal(store.read(sql(`SELECT count(*) AS n FROM ${table} WHERE session = 1`))[0]?.n, 0, table);
  for (const suffix of ["", "-wal"])
    if (existsSync(file + suffix))
      assert.ok(!readFileSync(file + suffix).includes("word-old-closed"), `${suffix} holds it`);
  assert.deepEqual((await store.reader.check()).problems, []);
});

test("D9 by size the longest untouched closed sessions go, as many as it takes; open ones are not touched", async () => {
  await using started = await daemonWith([
    { id: "open", state: "idle", daysOld: 9, events: 2000 },
    { id: "first", state: "closed", daysOld: 8, events: 2000 },
    { id: "second", state: "closed", daysOld: 7, events: 2000 },
    { id: "third", state: "closed", daysOld: 6, events: 2000 },
  ]);
  const { daemon } = started;
  const { sessions } = daemon;
  const used = 4096 * Number(sessions.deps.store.read(sql("PRAGMA page_count"))[0]?.page_count);
  // Each has about 2 MB.
  assert.equal(await runHousekeeping(sessions, { maxAgeDays: 0, maxBytes: used - 3_000_000, ...wholeAudit }, now), 2);
  assert.deepEqual(await found(daemon), ["open", "third"]);
  assert.equal(
    await runHousekeeping(sessions, { maxAgeDays: 0, maxBytes: used - 3_000_000, ...wholeAudit }, now),
    0,
    "room was made",
  );
  assert.equal(await runHousekeeping(sessions, { maxAgeDays: 0, maxBytes: 1, ...wholeAudit }, now), 1);
  assert.deepEqual(await found(daemon), ["open"]);
});

test("D9 retention goes by itself a minute after the start and every hour, until it is stopped; a failure is told and does not end it", async () => {
  await using started = await daemonWith([
    { id: "old", state: "closed", daysOld: 31 },
    { id: "soon-old", state: "closed", daysOld: 29.98 },
    { id: "later-old", state: "closed", daysOld: 29.94 },
    { id: "last-old", state: "closed", daysOld: 29.9 },
    { id: "open", state: "idle", daysOld: 400 },
  ]);
  const { sessions } = started.daemon;
  const goneNext = (): Promise<string> =>
    new Promise((resolve) => {
      const stop = sessions.onSessionChanged(({ deleted, session }) => {
        if (!deleted) return;
        stop();
        resolve(session.id);
      });
    });
  const failures: unknown[] = [];
  const failed = Promise.withResolvers<void>();
  mock.timers.enable({ apis: ["setInterval", "setTimeout", "Date"], now });
  const housekeeping = startHousekeeping(sessions, { maxAgeDays: 30, maxBytes: 0, ...wholeAudit }, (error) => {
    failures.push(error);
    failed.resolve();
  });
  try {
    mock.timers.tick(59_999);
    const first = goneNext();
    mock.timers.tick(1);
    assert.equal(await first, "old");
    const second = goneNext();
    mock.timers.tick(3_600_000 - 60_000);
    assert.equal(await second, "soon-old");
    const plan = mock.method(sessions.deps.log, "outdated", () => Promise.reject(new Error("the disk is gone")));
    mock.timers.tick(3_600_000);
    await failed.promise;
    plan.mock.restore();
    const third = goneNext();
    mock.timers.tick(3_600_000);
    assert.equal(await third, "later-old");
    assert.equal(failures.length, 1);
    housekeeping.stop();
    mock.timers.tick(10 * 3_600_000);
  } finally {
    housekeeping.stop();
    mock.timers.reset();
  }
  await sessions.flush();
  assert.deepEqual(await found(started.daemon), ["last-old", "open"]);
});
