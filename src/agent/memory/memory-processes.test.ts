import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import { text } from "node:stream/consumers";
import { type TestContext, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Memory } from "./memory.ts";
import { applicationId, migrations } from "./migrations.ts";

const batch = 3;

/** Keeps batches in session `argv[2]` of the file `argv[1]`, `argv[3]` of them, and tells each one that is kept. */
const writer = `
  import { writeSync } from "node:fs";
  import { Memory } from ${JSON.stringify(import.meta.resolve("./memory.ts"))};
  const [file, id, count] = process.argv.slice(1);
  const memory = Memory.open(file);
  try {
    memory.begin({ id, cwd: "/shared" });
  } catch (error) {
    if (!/already in use/.test(error.message)) throw error;
  }
  for (let at = 0; at < Number(count); at++) {
    const name = process.pid + "-" + at;
    const part = (n) => ({ uuid: name + "-" + n, role: "user", content: name + "x".repeat(Math.random() * 20_000) });
    memory.append(id, Array.from({ length: ${batch} }, (_, n) => part(n)), { totals: { last: name } });
    writeSync(1, name + "\\n");
  }
  memory.close();`;

function startWriter(file: string, id: string, count: number): ChildProcess & { stdout: NodeJS.ReadableStream } {
  const args = ["--input-type=module", "-e", writer, file, id, `${count}`];
  return spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] }) as never;
}

function freshFile(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "bridle-memory-"));
  t.after(() => rmSync(folder, { recursive: true }));
  return join(folder, "agent.db");
}

/** The names of the batches in a session; fails when one is there in part or torn apart. */
function batches(memory: Memory, id: string): string[] {
  const uuids = [...memory.messages(id)].map(({ uuid }) => uuid);
  assert.equal(uuids.length % batch, 0, "whole batches only");
  const names: string[] = [];
  for (let at = 0; at < uuids.length; at += batch) {
    const name = uuids[at]?.replace(/-0$/, "") ?? "";
    for (let n = 0; n < batch; n++) assert.equal(uuids[at + n], `${name}-${n}`);
    names.push(name);
  }
  return names;
}

test("G7 processes that start at once on a new file, two in one session, lose nothing", {
  timeout: 60_000,
}, async (t) => {
  const file = freshFile(t);
  const count = 60;
  const ids = ["own-1", "own-2", "shared", "shared"];
  const writers = ids.map((id) => startWriter(file, id, count));
  const told = await Promise.all(writers.map(({ stdout }) => text(stdout)));
  const kept = told.map((names) => names.trim().split("\n"));
  assert.deepEqual(
    kept.map(({ length }) => length),
    ids.map(() => count),
  );

  using memory = Memory.open(file);
  const [first, second, ...shared] = kept;
  assert.deepEqual(batches(memory, "own-1"), first);
  assert.deepEqual(batches(memory, "own-2"), second);
  assert.deepEqual(batches(memory, "shared").sort(), shared.flat().sort());
  assert.equal(memory.load("own-1")?.totals.last, first?.at(-1));
});

test("G7 kill -9 at any moment loses no finished append and leaves no half of one", { timeout: 120_000 }, async (t) => {
  const file = freshFile(t);
  const id = "survivor";
  const told: string[] = [];
  for (let round = 0; round < 30; round++) {
    const child = startWriter(file, id, 1_000_000);
    const lines = createInterface({ input: child.stdout });
    lines.on("line", (line) => told.push(line));
    await once(lines, "line");
    await sleep(Math.random() * 40);
    child.kill("SIGKILL");
    await once(lines, "close");

    using memory = Memory.open(file);
    const kept = batches(memory, id);
    const there = new Set(kept);
    const missing = told.filter((name) => !there.has(name));
    assert.deepEqual(missing, [], `round ${round}`);
    // One batch per round may be kept and not told: killed in between.
    assert.ok(kept.length <= told.length + round + 1);
    assert.equal(memory.load(id)?.totals.last, kept.at(-1));
  }
  assert.ok(told.length > 60, `${told.length} appends are enough to tell`);
});

test("G7 a process that waited while another one brought the file up to date goes on with it", async (t) => {
  const file = freshFile(t);
  using other = new DatabaseSync(file);
  other.exec(`PRAGMA journal_mode = WAL; BEGIN IMMEDIATE; ${migrations.join("")}`);
  const child = startWriter(file, "a", 1);
  // Long enough for it to start and to wait; on a slower machine it does not wait, and that is right as well.
  await sleep(600);
  other.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${migrations.length}; COMMIT`);
  assert.match(await text(child.stdout), /^\d+-0\n$/);
});

test("G7 kill -9 while the file is being made leaves one that opens", { timeout: 60_000 }, async (t) => {
  for (let round = 0; round < 10; round++) {
    const file = freshFile(t);
    const child = startWriter(file, "a", 1_000_000);
    // The program starts in about this time.
    await sleep(40 + Math.random() * 80);
    child.kill("SIGKILL");
    await once(child, "close");
    using memory = Memory.open(file);
    batches(memory, "a");
  }
});

test("G7 processes that make a new database at the same moment all get it", async (t) => {
  const opener = `
    import { Memory } from ${JSON.stringify(import.meta.resolve("./memory.ts"))};
    process.stdout.write("loaded\\n");
    process.stdin.once("data", (files) => {
      const [start, ...all] = String(files).trim().split("\\n");
      for (const [at, file] of all.entries()) {
        // All at once, as far as the machine lets them.
        while (Date.now() < Number(start) + 25 * at);
        Memory.open(file).close();
      }
      process.stdin.destroy();
    });`;
  const folder = mkdtempSync(join(tmpdir(), "bridle-memory-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const files = Array.from({ length: 60 }, (_, at) => join(folder, `${at}.db`));
  const openers = Array.from({ length: 4 }, () =>
    spawn(process.execPath, ["--input-type=module", "-e", opener], { stdio: ["pipe", "pipe", "pipe"] }),
  );
  const ends = openers.map(async (child) => {
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
    return { said, code };
  });
  await Promise.all(openers.map(({ stdout }) => once(stdout, "data")));
  for (const { stdin } of openers) stdin.write(`${Date.now() + 50}\n${files.join("\n")}\n`);
  for (const { said, code } of await Promise.all(ends)) assert.equal(code, 0, said);
});

test("G7 processes that take over one transcript at the same moment keep what each of them says then", async (t) => {
  const file = freshFile(t);
  const path = join(file, "..", "transcript.jsonl");
  const line = { type: "user", uuid: "p", parentUuid: null, message: { role: "user", content: "hello" } };
  writeFileSync(path, `${JSON.stringify(line)}\n`);
  const ids = Array.from({ length: 60 }, (_, at) => `${at}`);
  {
    using memory = Memory.open(file);
    for (const id of ids) memory.begin({ id, cwd: "/shared" }, [{ uuid: "own", role: "user", content: "its own" }]);
  }
  const adopter = `
    import { adoptTranscript } from ${JSON.stringify(import.meta.resolve("./adopt-transcript.ts"))};
    import { Memory } from ${JSON.stringify(import.meta.resolve("./memory.ts"))};
    const [name, file, path, ...ids] = process.argv.slice(1);
    const memory = Memory.open(file);
    process.stdout.write("loaded\\n");
    await new Promise((begin) => process.stdin.once("end", begin).resume());
    for (const id of ids) {
      await adoptTranscript(memory, { id, cwd: "/shared", path }, () => ({}));
      memory.append(id, [{ uuid: name, role: "user", content: name }]);
    }
    memory.close();`;
  const names = ["a", "b", "c"];
  const adopters = names.map((name) =>
    spawn(process.execPath, ["--input-type=module", "-e", adopter, name, file, path, ...ids], {
      stdio: ["pipe", "pipe", "inherit"],
    }),
  );
  await Promise.all(adopters.map(({ stdout }) => once(stdout, "data")));
  for (const { stdin } of adopters) stdin.end();
  for (const [code] of await Promise.all(adopters.map((child) => once(child, "close")))) assert.equal(code, 0);
  using memory = Memory.open(file);
  for (const id of ids) {
    const uuids = [...memory.messages(id)].map(({ uuid }) => uuid);
    assert.deepEqual([uuids[0], uuids.slice(1).sort()], ["p", names], `session ${id}`);
  }
});
