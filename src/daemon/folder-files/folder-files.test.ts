import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { FolderFiles } from "./folder-files.ts";

function folderWith(files: { readonly [path: string]: string }): string {
  const folder = mkdtempSync(join(tmpdir(), "bridle-files-"));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

test("U3 what git ignores, .git and what links lead to are not offered", async () => {
  const folder = folderWith({
    ".git/config": "",
    ".gitignore": "node_modules/\n*.log\n",
    "node_modules/x/index.js": "",
    "src/a.ts": "",
    "src/.gitignore": "secret.ts\n",
    "src/secret.ts": "",
    "debug.log": "",
  });
  symlinkSync("/etc", join(folder, "elsewhere"));
  const { paths, isWhole } = await new FolderFiles().complete(folder, "", 100);
  assert.deepEqual(paths, [".gitignore", "src/"]);
  assert.ok(isWhole);
  const inside = await new FolderFiles().complete(folder, "src/", 100);
  assert.deepEqual([...inside.paths].sort(), ["src/", "src/.gitignore", "src/a.ts"]);
  rmSync(folder, { recursive: true });
});

test("U3 a folder that is too large is offered as far as it was looked through, and says so", async () => {
  const folder = folderWith(Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`f${at}/x.ts`, ""])));
  const { paths, isWhole } = await new FolderFiles({ maxPaths: 31 }).complete(folder, "x", 100);
  assert.equal(isWhole, false);
  assert.equal(paths.length, 1);
  rmSync(folder, { recursive: true });
});

test("U3 a listing serves for the next letters, and a folder that is gone offers nothing", async () => {
  const folder = folderWith({ "one.ts": "" });
  const files = new FolderFiles();
  assert.deepEqual((await files.complete(folder, "o", 5)).paths, ["one.ts"]);
  rmSync(folder, { recursive: true });
  assert.deepEqual((await files.complete(folder, "on", 5)).paths, ["one.ts"]);
  assert.deepEqual((await new FolderFiles().complete(folder, "on", 5)).paths, []);
});
