import assert from "node:assert/strict";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { exitCodes } from "../../../src/cli/exit-codes.ts";
import { Repository } from "../workspace/repository.ts";
import { CliHome, script } from "./cli-home.ts";

const home = new CliHome();
after(() => home.close());
const repo = new Repository(home.project, { "a.txt": "a\n" });

interface SeenWorktree {
  readonly worktree: { readonly name: string; readonly path: string };
  readonly sessionId: string;
  readonly keeps: readonly string[];
}

const listed = () => home.json<SeenWorktree>(["worktrees"]);
const writing = (path: string, content: string): string =>
  script({ tools: [{ name: "Write", input: { file_path: path, content } }] }, { text: "done" });

test("U3 run --worktree works beside the project, says where, and removes only what has no work in it", async () => {
  const kept = await home.run(["run", "--yes", "--worktree", "fix", writing("new.txt", "mine\n")]);
  assert.equal(kept.status, 0, kept.stderr);
  const [fix] = await listed();
  assert.ok(fix);
  assert.match(kept.stderr, /worktree .*fix, branch bridle\/fix/);
  assert.equal(readFileSync(join(fix.worktree.path, "new.txt"), "utf8"), "mine\n");
  assert.equal(existsSync(join(home.project, "new.txt")), false);
  assert.match(await home.good(["sessions", "show", fix.sessionId]), /worktree +branch bridle\/fix, of/);
  assert.match(await home.good(["worktrees"]), /fix +\S+ .* 1 new file that git does not know/);

  const refused = await home.run(["worktrees", "remove", "fix"]);
  assert.equal(refused.status, exitCodes.turnFailed);
  const closed = await home.good(["sessions", "close", fix.sessionId, "--worktree-end", "remove"]);
  assert.match(closed, /is closed; its worktree .* stays, since it has 1 new file/);
  const erased = await home.run(["sessions", "delete", fix.sessionId, "--worktree-end", "remove"]);
  assert.match(erased.stderr, /stays, since it has 1 new file/);

  // A name is not needed, and a prompt is no name.
  const gone = await home.run(["run", "--worktree-end", "remove", "--worktree", script({ text: "no work" })]);
  assert.equal(gone.status, 0, gone.stderr);
  assert.match(gone.stdout, /no work/);
  assert.match(gone.stderr, /its worktree .* is removed/);
  assert.deepEqual(
    (await listed()).map(({ worktree }) => worktree.name),
    ["fix"],
  );
  assert.equal(repo.git("branch", "--list", "bridle/*").trim(), "+ bridle/fix");
});

test("U3 what makes no sense is refused as a wrong command line", async () => {
  for (const args of [
    ["--worktree-end", "keep", "hello"],
    ["--worktree", "x", "--continue", "hello"],
    ["--worktree", "x", "--worktree-end", "burn", "hello"],
    ["--worktree", "../x", "hello"],
  ]) {
    const { status, stderr } = await home.run(["run", ...args]);
    assert.equal(status, exitCodes.usage, `${args}: ${stderr}`);
  }
});

test("U3 doctor tells of a worktree whose session was erased; worktrees removes it", async () => {
  const begun = await home.good(["run", "--detach", "--worktree", "left", script({ text: "hi" })]);
  await home.good(["sessions", "delete", begun.trim()]);
  assert.match((await home.run(["doctor"])).stdout, /warn +worktree +.*left \(bridle\/left\) has no session/);
  assert.match(await home.good(["worktrees", "remove", "left"]), /left and its branch bridle\/left are removed/);
  assert.doesNotMatch((await home.run(["doctor"])).stdout, /bridle\/left/);
});

test("U3 rewind lists prompts, says what would change, and takes files back", async () => {
  const file = join(home.project, "b.txt");
  await home.good(["run", "--yes", "--title", "two", writing(file, "one\n")]);
  const [session] = await home.json<{ readonly id: string; readonly title: string }>(["sessions"]);
  assert.equal(session?.title, "two");
  const id = session?.id ?? "";
  await home.good(["run", "--yes", "--session", id, writing(file, "one\ntwo\n")]);
  const prompts = (await home.good(["rewind", id, "--list"])).trim().split("\n");
  assert.deepEqual(
    prompts.map((line) => line.slice(0, 10)),
    ["1  SCRIPT:", "2  SCRIPT:"],
  );
  const planned = await home.run(["rewind", id, "--to", "1", "--dry-run"]);
  assert.deepEqual([planned.stdout.trim(), planned.stderr.trim()], [file, "1 file, +0 −2"]);
  assert.equal(readFileSync(file, "utf8"), "one\ntwo\n");
  const [done] = await home.json<{ readonly rewound: boolean }>(["rewind", id]);
  assert.equal(done?.rewound, true);
  assert.equal(readFileSync(file, "utf8"), "one\n");
  await home.good(["rewind", id, "--to", "1"]);
  assert.equal(existsSync(file), false);
  assert.equal((await home.run(["rewind", id, "--to", "3"])).status, exitCodes.usage);
});

test("U3 rewind says which files were not taken back, and ends as a failure", async () => {
  const [one, fixed] = [join(home.project, "one.txt"), join(home.project, "fixed.txt")];
  writeFileSync(fixed, "before\n");
  const read = { name: "Read", input: { file_path: fixed } };
  const write = (file_path: string) => ({ name: "Write", input: { file_path, content: "after\n" } });
  const prompt = script({ tools: [read] }, { tools: [write(one), write(fixed)] }, { text: "done" });
  await home.good(["run", "--yes", "--title", "in part", prompt]);
  const [session] = await home.json<{ readonly id: string; readonly title: string }>(["sessions"]);
  assert.equal(session?.title, "in part");
  chmodSync(fixed, 0o444);
  const { status, stdout, stderr } = await home.run(["rewind", session?.id ?? ""]);
  assert.equal(status, exitCodes.refused);
  assert.equal(stdout.trim(), one);
  assert.match(stderr, /not taken back: .*fixed\.txt \(.*read-only/);
  assert.equal(existsSync(one), false);
});
