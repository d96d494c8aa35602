import assert from "node:assert/strict";
import { existsSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { makeFolder } from "./make-folder.ts";

const root = mkdtempSync(join(tmpdir(), "bridle-make-folder-"));
after(() => rmSync(root, { recursive: true, force: true }));

test("folders are made with those above them, for their owner alone where that is asked for, and may be there", () => {
  const folder = join(root, "a/b/c");
  makeFolder(folder, 0o700);
  assert.deepEqual(
    [folder, join(root, "a")].map((path) => statSync(path).mode & 0o777),
    [0o700, 0o700],
  );
  makeFolder(folder, 0o700);
  makeFolder("/");
});

test("what is no folder, or leads nowhere, is an error", () => {
  writeFileSync(join(root, "file"), "");
  symlinkSync(join(root, "nowhere"), join(root, "link"));
  assert.throws(() => makeFolder(join(root, "file")), { code: "EEXIST" });
  assert.throws(() => makeFolder(join(root, "file/x")), { code: "ENOTDIR" });
  assert.throws(() => makeFolder(join(root, "link/x")), { code: "EEXIST" });
});

test("where the system makes no folders, that is an error and no wait", { skip: !existsSync("/proc/self") }, () => {
  assert.throws(() => makeFolder("/proc/bridle/x/y"), { code: "ENOENT" });
});
