import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { completeFolder } from "./complete-folder.ts";

let top: string;

before(() => {
  top = mkdtempSync(join(tmpdir(), "bridle-folders-"));
  for (const folder of ["alpha/.git", "Alpine", "beta", ".hidden"]) mkdirSync(join(top, folder), { recursive: true });
  writeFileSync(join(top, "alphabet.txt"), "");
  symlinkSync(join(top, "beta"), join(top, "alias"));
  symlinkSync(join(top, "gone"), join(top, "alone"));
});
after(() => rmSync(top, { recursive: true, force: true }));

const complete = async (path: string, more: { recent?: readonly string[]; limit?: number; home?: string } = {}) => {
  const { recent = [], limit = 20, home } = more;
  const { folders, ...rest } = await completeFolder({ path, limit, recent, home, isWanted: () => true });
  return { ...rest, folders, names: folders.map((folder) => folder.path.slice(top.length + 1)) };
};

test("U3 folders alone are completed, links to folders with them, whatever the case of the letters", async () => {
  const { names, folders, isFolder, hasMore } = await complete(join(top, "al"));
  assert.deepEqual(names, ["Alpine", "alias", "alpha"]);
  assert.deepEqual(
    folders.filter(({ isWorkTree }) => isWorkTree).map(({ path }) => path),
    [join(top, "alpha")],
  );
  assert.deepEqual({ isFolder, hasMore }, { isFolder: false, hasMore: false });
});

test("U3 hidden folders are told only to who typed a dot", async () => {
  assert.deepEqual((await complete(`${top}/`)).names, ["Alpine", "alias", "alpha", "beta"]);
  assert.deepEqual((await complete(join(top, ".h"))).names, [".hidden"]);
  assert.equal((await complete(`${top}/`)).isFolder, true);
});

test("U3 folders of sessions come first, once, and only while they are there", async () => {
  const recent = [join(top, "beta"), join(top, "was-removed")];
  assert.deepEqual((await complete(`${top}/`, { recent })).names, ["beta", "Alpine", "alias", "alpha"]);
  assert.deepEqual((await complete("", { recent })).names, ["beta"]);
  assert.deepEqual((await complete("bet", { recent })).names, ["beta"], "a word that is no path finds them, too");
});

test("U3 a completion has an end, and says that there is more", async () => {
  assert.deepEqual(await complete(`${top}/`, { limit: 2 }).then(({ names, hasMore }) => ({ names, hasMore })), {
    names: ["Alpine", "alias"],
    hasMore: true,
  });
  assert.deepEqual((await complete(join(top, "not", "there"))).names, []);
});

test("U3 ~ is the home of who runs the daemon", async () => {
  assert.deepEqual((await complete("~/be", { home: top })).names, ["beta"]);
});
