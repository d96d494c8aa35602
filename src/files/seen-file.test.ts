import assert from "node:assert/strict";
import { mkdtempSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { SeenFile } from "./seen-file.ts";

function place(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "bridle-seen-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "file");
}

test("P5 a file is told as it is now: written anew, replaced, gone, there again", (t) => {
  const path = place(t);
  const file = new SeenFile(path);
  assert.equal(file.text(), undefined);
  writeFileSync(path, "one");
  assert.equal(file.text(), "one");
  // Of the same length within one tick of the file system's clock, and with the time put back.
  const { atime, mtime } = statSync(path);
  for (const text of ["two", "six", "ten"]) {
    writeFileSync(path, text);
    utimesSync(path, atime, mtime);
    assert.equal(file.text(), text);
  }
  writeFileSync(`${path}.new`, "four");
  renameSync(`${path}.new`, path);
  assert.equal(file.text(), "four");
  rmSync(path);
  assert.equal(file.text(), undefined);
});

test("P5 what is no file, or cannot be read, throws each time", (t) => {
  const file = new SeenFile(join(place(t), ".."));
  assert.throws(() => file.text(), /no regular file/);
  assert.throws(() => file.text(), /no regular file/);
});
