import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { temporaryContext } from "../../../test/agent/temporary-context.ts";
import { Memory } from "../memory/memory.ts";
import { edit } from "./edit.ts";
import { keepBefore, maxKeptBytes, rewindFiles } from "./rewind-files.ts";
import { write } from "./write.ts";

test("U3 files become what they were before a prompt: changed, new, deleted since; what was the same stays", async (t) => {
  const { checkpoints } = Memory.open(":memory:");
  const context = temporaryContext(t, { beforeWrite: (path) => keepBefore(checkpoints, "s", path) });
  const file = (name: string): string => join(context.cwd, name);
  const put = (name: string, content: string) => write.run({ file_path: file(name), content }, context);
  writeFileSync(file("old.txt"), "one\ntwo\n");
  chmodSync(file("old.txt"), 0o755);
  checkpoints.begin("s", "p1");
  await put("new.txt", "first\n");
  checkpoints.begin("s", "p2");
  await put("new.txt", "first\nsecond\n");
  await edit.run({ file_path: file("new.txt"), old_string: "second", new_string: "third" }, context);
  await put("later.txt", "later\n");
  unlinkSync(file("later.txt"));
  const rewind = (prompt: string, dryRun: boolean) => rewindFiles(checkpoints, { session: "s", prompt, dryRun });

  const planned = await rewind("p2", true);
  assert.deepEqual(planned, {
    ...{ canRewind: true, filesChanged: [file("new.txt")], insertions: 0, deletions: 1, skippedLinks: 0 },
  });
  assert.equal(readFileSync(file("new.txt"), "utf8"), "first\nthird\n", "only told");
  await rewind("p2", false);
  assert.equal(readFileSync(file("new.txt"), "utf8"), "first\n");
  assert.equal(existsSync(file("later.txt")), false);
  await rewind("p1", false);
  assert.equal(existsSync(file("new.txt")), false);
  assert.deepEqual((await rewind("p1", true))?.filesChanged, []);
  assert.equal(await rewind("nobody", true), undefined);
  assert.equal(await rewindFiles(checkpoints, { session: "other", prompt: "p1", dryRun: true }), undefined);
});

test("U3 a deleted file comes back with its mode; a link is left alone; what was too large to keep is said", async (t) => {
  const { checkpoints } = Memory.open(":memory:");
  const { cwd } = temporaryContext(t);
  const file = (name: string): string => join(cwd, name);
  for (const name of ["run.sh", "linked.txt", "huge.bin"]) writeFileSync(file(name), "content\n");
  chmodSync(file("run.sh"), 0o755);
  checkpoints.begin("s", "p1");
  for (const name of ["run.sh", "linked.txt"]) await keepBefore(checkpoints, "s", file(name));
  unlinkSync(file("run.sh"));
  unlinkSync(file("linked.txt"));
  symlinkSync("/etc/hostname", file("linked.txt"));
  const done = await rewindFiles(checkpoints, { session: "s", prompt: "p1", dryRun: false });
  assert.deepEqual([done?.filesChanged, done?.skippedLinks], [[file("run.sh")], 1]);
  assert.equal(statSync(file("run.sh")).mode & 0o777, 0o755);
  assert.equal(readFileSync("/etc/hostname", "utf8").includes("content"), false);

  truncateSync(file("huge.bin"), maxKeptBytes + 1);
  await keepBefore(checkpoints, "s", file("huge.bin"));
  const refused = await rewindFiles(checkpoints, { session: "s", prompt: "p1", dryRun: false });
  assert.equal(refused?.canRewind, false);
  assert.match(refused?.error ?? "", /huge\.bin was too large/);
});

test("U3 a folder that has become a link since is left alone: what it leads to is somebody else's", async (t) => {
  const { checkpoints } = Memory.open(":memory:");
  const context = temporaryContext(t, { beforeWrite: (path) => keepBefore(checkpoints, "s", path) });
  const file = (name: string): string => join(context.cwd, name);
  mkdirSync(file("mine"));
  mkdirSync(file("elsewhere"));
  writeFileSync(file("elsewhere/key"), "secret");
  checkpoints.begin("s", "p1");
  await write.run({ file_path: file("mine/key"), content: "x" }, context);
  rmSync(file("mine"), { recursive: true });
  symlinkSync(file("elsewhere"), file("mine"));
  const rewound = await rewindFiles(checkpoints, { session: "s", prompt: "p1", dryRun: false });
  assert.deepEqual([rewound?.filesChanged, rewound?.skippedLinks], [[], 1]);
  assert.equal(readFileSync(file("elsewhere/key"), "utf8"), "secret");
});

test("U3 a session keeps the files of its last hundred prompts", () => {
  const { checkpoints } = Memory.open(":memory:");
  for (let at = 0; at < 101; at++) checkpoints.begin("s", `p${at}`);
  assert.equal(checkpoints.since("s", "p0"), undefined);
  assert.deepEqual(checkpoints.since("s", "p1"), []);
});

test("U3 a file that cannot be written does not keep the others from it, and the answer tells them apart", async (t) => {
  const { checkpoints } = Memory.open(":memory:");
  const { cwd } = temporaryContext(t);
  const file = (name: string): string => join(cwd, name);
  for (const name of ["a", "b", "c"]) writeFileSync(file(name), "old\n");
  checkpoints.begin("s", "p1");
  for (const name of ["a", "b", "c"]) await keepBefore(checkpoints, "s", file(name));
  for (const name of ["a", "b", "c"]) writeFileSync(file(name), "new\nlines\n");
  chmodSync(file("b"), 0o444);
  const done = await rewindFiles(checkpoints, { session: "s", prompt: "p1", dryRun: false });
  assert.deepEqual([done?.canRewind, done?.filesChanged], [false, [file("a"), file("c")]]);
  assert.match(done?.error ?? "", /^1 of 3 files could not be taken back: .*read-only/);
  assert.deepEqual([done?.insertions, done?.deletions], [2, 4]);
  assert.deepEqual(
    ["a", "b", "c"].map((name) => readFileSync(file(name), "utf8")),
    ["old\n", "new\nlines\n", "old\n"],
  );
});

test("U3 a file that has grown past all limits is taken back unread; a pipe in its place is not waited for", async (t) => {
  const { checkpoints } = Memory.open(":memory:");
  const { cwd } = temporaryContext(t);
  const file = (name: string): string => join(cwd, name);
  for (const name of ["grown", "pipe"]) writeFileSync(file(name), "one\ntwo\n");
  checkpoints.begin("s", "p1");
  for (const name of ["grown", "pipe"]) await keepBefore(checkpoints, "s", file(name));
  // Longer than can be read at once.
  writeFileSync(file("grown"), "three\n");
  truncateSync(file("grown"), 3 * 2 ** 30);
  unlinkSync(file("pipe"));
  execFileSync("mkfifo", [file("pipe")]);
  const done = await rewindFiles(checkpoints, { session: "s", prompt: "p1", dryRun: false });
  assert.deepEqual([done?.canRewind, done?.filesChanged, done?.skippedLinks], [true, [file("grown")], 1]);
  assert.equal(readFileSync(file("grown"), "utf8"), "one\ntwo\n");
});
