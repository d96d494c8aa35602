import assert from "node:assert/strict";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import {
  type ChangedFile,
  ChangesScope,
  ChangesSource,
  FileChangeKind,
} from "../../../src/api/gen/bridle/v1/workspace_service_pb.js";
import { isBridleError } from "../../../src/errors.ts";
import { script } from "../cli/cli-home.ts";
import { startDaemon, type TestDaemon } from "../support/start-daemon.ts";
import { ask } from "../support/talk.ts";
import { Repository } from "./repository.ts";

let daemon: TestDaemon;
const folders: string[] = [];

before(async () => {
  daemon = await startDaemon({ settings: { permissions: { allow: ["Write", "Edit"] } } });
});
after(async () => {
  await daemon?.[Symbol.asyncDispose]();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function repository(files: { readonly [path: string]: string }): Repository {
  const made = new Repository(undefined, files);
  folders.push(made.folder);
  return made;
}

async function sessionIn(cwd: string): Promise<string> {
  const { session } = await daemon.client.sessions.createSession({ cwd, agent: "bridle" });
  return session?.id ?? "";
}

const changesOf = (sessionId: string, scope = ChangesScope.UNSPECIFIED) =>
  daemon.client.workspace.getChanges({ sessionId, scope });
const diffOf = (sessionId: string, path: string, oldPath = "") =>
  daemon.client.workspace.getFileDiff({ sessionId, path, oldPath });
const later = "2035-01-01T00:00:00Z";

function states(file: ChangedFile | undefined): string {
  const { staged, unstaged, untracked, committed } = file ?? {};
  return Object.entries({ staged, unstaged, untracked, committed })
    .filter(([, is]) => is)
    .map(([name]) => name)
    .join(" ");
}

test("U3 GetChanges tells of everything that differs: staged, not staged, new, renamed, deleted, binary, with odd names", async () => {
  const lines = Array.from({ length: 30 }, (_, at) => `line ${at}\n`).join("");
  const odd = "deep/er/a name\twith\nnew line ü 日本.txt";
  const repo = repository({
    "both.txt": "one\n",
    "gone.txt": "x\ny\n",
    "old name.txt": lines,
    [odd]: "a\n",
    "same.txt": "s\n",
  });
  const id = await sessionIn(repo.folder);
  assert.deepEqual((await changesOf(id)).files, []);

  repo.write("both.txt", "one\ntwo\n");
  repo.git("add", "both.txt");
  repo.write("both.txt", "one\ntwo\nthree\n");
  unlinkSync(join(repo.folder, "gone.txt"));
  repo.git("mv", "old name.txt", "new name.txt");
  repo.write("new name.txt", `${lines}more\n`);
  repo.write(odd, "b\n");
  repo.write("fresh/file.txt", "1\n2\n3");
  repo.write("picture.bin", new Uint8Array([0, 1, 2]));
  symlinkSync("/etc/passwd", join(repo.folder, "link"));

  const { files, source, branch, totalFiles, insertions, deletions, scope } = await changesOf(id);
  assert.deepEqual([source, branch, totalFiles, scope], [ChangesSource.GIT, "main", 7, ChangesScope.SESSION]);
  const seen = files.map((file) => [
    file.path,
    FileChangeKind[file.kind],
    `+${file.insertions} -${file.deletions}`,
    states(file),
    file.binary,
  ]);
  assert.deepEqual(seen, [
    ["both.txt", "MODIFIED", "+2 -0", "staged unstaged", false],
    [odd, "MODIFIED", "+1 -1", "unstaged", false],
    ["fresh/file.txt", "ADDED", "+3 -0", "untracked", false],
    ["gone.txt", "DELETED", "+0 -2", "unstaged", false],
    ["link", "ADDED", "+1 -0", "untracked", false],
    ["new name.txt", "RENAMED", "+1 -0", "staged unstaged", false],
    ["picture.bin", "ADDED", "+0 -0", "untracked", true],
  ]);
  assert.equal(files.find(({ path }) => path === "new name.txt")?.oldPath, "old name.txt");
  assert.deepEqual([insertions, deletions], [8n, 3n]);

  assert.deepEqual(
    (await diffOf(id, odd)).hunks.map(({ lines: shown }) => shown),
    [["-a", "+b"]],
  );
  assert.deepEqual((await diffOf(id, "fresh/file.txt")).hunks[0]?.lines, ["+1", "+2", "+3"]);
  const renamed = await diffOf(id, "new name.txt", "old name.txt");
  assert.deepEqual(renamed.hunks[0]?.lines.at(-1), "+more");
  assert.equal(renamed.hunks[0]?.newStart, 28);
  assert.deepEqual([(await diffOf(id, "picture.bin")).binary, (await diffOf(id, "picture.bin")).hunks], [true, []]);
  // A link is shown as one: what it leads to is nobody's change.
  assert.deepEqual((await diffOf(id, "link")).hunks[0]?.lines, ["+/etc/passwd"]);
  assert.match((await diffOf(id, "same.txt")).note, /the same/);
});

test("U3 commits of the session count as its changes; what is not committed can be looked at alone", async () => {
  const repo = repository({ "a.txt": "a\n", "b/c.txt": "c\n" });
  const id = await sessionIn(join(repo.folder, "b"));
  repo.write("a.txt", "a\nb\n");
  const made = repo.commit("The session's own", later);
  repo.write("b/c.txt", "c\nd\n");

  const all = await changesOf(id);
  assert.deepEqual(
    all.files.map((file) => [file.path, states(file)]),
    [
      ["a.txt", "committed"],
      ["b/c.txt", "unstaged"],
    ],
  );
  assert.deepEqual(
    all.commits.map((commit) => [commit.id, commit.subject]),
    [[made, "The session's own"]],
  );
  assert.deepEqual([all.historyMoved, all.head, all.base === made], [false, made, false]);
  assert.deepEqual((await diffOf(id, "a.txt")).hunks[0]?.lines, [" a", "+b"]);

  const open = await changesOf(id, ChangesScope.UNCOMMITTED);
  assert.deepEqual(
    open.files.map(({ path }) => path),
    ["b/c.txt"],
  );
  repo.git("checkout", "--quiet", "--orphan", "elsewhere");
  repo.commit("unrelated", later);
  assert.equal((await changesOf(id)).historyMoved, true);
});

test("U3 a repository without a commit is compared with nothing", async () => {
  const repo = repository({});
  repo.write("new.txt", "1\n");
  const id = await sessionIn(repo.folder);
  assert.deepEqual(
    (await changesOf(id)).files.map((file) => [file.path, states(file)]),
    [["new.txt", "untracked"]],
  );
  repo.commit("begun", later);
  const { files, commits } = await changesOf(id);
  assert.deepEqual([files.map((file) => [file.path, states(file)]), commits.length], [[["new.txt", "committed"]], 1]);
});

test("U3 what a repository brings is not run: fsmonitor, hooks, filters, textconv, external diff, submodules, remotes", async () => {
  const marks = mkdtempSync(join(tmpdir(), "bridle-mark-"));
  folders.push(marks);
  const mark = join(marks, "ran");
  const repo = repository({ "a.txt": "a\n", "b.txt": "b\n" });
  const trap = repo.trap(mark);
  const inner = new Repository(join(repo.folder, "sub"), { "s.txt": "s\n" });
  repo.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", "./sub", "sub");
  repo.commit("with a submodule");
  const id = await sessionIn(repo.folder);

  for (const { git } of [repo, inner].map((one) => ({ git: (...args: string[]) => one.git(...args) })))
    git("config", "core.fsmonitor", trap);
  for (const name of ["evil", "a=b"]) {
    repo.git("config", `filter.${name}.clean`, trap);
    repo.git("config", `filter.${name}.process`, trap);
    repo.git("config", `filter.${name}.required`, "true");
  }
  repo.git("config", "diff.evil.textconv", trap);
  repo.git("config", "diff.evil.command", trap);
  repo.git("config", "diff.external", trap);
  repo.git("config", "core.hooksPath", join(repo.folder, ".git"));
  repo.git("config", "core.pager", trap);
  repo.git("config", "gpg.program", trap);
  repo.git("config", "log.showSignature", "true");
  writeFileSync(join(repo.folder, ".gitattributes"), "a.txt filter=evil diff=evil\nb.txt filter=a=b\n");
  for (const hook of ["post-index-change", "reference-transaction"]) renameCopy(trap, join(repo.folder, ".git", hook));
  repo.write("a.txt", "changed\n");
  repo.write("b.txt", "changed\n");
  writeFileSync(join(inner.folder, "s.txt"), "changed\n");
  rmSync(mark, { force: true });

  const { files } = await changesOf(id);
  assert.deepEqual(
    files.map(({ path }) => path),
    [".gitattributes", "a.txt", "b.txt"],
  );
  assert.deepEqual((await diffOf(id, "a.txt")).hunks[0]?.lines, ["-a", "+changed"]);
  assert.equal(existsSync(mark) ? readFileSync(mark, "utf8") : "", "");
  // The trap does catch whoever runs git as it is.
  repo.git("-c", "core.pager=", "status");
  assert.match(readFileSync(mark, "utf8"), /trap/);
});

test("U3 a folder laid out like a bare repository is none, and nothing in it is run", async () => {
  const marks = mkdtempSync(join(tmpdir(), "bridle-mark-"));
  folders.push(marks);
  const mark = join(marks, "ran");
  const folder = mkdtempSync(join(tmpdir(), "bridle-bare-"));
  folders.push(folder);
  const repo = repository({ "a.txt": "a\n" });
  const trap = repo.trap(mark);
  for (const name of ["HEAD", "objects", "refs", "config"])
    renameSync(join(repo.folder, ".git", name), join(folder, name));
  writeFileSync(join(folder, "config"), `[core]\n\tbare = false\n\tworktree = ${folder}\n\tfsmonitor = ${trap}\n`);
  const id = await sessionIn(folder);
  const { source, note, files } = await changesOf(id);
  assert.deepEqual([source, files], [ChangesSource.TOOLS, []]);
  assert.match(note, /no git repository/);
  assert.equal(existsSync(mark), false);
});

test("U3 without git the session's own writes and edits are shown, from its log", async () => {
  const folder = mkdtempSync(join(tmpdir(), "bridle-plain-"));
  folders.push(folder);
  const id = await sessionIn(folder);
  const write = { name: "Write", input: { file_path: join(folder, "a.txt"), content: "one\ntwo\n" } };
  const edit = { name: "Edit", input: { file_path: join(folder, "a.txt"), old_string: "two", new_string: "three" } };
  const wrong = { name: "Edit", input: { file_path: join(folder, "b.txt"), old_string: "no", new_string: "yes" } };
  await ask(daemon, id, script({ tools: [write] }, { tools: [edit] }, { tools: [wrong] }, { text: "done" }));
  const { source, note, root, files } = await changesOf(id);
  assert.deepEqual([source, root, note], [ChangesSource.TOOLS, folder, "the folder is in no git repository"]);
  assert.deepEqual(
    files.map(({ path, insertions, deletions }) => [path, insertions, deletions]),
    [["a.txt", 3, 1]],
  );
  const { hunks } = await diffOf(id, "a.txt");
  assert.deepEqual(
    hunks.map(({ heading, lines }) => [heading, lines]),
    [
      ["Write: the whole file", ["+one", "+two"]],
      ["Edit", ["-two", "+three"]],
    ],
  );
});

test("U3 huge diffs and many files are cut, and it is said", async () => {
  const repo = repository({ "a.txt": "a\n" });
  const id = await sessionIn(repo.folder);
  repo.write("a.txt", "x\n".repeat(50_000));
  repo.write("long.txt", `${"y".repeat(10_000)}\n`);
  repo.write("enormous.txt", "z\n".repeat(4_000_000));
  for (let at = 0; at < 1100; at++) repo.write(`many/${at}.txt`, "1\n");
  const { files, totalFiles } = await changesOf(id);
  assert.deepEqual([files.length, totalFiles], [1000, 1103]);
  const cut = await diffOf(id, "a.txt");
  assert.deepEqual([cut.truncated, cut.hunks.flatMap(({ lines }) => lines).length], [true, 20_000]);
  const long = await diffOf(id, "long.txt");
  assert.deepEqual([long.truncated, long.hunks[0]?.lines[0]?.length], [true, 4001]);
  assert.match((await diffOf(id, "enormous.txt")).note, /too large/);
});

test("U3 a path that leaves the work tree is refused; a session that is not there is not found", async () => {
  const repo = repository({ "a.txt": "a\n" });
  const id = await sessionIn(repo.folder);
  for (const path of ["../secret", "/etc/passwd", "", "a/../../x", "a\0b"])
    await assert.rejects(diffOf(id, path), (error) => isBridleError(error, "invalid_option"), path);
  await assert.rejects(changesOf("nobody"), (error) => isBridleError(error, "not_found"));
  mkdirSync(join(repo.folder, "inside"));
  const gone = await sessionIn(join(repo.folder, "inside"));
  rmSync(join(repo.folder, "inside"), { recursive: true });
  assert.equal((await changesOf(gone)).note, "the folder is gone");
});

function renameCopy(from: string, to: string): void {
  writeFileSync(to, readFileSync(from), { mode: 0o755 });
}
