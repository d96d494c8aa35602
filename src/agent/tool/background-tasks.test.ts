import assert from "node:assert/strict";
import { existsSync, readFileSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { temporaryContext } from "../../../test/agent/temporary-context.ts";
import { BackgroundTasks } from "./background-tasks.ts";

function setUp(t: TestContext, options: { readonly maxOutputBytes?: number } = {}) {
  const { root, cwd, env } = temporaryContext(t);
  const folder = join(root, "tasks");
  const tasks = new BackgroundTasks({ folder, ...options });
  t.after(() => tasks.close());
  return {
    tasks,
    cwd,
    folder,
    start: (command: string) => tasks.start({ command, description: "d", toolUseId: "toolu_1", cwd, env }),
    readPid: (name: string) => Number(readFileSync(join(cwd, name), "utf8")),
  };
}

const limit = { timeout: 30_000 };

async function until(what: string, done: () => boolean): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (!done()) {
    assert.ok(performance.now() < deadline, `in vain waited for ${what}`);
    await sleep(10);
  }
}

/** Written whole: its number and an end of line. */
function said(path: string): boolean {
  return existsSync(path) && readFileSync(path, "utf8").endsWith("\n");
}

function isRunning(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, "latin1"));
  } catch {
    return false;
  }
}

test("G5 a task runs beside us and writes both its streams into a file for us alone", limit, async (t) => {
  const { tasks, folder, start } = setUp(t);
  assert.equal(existsSync(folder), false, "the folder is made when it is needed");
  const task = start("echo out; echo err >&2; exit 3");
  assert.match(task.id, /^b[a-z0-9]{8}$/);
  assert.deepEqual(tasks.running, [task]);
  assert.deepEqual(await task.ended, { status: "failed", exitCode: 3 });
  assert.deepEqual(readFileSync(task.outputFile, "utf8").split("\n").sort(), ["", "err", "out"]);
  assert.equal(dirname(task.outputFile), folder);
  assert.deepEqual([statSync(folder).mode & 0o777, statSync(task.outputFile).mode & 0o777], [0o700, 0o600]);
  assert.deepEqual(tasks.running, []);
  assert.equal(tasks.find(task.id), task);
});

test("G5 what a task said can be read while it runs", limit, async (t) => {
  const { start } = setUp(t);
  const { outputFile } = start("echo early; sleep 60");
  await until("the first line", () => readFileSync(outputFile, "utf8") === "early\n");
});

test("G5 a stopped task is gone with all it started", limit, async (t) => {
  const { tasks, cwd, start, readPid } = setUp(t);
  const task = start("sleep 60 & echo $! > child; wait");
  await until("its child", () => said(join(cwd, "child")));
  assert.equal(tasks.stop("bnone"), false);
  assert.equal(tasks.stop(task.id), true);
  assert.equal((await task.ended).status, "killed");
  assert.equal(isRunning(readPid("child")), false);
});

test(
  "G5 close ends all tasks, also one that ignores SIGTERM and one that left its shell, and starts no more",
  limit,
  async (t) => {
    const { tasks, cwd, start, readPid } = setUp(t);
    const polite = start("sleep 60");
    const deaf = start("trap '' TERM; echo $$ > deaf; while :; do sleep 60; done");
    const gone = start("sleep 60 & echo $! > left");
    await until("the deaf one", () => said(join(cwd, "deaf")));
    assert.deepEqual(await gone.ended, { status: "completed", exitCode: 0 });
    assert.equal(isRunning(readPid("left")), true);
    await tasks.close();
    assert.deepEqual([(await polite.ended).status, (await deaf.ended).status], ["killed", "killed"]);
    assert.deepEqual([isRunning(readPid("deaf")), isRunning(readPid("left"))], [false, false]);
    assert.deepEqual(tasks.running, []);
    assert.throws(() => start("true"), /session is ending/);
    await tasks.close();
  },
);

test("G5 what a task left running when it ended can still be stopped by its id", limit, async (t) => {
  const { tasks, start, readPid } = setUp(t);
  const task = start("sleep 60 & echo $! > left");
  assert.deepEqual(await task.ended, { status: "completed", exitCode: 0 });
  assert.equal(isRunning(readPid("left")), true);
  assert.equal(tasks.stop(task.id), true);
  await until("its end", () => !isRunning(readPid("left")));
});

test("G5 a flood is cut at the limit, noted in the file, and read on so that the task can end", limit, async (t) => {
  const { start } = setUp(t, { maxOutputBytes: 100_000 });
  const task = start("head -c 50000000 /dev/zero | tr '\\0' z; echo done > done");
  assert.deepEqual(await task.ended, { status: "completed", exitCode: 0 });
  const text = readFileSync(task.outputFile, "utf8");
  assert.equal(text, `${"z".repeat(100_000)}\n[output cut: the limit of 97.7KB is reached; the rest is not kept]\n`);
});

test("G5 a task that cannot be started has failed, and its file says why", limit, async (t) => {
  const { cwd, start } = setUp(t);
  rmSync(cwd, { recursive: true });
  const task = start("true");
  assert.deepEqual(await task.ended, { status: "failed", exitCode: null });
  assert.match(readFileSync(task.outputFile, "utf8"), /The working directory .* does not exist/);
});
