import assert from "node:assert/strict";
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { Worker } from "node:worker_threads";
import { temporaryContext } from "../../../test/agent/temporary-context.ts";
import { read } from "./read.ts";
import { write } from "./write.ts";

function setUp(t: TestContext) {
  const context = temporaryContext(t);
  return {
    ...context,
    at: (name: string) => join(context.cwd, name),
    read: (file_path: string) => read.run({ file_path }, context),
    write: (file_path: string, content: string) => write.run({ file_path, content }, context),
  };
}

test("G5 Write where the system makes no folders is an error and no wait", async (t) => {
  const { write } = setUp(t);
  const failed = await write("/proc/bridle/x/y.txt", "").catch((error: Error) => error);
  assert.match(JSON.stringify(failed instanceof Error ? failed.message : failed), /ENOENT/);
});

test("G5 Write makes a file and its folders and says so in Claude Code's words", async (t) => {
  const { at, write } = setUp(t);
  assert.deepEqual(await write("a/b/w.txt", "hällo\n"), {
    content: `File created successfully at: ${at("a/b/w.txt")} (file state is current in your context — no need to Read it back)`,
    details: {
      type: "create",
      filePath: at("a/b/w.txt"),
      content: "hällo\n",
      structuredPatch: [],
      originalFile: null,
      userModified: false,
    },
  });
  assert.equal(readFileSync(at("a/b/w.txt"), "utf8"), "hällo\n");
  assert.equal(statSync(at("a/b/w.txt")).mode & 0o777, 0o666 & ~process.umask());
});

test("G5 Write replaces a file, keeps its mode and gives what was there", async (t) => {
  const { cwd, at, read, write } = setUp(t);
  writeFileSync(at("run.sh"), "old");
  chmodSync(at("run.sh"), 0o4751);
  await read("run.sh");
  const { content, details } = await write(at("run.sh"), "new");
  assert.match(String(content), /^The file .*run\.sh has been updated successfully/);
  assert.partialDeepStrictEqual(details, { type: "update", originalFile: "old", content: "new" });
  const noEnd = "\\ No newline at end of file";
  assert.partialDeepStrictEqual(details, {
    structuredPatch: [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: ["-old", noEnd, "+new", noEnd] }],
  });
  assert.equal(readFileSync(at("run.sh"), "utf8"), "new");
  assert.equal(statSync(at("run.sh")).mode & 0o7777, 0o4751);
  assert.deepEqual(readdirSync(cwd), ["run.sh"]);
});

test("G5 Write through a link changes its target and keeps the link", async (t) => {
  const { cwd, at, read, write } = setUp(t);
  mkdirSync(at("real"));
  writeFileSync(at("real/file"), "old");
  symlinkSync("real/file", at("link"));
  symlinkSync("real/new", at("dangling"));
  await read("link");
  await write("link", "new");
  await write("dangling", "made");
  assert.equal(readlinkSync(at("link")), "real/file");
  assert.equal(readFileSync(at("real/file"), "utf8"), "new");
  assert.equal(readFileSync(at("real/new"), "utf8"), "made");
  assert.deepEqual(readdirSync(cwd).sort(), ["dangling", "link", "real"]);
});

test("G5 who reads meanwhile sees the old content or the new, never a part", { timeout: 30_000 }, async (t) => {
  const { at, read, write } = setUp(t);
  const size = 200_000;
  writeFileSync(at("f"), "a".repeat(size));
  await read("f");
  const reader = new Worker(
    `const { parentPort, workerData } = require("node:worker_threads");
     const { readFileSync } = require("node:fs");
     let reads = 0, bad = 0, stop = false;
     parentPort.on("message", () => { stop = true; });
     (function look() {
       const text = readFileSync(workerData.path, "utf8");
       reads += 1;
       if (text.length !== workerData.size || text !== text[0].repeat(workerData.size)) bad += 1;
       if (reads === 1) parentPort.postMessage("started");
       if (stop) { parentPort.postMessage({ reads, bad }); parentPort.close(); } else setImmediate(look);
     })();`,
    { eval: true, workerData: { path: at("f"), size } },
  );
  t.after(() => reader.terminate());
  const next = () => new Promise<unknown>((resolve) => reader.once("message", resolve));
  await next();
  for (let round = 0; round < 60; round++) {
    assert.equal((await write("f", "abcdef"[round % 6]?.repeat(size) ?? "")).isError, undefined);
  }
  const told = next();
  reader.postMessage("stop");
  const { reads, bad } = (await told) as { reads: number; bad: number };
  assert.ok(reads > 10, `${reads} reads`);
  assert.equal(bad, 0);
});

test("G5 Write leaves nothing behind when it cannot or must not", async (t) => {
  const { at, cwd, read, write: run, ...context } = setUp(t);
  mkdirSync(at("folder"));
  writeFileSync(at("file"), "old");
  await read("file");
  for (const [path, reason] of [
    ["folder", /is a directory/],
    ["file/below", /ENOTDIR|EEXIST/],
    ["/dev/null", /not a regular file/],
  ] as const) {
    const output = await run(path, "x");
    assert.equal(output.isError, true, path);
    assert.match(String(output.content), reason);
  }
  const aborted = await write.run(
    { file_path: "file", content: "new" },
    { ...context, cwd, signal: AbortSignal.abort() },
  );
  assert.equal(aborted.isError, true);
  assert.equal(readFileSync(at("file"), "utf8"), "old");
  assert.deepEqual(readdirSync(cwd).sort(), ["file", "folder"]);
});
