import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { maxFileBytes, readFileNow } from "./read-file-now.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "file-now-")));
const at = (name: string): string => join(folder, name);
after(() => rmSync(folder, { recursive: true, force: true }));

test("U3 a text file is read whole, with its byte order mark, and by a link with where that leads", async () => {
  writeFileSync(at("notes.txt"), "\ufeffnaïve\r\n");
  symlinkSync("notes.txt", at("link"));
  const now = { state: "text", content: "\ufeffnaïve\r\n", bytes: 11, target: at("notes.txt") };
  assert.deepEqual(await readFileNow(at("notes.txt")), now);
  assert.deepEqual(await readFileNow(at("link")), now);
});

test("U3 a file at the limit is read, and one byte more is only told of", async () => {
  writeFileSync(at("full"), Buffer.alloc(maxFileBytes, "x"));
  writeFileSync(at("large"), Buffer.alloc(maxFileBytes + 1, "x"));
  assert.equal((await readFileNow(at("full"))).state, "text");
  assert.deepEqual(await readFileNow(at("large")), {
    state: "too_large",
    bytes: maxFileBytes + 1,
    target: at("large"),
  });
});

test("U3 what is no text is not shown as one", async () => {
  writeFileSync(at("zero"), "a\0b");
  writeFileSync(at("latin"), Buffer.from([0x6e, 0xe4]));
  for (const name of ["zero", "latin"]) assert.equal((await readFileNow(at(name))).state, "binary");
});

test("U3 what is no regular file is not read, and nothing waits for it", async () => {
  mkdirSync(at("folder"));
  execFileSync("mkfifo", [at("pipe")]);
  symlinkSync("/proc/self/environ", at("environment"));
  for (const path of [at("folder"), at("pipe"), at("environment"), "/dev/zero", "/proc/self/environ"])
    assert.equal((await readFileNow(path)).state, "not_regular", path);
});

test("U3 a file that is not there, and one below a file, are missing", async () => {
  for (const name of ["none", "notes.txt/below"]) assert.deepEqual(await readFileNow(at(name)), { state: "missing" });
});
