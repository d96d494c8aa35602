import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { type Event, isBridleError } from "../../../src/exports/client.ts";
import { twinPrompt } from "../../../src/twin/twin-script.ts";
import { cannotMount, mountSmallDisk } from "../store/small-disk.ts";
import { eventually } from "../support/eventually.ts";
import { agentsOf } from "../support/processes-of.ts";
import { eventsUntil, isTurnEnd, textOf } from "../support/session-events.ts";
import { startDaemon, type TestDaemon } from "../support/start-daemon.ts";
import { ask, createSession, outcomeOf } from "../support/talk.ts";
import { twinAgent } from "../support/twins.ts";

const skip = cannotMount();
const agents = { twin: twinAgent() };

test("D9 a full disk stops intake, calls are refused with what to do, health says so; nothing seen is lost, and with space it all goes on", {
  skip,
}, async () => {
  const disk = mountSmallDisk(64 * 1024 * 1024);
  const home = join(disk.folder, "d");
  mkdirSync(home, { mode: 0o700 });
  try {
    await using daemon = await startDaemon({ home, agents });
    const { id } = await createSession(daemon, "warm up");
    const seen = await eventsUntil(daemon.client, id, isTurnEnd);
    const following = collect(daemon, id, Number(seen.at(-1)?.seq));
    const makeSpace = await fill(disk.folder, daemon, id);
    assert.match((await health(daemon)).storage?.message ?? "", /full/);
    assert.equal((await fetch(`${daemon.url}/readyz`)).status, 503);
    const refused = daemon.client.conversation.sendPrompt({ sessionId: id, prompt: { text: "more" } });
    await assert.rejects(refused, (error) => isBridleError(error, "no_storage") && /make space/.test(error.message));
    makeSpace();
    await eventually("storage to work again", async () => (await health(daemon)).storage?.writable);
    const events = await following;
    assert.deepEqual(
      events.map(({ seq }) => Number(seq)),
      Array.from(events, (_, n) => Number(seen.at(-1)?.seq) + n + 1),
    );
    assert.equal(textOf(events).length, 4_000_000);
    assert.equal(outcomeOf(await ask(daemon, id, "after all")), "SUCCESS");
  } finally {
    disk.remove();
  }
});

test("D9 a damaged page is told with what to do, to whoever meets it; the rest is served", async () => {
  await using daemon = await startDaemon({ agents });
  const { id: good } = await createSession(daemon, "good");
  await eventsUntil(daemon.client, good, isTurnEnd);
  const { id: bad } = await createSession(daemon, twinPrompt({ steps: [{ text: "0123456789".repeat(100_000) }] }));
  await eventsUntil(daemon.client, bad, isTurnEnd);
  await daemon.stop();
  const bytes = readFileSync(daemon.database);
  // Pages that hold nothing but the long text: what leads from one to the next is gone.
  const isText = (page: Buffer): boolean => /^\d+$/.test(page.subarray(4).toString("latin1"));
  for (let at = 4096; at < bytes.length; at += 4096)
    if (isText(bytes.subarray(at, at + 4096))) bytes.fill(0x5a, at, at + 4096);
  writeFileSync(daemon.database, bytes);
  await daemon.restart();
  const isDamage = (error: unknown): boolean =>
    isBridleError(error, "unusable_database") &&
    error.data.reason === "damaged" &&
    /bridle db check/.test(error.message);
  await assert.rejects(eventsUntil(daemon.client, bad, isTurnEnd), isDamage);
  assert.match(readFileSync(daemon.log, "utf8"), /bridle db check/);
  await eventsUntil(daemon.client, good, isTurnEnd);
  assert.equal(outcomeOf(await ask(daemon, good, "go on")), "SUCCESS");
});

test("D9 D5 a daemon whose disk is full ends when it is told to, its agents too, and what was seen is there afterwards", {
  skip,
}, async () => {
  const disk = mountSmallDisk(64 * 1024 * 1024);
  const home = join(disk.folder, "d");
  mkdirSync(home, { mode: 0o700 });
  try {
    await using daemon = await startDaemon({ home, agents });
    const { id } = await createSession(daemon, "warm up");
    const seen = await eventsUntil(daemon.client, id, isTurnEnd);
    const makeSpace = await fill(disk.folder, daemon, id);
    assert.equal(await daemon.stop(), 0);
    assert.deepEqual(daemon.processes(), []);
    makeSpace();
    await daemon.restart();
    const events = await eventsUntil(daemon.client, id, ({ kind }) => kind.case === "turnComplete");
    assert.equal(events.at(-1)?.seq, seen.at(-1)?.seq);
    assert.equal(outcomeOf(await ask(daemon, id, "after all")), "SUCCESS");
  } finally {
    disk.remove();
  }
});

test("D9 a state folder on a read-only disk stops the start with a clear error; nothing is left behind, and it starts when it can be written", {
  skip,
}, async () => {
  const disk = mountSmallDisk(16 * 1024 * 1024);
  const home = join(disk.folder, "d");
  mkdirSync(home, { mode: 0o700 });
  try {
    let id = "";
    {
      await using daemon = await startDaemon({ home, agents });
      ({ id } = await createSession(daemon, "remember me"));
      await eventsUntil(daemon.client, id, isTurnEnd);
      await daemon.stop();
    }
    disk.remount("ro");
    await assert.rejects(startDaemon({ home }), (error: Error) => {
      assert.match(error.message, /read-only|cannot be written/i);
      return isBridleError(error);
    });
    disk.remount("rw");
    await using daemon = await startDaemon({ home, agents });
    assert.equal(outcomeOf(await ask(daemon, id, "still there?")), "SUCCESS");
  } finally {
    disk.remove();
  }
});

test("D9 a damaged database and one of a newer version stop the start with file and reason, and stay as they are", async () => {
  const home = mkdtempSync(join(tmpdir(), "bridle-d-"));
  try {
    const file = await databaseOf(home);
    const good = readFileSync(file);
    const damaged = Buffer.from(good);
    damaged.fill(0x5a, 4096, 8192);
    for (const [reason, bytes] of [
      ["damaged", damaged],
      ["newer", newer(file, good)],
    ] as const) {
      writeFileSync(file, bytes);
      await assert.rejects(
        startDaemon({ home, agents }),
        (error) =>
          isBridleError(error, "unusable_database") && error.data.reason === reason && error.message.includes(file),
      );
      assert.ok(readFileSync(file).equals(bytes), "nothing in it was changed");
    }
    writeFileSync(file, good);
    await using daemon = await startDaemon({ home, agents });
    assert.equal((await daemon.client.sessions.listSessions({})).sessions.length, 1);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});

test("D9 a second daemon on the same folder refuses with the pid of the first, which goes on undisturbed", async () => {
  await using daemon = await startDaemon({ agents });
  const { id } = await createSession(daemon, "hello");
  await eventsUntil(daemon.client, id, isTurnEnd);
  const { pid } = daemon;
  await assert.rejects(
    startDaemon({ home: daemon.home }),
    (error) =>
      isBridleError(error, "already_running") && error.data.pid === pid && error.message.includes(`pid ${pid}`),
  );
  assert.equal(outcomeOf(await ask(daemon, id, "still here?")), "SUCCESS");
});

test("D2 D5 a clock that jumps back a day and ahead ten years disturbs neither numbers nor turns nor restarts", async () => {
  const home = mkdtempSync(join(tmpdir(), "bridle-d-"));
  const clock = join(home, "clock");
  const nodeArgs = ["--import", join(import.meta.dirname, "../support/jumping-clock.ts")];
  const settings = { sessions: { restart_first_ms: 10 } };
  try {
    await using daemon = await startDaemon({ home, agents, settings, nodeArgs, env: { BRIDLE_TEST_CLOCK: clock } });
    const { id } = await createSession(daemon, "now");
    let last = await eventsUntil(daemon.client, id, isTurnEnd);
    for (const offset of [-86_400_000, 315_360_000_000, 0]) {
      writeFileSync(clock, String(offset));
      process.kill(daemon.pid, "SIGUSR2");
      const long = twinPrompt({ steps: [{ text: "tick ".repeat(20), chunks: 20, chunkDelayMs: 10 }] });
      const events = await ask(daemon, id, long);
      assert.equal(outcomeOf(events), "SUCCESS");
      const off = Number(events.at(-1)?.timeMs) - Date.now();
      assert.ok(Math.abs(off - offset) < 60_000, "the clock did jump");
      const [killed = 0] = agentsOf(daemon.home);
      process.kill(killed, "SIGKILL");
      await eventually("the agent to be started again", () => agentsOf(daemon.home).some((pid) => pid !== killed));
      last = await ask(daemon, id, "and on");
      assert.equal(outcomeOf(last), "SUCCESS");
    }
    const whole = await eventsUntil(daemon.client, id, ({ seq }) => seq === last.at(-1)?.seq);
    assert.deepEqual(
      whole.map(({ seq }) => Number(seq)),
      Array.from(whole, (_, n) => n + 1),
    );
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});

async function collect(daemon: TestDaemon, id: string, after: number): Promise<Event[]> {
  return await eventsUntil(daemon.client, id, isTurnEnd, { after, ms: 30_000 });
}

/** Lets the agent say more than the disk has room for. Gives what makes space again. */
async function fill(disk: string, daemon: TestDaemon, sessionId: string): Promise<() => void> {
  const ballast = join(disk, "ballast");
  writeFileSync(ballast, Buffer.alloc(61 * 1024 * 1024));
  const much = { text: "0123456789".repeat(100), repeat: 4000, chunks: 4000 };
  const prompt = { text: twinPrompt({ steps: [much] }) };
  await daemon.client.conversation.sendPrompt({ sessionId, prompt });
  await eventually("the disk to be full", async () => !(await health(daemon)).storage?.writable);
  return () => rmSync(ballast);
}

function health(daemon: TestDaemon) {
  return daemon.client.daemon.healthDetails({});
}

/** Made by a daemon that had one session and ended properly. */
async function databaseOf(home: string): Promise<string> {
  await using daemon = await startDaemon({ home, agents });
  const { id } = await createSession(daemon, "hello");
  await eventsUntil(daemon.client, id, isTurnEnd);
  await daemon.stop();
  return daemon.database;
}

function newer(file: string, good: Buffer): Buffer {
  writeFileSync(file, good);
  const database = new DatabaseSync(file);
  database.exec("PRAGMA user_version = 999");
  database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  database.close();
  return readFileSync(file);
}
