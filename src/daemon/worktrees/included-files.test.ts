import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { changedIncluded, copyIncluded } from "./included-files.ts";

function folders(t: TestContext): { readonly from: string; readonly to: string } {
  const top = mkdtempSync(join(tmpdir(), "bridle-included-"));
  t.after(() => rmSync(top, { recursive: true }));
  const [from, to] = [join(top, "from"), join(top, "to")];
  for (const folder of [from, to]) mkdirSync(folder);
  return { from, to };
}

test("U3 a link counts as what it leads to: one to a huge file is not copied into a worktree", async (t) => {
  const { from, to } = folders(t);
  writeFileSync(join(from, "huge"), "");
  truncateSync(join(from, "huge"), 60 * 1024 * 1024);
  symlinkSync(join(from, "huge"), join(from, "link"));
  writeFileSync(join(from, "small"), "KEY=1\n");
  assert.deepEqual(await copyIncluded(["huge", "link", "gone", "small"], from, to), ["small"]);
  assert.equal(existsSync(join(to, "link")), false);
});

test("U3 copied files are compared a piece at a time; one that could not have been copied is not read", async (t) => {
  const { from, to } = folders(t);
  const content = Buffer.alloc(200_000, "x");
  for (const folder of [from, to]) {
    writeFileSync(join(folder, "same"), content);
    // Longer than can be read at once.
    writeFileSync(join(folder, "huge"), "");
    truncateSync(join(folder, "huge"), 3 * 2 ** 30);
  }
  writeFileSync(join(from, "last"), content);
  writeFileSync(join(to, "last"), Buffer.concat([content.subarray(1), Buffer.from("y")]));
  writeFileSync(join(to, "own"), "");
  const files = ["same", "huge", "last", "own", "nowhere"];
  assert.deepEqual(await changedIncluded(files, from, to), ["huge", "last", "own"]);
  assert.deepEqual(await changedIncluded(["same"], undefined, to), ["same"]);
});
