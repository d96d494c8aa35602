import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type TestContext, test } from "node:test";
import { isBridleError } from "../../errors.ts";
import { Memory } from "./memory.ts";
import { migrations } from "./migrations.ts";

function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), "bridle-memory-"));
  t.after(() => rmSync(path, { recursive: true }));
  return path;
}

function refuses(file: string, reason: string): void {
  assert.throws(
    () => Memory.open(file),
    (error) =>
      isBridleError(error, "unusable_database") &&
      error.data.reason === reason &&
      error.data.file === file &&
      /choose another with --db/.test(error.message),
  );
}

/** Marks of the database and of its log; an empty log is as good as none. */
function marks(file: string): string[] {
  const content = (path: string): Buffer => (existsSync(path) ? readFileSync(path) : Buffer.alloc(0));
  return [file, `${file}-wal`].map((path) => createHash("sha256").update(content(path)).digest("hex"));
}

test("G7 the file and its folders are made, and are their owner's alone", (t) => {
  const root = folder(t);
  const file = join(root, "new", "folder", "agent.db");
  using memory = Memory.open(file);
  memory.begin({ id: "a", cwd: "/" });
  const mode = (path: string): number => statSync(path).mode & 0o777;
  assert.deepEqual([file, `${file}-wal`, `${file}-shm`].map(mode), [0o600, 0o600, 0o600]);
  assert.deepEqual([join(root, "new"), join(root, "new", "folder")].map(mode), [0o700, 0o700]);
});

test("G7 what was kept is there when the file is opened again", (t) => {
  const file = join(folder(t), "agent.db");
  for (const id of ["a", "b"]) {
    using memory = Memory.open(file);
    memory.begin({ id, cwd: "/" }, [{ uuid: id, role: "user", content: id }]);
  }
  using memory = Memory.open(file);
  assert.deepEqual(
    ["a", "b"].map((id) => memory.load(id)?.messages[0]?.content),
    ["a", "b"],
  );
});

test("G7 a conversation of 10 000 messages is read in a moment", (t) => {
  const file = join(folder(t), "agent.db");
  const messages = 10_000;
  const content = [{ type: "text", text: "x".repeat(2_000) }];
  {
    using memory = Memory.open(file);
    memory.begin(
      { id: "a", cwd: "/" },
      Array.from({ length: messages }, (_, at) => ({ uuid: `${at}`, role: "user", content })),
    );
  }
  using memory = Memory.open(file);
  const before = process.cpuUsage();
  const loaded = memory.load("a");
  const { user, system } = process.cpuUsage(before);
  assert.deepEqual([loaded?.messages.length, loaded?.messages.at(-1)?.uuid], [messages, `${messages - 1}`]);
  assert.ok(user + system < 2_000_000, `took ${user + system} µs of CPU time`);
});

test("G7 a database of a newer version is refused and stays as it is", (t) => {
  const file = join(folder(t), "agent.db");
  Memory.open(file).close();
  const newer = new DatabaseSync(file);
  newer.exec(`CREATE TABLE later (a); PRAGMA user_version = ${migrations.length + 1}`);
  // Still open: its newest pages, with the version, are in the log only.
  const before = marks(file);
  refuses(file, "newer");
  assert.deepEqual(marks(file), before);
  newer.close();
  const closed = marks(file);
  refuses(file, "newer");
  assert.deepEqual(marks(file), closed);
});

test("G7 a log that a newer version left behind is not written into the database", (t) => {
  const root = folder(t);
  const file = join(root, "agent.db");
  Memory.open(file).close();
  const newer = new DatabaseSync(file);
  newer.exec(`CREATE TABLE later (a); PRAGMA user_version = ${migrations.length + 1}`);
  const left = join(root, "left.db");
  for (const end of ["", "-wal"]) writeFileSync(`${left}${end}`, readFileSync(`${file}${end}`));
  newer.close();
  const before = marks(left);
  refuses(left, "newer");
  assert.deepEqual(marks(left), before);
});

test("G7 a database of another program is refused and stays as it is", (t) => {
  const file = join(folder(t), "theirs.db");
  const theirs = new DatabaseSync(file);
  theirs.exec("CREATE TABLE theirs (a)");
  theirs.close();
  const before = marks(file);
  refuses(file, "foreign");
  assert.deepEqual(marks(file), before);
});

test("G7 a file that is no database is refused and stays as it is", (t) => {
  const file = join(folder(t), "agent.db");
  for (const content of ["x", "not a database\n".repeat(1_000), "SQLite format 3\0", "SQLite format 3\0".repeat(600)]) {
    writeFileSync(file, content);
    refuses(file, "damaged");
    assert.equal(readFileSync(file, "latin1"), content);
  }
});

test("G7 damage inside is told when it is met", (t) => {
  const file = join(folder(t), "agent.db");
  const entry = { uuid: "u", role: "user" as const, content: "x".repeat(10_000) };
  {
    using memory = Memory.open(file);
    memory.begin(
      { id: "a", cwd: "/" },
      Array.from({ length: 100 }, () => entry),
    );
  }
  const { size } = statSync(file);
  const handle = openSync(file, "r+");
  writeSync(handle, Buffer.alloc(size - 4096, 0xa5), 0, size - 4096, 4096);
  closeSync(handle);
  assert.throws(
    () => {
      using memory = Memory.open(file);
      memory.load("a");
    },
    (error) => isBridleError(error, "unusable_database") && error.data.reason === "damaged",
  );
});

test("G7 a place where no file can be is told", (t) => {
  const file = join(folder(t), "plain");
  writeFileSync(file, "");
  refuses(join(file, "agent.db"), "inaccessible");
  const directory = folder(t);
  refuses(directory, "inaccessible");
});

test("G7 what a writer killed in mid-creation left is taken over", (t) => {
  const file = join(folder(t), "agent.db");
  // Enough to spill into the file before the commit that never comes.
  const program = `
    const { DatabaseSync } = require("node:sqlite");
    const database = new DatabaseSync(process.argv[1]);
    database.exec("PRAGMA cache_size = 2; BEGIN; CREATE TABLE half (a)");
    for (let i = 0; i < 200; i++) database.prepare("INSERT INTO half VALUES (?)").run("x".repeat(4000));
    process.kill(process.pid, "SIGKILL");`;
  spawnSync(process.execPath, ["-e", program, file]);
  assert.ok(existsSync(`${file}-journal`) && statSync(file).size > 100_000, "it is as it should be for this test");
  using memory = Memory.open(file);
  assert.deepEqual(memory.list(), []);
});

test("G7 an empty file becomes a database", (t) => {
  const file = join(folder(t), "agent.db");
  writeFileSync(file, "");
  using memory = Memory.open(file);
  assert.deepEqual(memory.list(), []);
});

test("G7 a writer waits for another one only so long", (t) => {
  const file = join(folder(t), "agent.db");
  using memory = Memory.open(file, { busyTimeoutMs: 200 });
  memory.begin({ id: "a", cwd: "/" });
  const other = new DatabaseSync(file);
  other.exec("BEGIN IMMEDIATE");
  const entry = { uuid: "1", role: "user" as const, content: "hi" };
  const start = performance.now();
  assert.throws(
    () => memory.append("a", [entry]),
    (error) => isBridleError(error, "busy") && error.data.what === file,
  );
  const waited = performance.now() - start;
  assert.ok(waited >= 150 && waited < 3_000, `waited ${waited} ms`);
  assert.deepEqual(memory.load("a")?.messages, [], "reading does not wait");
  other.exec("COMMIT");
  other.close();
  memory.append("a", [entry]);
  assert.equal(memory.load("a")?.messages.length, 1);
});
