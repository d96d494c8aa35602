import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { submodulesIn } from "../../src/permission/programs/git-index.ts";

const root = mkdtempSync(join(tmpdir(), "bridle-index-"));
after(() => rmSync(root, { recursive: true }));

const env = { PATH: process.env.PATH ?? "", HOME: root, GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null" };

/** A repository with an index as git writes it, with files and submodules of many lengths of names. */
function indexOf(name: string, init: readonly string[], settings: readonly string[]): Uint8Array {
  const cwd = join(root, name);
  mkdirSync(cwd);
  const git = (args: readonly string[], input = ""): void => {
    const done = spawnSync("git", args, { cwd, env, input, encoding: "utf8" });
    assert.equal(done.status, 0, done.stderr);
  };
  git(["init", "-q", ...init]);
  for (const setting of settings) git(["config", ...setting.split(" ")]);
  const hash = "1".repeat(init.includes("--object-format=sha256") ? 64 : 40);
  const paths = Array.from({ length: 40 }, (_, at) => ({ path: `${"d/".repeat(at % 4)}${"n".repeat(1 + at)}`, at }));
  git(
    ["update-index", "--add", "--index-info"],
    paths.map(({ path, at }) => `${at % 5 === 0 ? 160000 : 100644} ${hash}\t${path}\n`).join(""),
  );
  mkdirSync(dirname(join(cwd, "later")), { recursive: true });
  writeFileSync(join(cwd, "later"), "");
  // Such an entry has more flags.
  git(["add", "-N", "later"]);
  return readFileSync(join(cwd, ".git/index"));
}

const expected = Array.from({ length: 8 }, (_, at) => `${"d/".repeat((at * 5) % 4)}${"n".repeat(1 + at * 5)}`).sort();

test("P9 the submodules of a repository are found in its index, in each form that git writes", () => {
  const forms: [name: string, hashLength: number, init: string[], settings: string[]][] = [
    ["second", 20, [], ["index.version 2"]],
    ["fourth", 20, [], ["index.version 4"]],
    ["untracked", 20, [], ["core.untrackedCache true"]],
    ["sha256", 32, ["--object-format=sha256"], []],
  ];
  for (const [name, hashLength, init, settings] of forms)
    assert.deepEqual([...(submodulesIn(indexOf(name, init, settings), hashLength) ?? [])].sort(), expected, name);
});

test("P9 an index that cannot be read, or is in two files, tells nothing", () => {
  const index = indexOf("whole", [], []);
  assert.equal(submodulesIn(indexOf("split", [], ["core.splitIndex true"]), 20), undefined);
  assert.equal(submodulesIn(index.subarray(0, 500), 20), undefined);
  assert.equal(submodulesIn(new Uint8Array(0), 20), undefined);
  assert.equal(submodulesIn(new Uint8Array(400), 20), undefined);
});

test("P10 an index of 16 MB does not take long", (t) => {
  const entry = new Uint8Array(104);
  entry.set([1, 1, 1, 1], 24);
  entry.fill(97, 62, 100);
  const count = 150_000;
  const index = new Uint8Array(12 + entry.length * count + 20);
  const view = new DataView(index.buffer);
  view.setUint32(0, 0x44495243);
  view.setUint32(4, 2);
  view.setUint32(8, count);
  for (let at = 0; at < count; at += 1) index.set(entry, 12 + at * entry.length);
  assert.deepEqual(submodulesIn(index, 20), []);
  const before = process.cpuUsage();
  submodulesIn(index, 20);
  const { user } = process.cpuUsage(before);
  t.diagnostic(`${user} µs`);
  assert.ok(user < 200_000, `${user} µs`);
});
