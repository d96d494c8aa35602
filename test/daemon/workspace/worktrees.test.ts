import assert from "node:assert/strict";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { isBridleError } from "../../../src/errors.ts";
import { type Session, SessionState, WorktreeEnd } from "../../../src/exports/client.ts";
import { script } from "../cli/cli-home.ts";
import { eventually } from "../support/eventually.ts";
import { all } from "../support/session-events.ts";
import { startDaemon, type TestDaemon } from "../support/start-daemon.ts";
import { ask, sessionOf } from "../support/talk.ts";
import { Repository } from "./repository.ts";

let daemon: TestDaemon;
const folders: string[] = [];

before(async () => {
  daemon = await startDaemon({ settings: { permissions: { allow: ["Write", "Bash"] } } });
});
after(async () => {
  await daemon?.[Symbol.asyncDispose]();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function repository(files: { readonly [path: string]: string } = { "a.txt": "a\n" }): Repository {
  const made = new Repository(realpathSync(mkdtempSync(join(tmpdir(), "bridle-repo-"))), files);
  folders.push(made.folder);
  return made;
}

async function create(cwd: string, name = "", end = WorktreeEnd.UNSPECIFIED, on = daemon): Promise<Session> {
  const { session } = await on.client.sessions.createSession({ cwd, agent: "bridle", worktree: { name, end } });
  assert.ok(session);
  return session;
}

/** The worktree's folder as a repository, for what people do there. */
function inside(session: Session): Repository {
  return new Repository(session.worktree?.path);
}

const worktreesOf = (repo: Repository): string[] =>
  repo
    .git("worktree", "list", "--porcelain")
    .split("\n")
    .filter((line) => line.startsWith("worktree "));
const listed = async () => (await daemon.client.workspace.listWorktrees({})).worktrees;

test("U3 a session in a worktree of its own: its branch, its folder, shown on it; the project is left alone", async () => {
  const repo = repository({ "pkg/in/a.txt": "a\n", ".gitignore": ".env\nsecret\n", ".worktreeinclude": ".env\n" });
  repo.write(".env", "KEY=1\n");
  repo.write("secret", "not named\n");
  repo.write("pkg/in/a.txt", "not committed\n");
  const { id } = await create(join(repo.folder, "pkg", "in"), "try-it");
  const session = await sessionOf(daemon, id);
  const { worktree } = session;
  assert.equal(worktree?.branch, "bridle/try-it");
  assert.equal(session.cwd, join(worktree?.path ?? "", "pkg", "in"));
  assert.ok(worktree?.path.startsWith(join(daemon.home, "state", "worktrees")));
  assert.equal(readFileSync(join(session.cwd, "a.txt"), "utf8"), "a\n", "from the last commit");
  assert.equal(readFileSync(join(worktree?.path ?? "", ".env"), "utf8"), "KEY=1\n");
  assert.equal(existsSync(join(worktree?.path ?? "", "secret")), false);
  const { sessions } = await daemon.client.sessions.listSessions({});
  assert.deepEqual(sessions.find((one) => one.id === id)?.worktree, worktree);

  const write = { name: "Write", input: { file_path: join(session.cwd, "new.txt"), content: "mine\n" } };
  await ask(daemon, id, script({ tools: [write] }, { text: "done" }));
  assert.equal(existsSync(join(repo.folder, "pkg/in/new.txt")), false);
  const { files, base, branch } = await daemon.client.workspace.getChanges({ sessionId: id });
  assert.deepEqual(
    files.map(({ path }) => path),
    ["pkg/in/new.txt"],
  );
  assert.deepEqual([base, branch], [repo.git("rev-parse", "HEAD"), "bridle/try-it"]);
  const first: string[] = [];
  for await (const event of daemon.client.follow(id, 0)) {
    first.push(...all([event], "notice").map(({ fieldsJson }) => fieldsJson));
    if (first.length > 0) break;
  }
  assert.match(first[0] ?? "", /branch bridle\/try-it, from .* is not in it\. Copied as \.worktreeinclude says: \.env/);
});

test("U3 a worktree whose folder is gone is forgotten, and nobody else's whose disk is only not there now", async () => {
  const repo = repository();
  const foreign = `${repo.folder}-foreign`;
  repo.git("worktree", "add", "-q", foreign);
  const { id, worktree } = await create(repo.folder, "gone");
  await daemon.client.sessions.closeSession({ sessionId: id });
  renameSync(foreign, `${foreign}-unmounted`);
  rmSync(worktree?.path ?? "", { recursive: true });
  await daemon.client.workspace.removeWorktree({ worktreeId: worktree?.id ?? "" });
  assert.deepEqual(worktreesOf(repo).slice(1), [`worktree ${foreign}`]);
  rmSync(`${foreign}-unmounted`, { recursive: true });
});

test("U3 no worktree without a reason: what cannot be made is refused in words, and nothing is left", async () => {
  const plain = mkdtempSync(join(tmpdir(), "bridle-plain-"));
  folders.push(plain);
  const empty = repository({});
  const repo = repository();
  mkdirSync(join(repo.folder, "new-folder"));
  const refused = async (cwd: string, name: string, code: "invalid_option" | "conflict", words: RegExp) =>
    assert.rejects(
      create(cwd, name),
      (error) => isBridleError(error, code) && words.test(error.message),
      String(words),
    );
  await refused(plain, "", "invalid_option", /in no git repository; run git init/);
  await refused(empty.folder, "", "invalid_option", /no commit yet/);
  await refused(join(repo.folder, "new-folder"), "", "invalid_option", /not in the last commit/);
  for (const name of ["../x", "a b", "-x", "x..y", "x.lock", "x/y", "é", ".x", "x."])
    await refused(repo.folder, name, "invalid_option", /letters, digits/);
  await create(repo.folder, "once");
  await refused(repo.folder, "once", "conflict", /bridle\/once is there already/);
  repo.git("branch", "bridle/other");
  await refused(repo.folder, "other", "conflict", /bridle\/other is there already/);
  await assert.rejects(
    daemon.client.sessions.createSession({
      ...{ cwd: repo.folder, agent: "bridle", worktree: {} },
      resumeAgentSessionId: "11111111-1111-4111-8111-111111111111",
    }),
    (error) => isBridleError(error, "invalid_option"),
  );
  assert.equal(worktreesOf(repo).length, 2);
});

test("U3 without git there is no worktree, and it is said", async () => {
  const bin = mkdtempSync(join(tmpdir(), "bridle-bin-"));
  folders.push(bin);
  await using bare = await startDaemon({ env: { PATH: bin } });
  const repo = repository();
  await assert.rejects(create(repo.folder, "", WorktreeEnd.KEEP, bare), /git is not installed/);
  const { session } = await bare.client.sessions.createSession({ cwd: repo.folder, agent: "bridle" });
  const { note } = await bare.client.workspace.getChanges({ sessionId: session?.id ?? "" });
  assert.match(note, /git is not installed/);
});

test("U3 nothing that a repository brings is run when a worktree is made or removed", async () => {
  const marks = mkdtempSync(join(tmpdir(), "bridle-mark-"));
  folders.push(marks);
  const mark = join(marks, "ran");
  const repo = repository({ "a.txt": "a\n", ".gitattributes": "a.txt filter=evil\n" });
  const trap = repo.trap(mark);
  mkdirSync(join(repo.folder, ".git", "hooks"), { recursive: true });
  for (const hook of ["post-checkout", "reference-transaction", "post-index-change"])
    writeFileSync(join(repo.folder, ".git", "hooks", hook), readFileSync(trap), { mode: 0o755 });
  repo.git("config", "filter.evil.smudge", trap);
  repo.git("config", "filter.evil.clean", trap);
  repo.git("config", "core.fsmonitor", trap);
  rmSync(mark, { force: true });
  const session = await create(repo.folder);
  await daemon.client.sessions.closeSession({ sessionId: session.id, worktreeEnd: WorktreeEnd.REMOVE });
  assert.equal(existsSync(mark), false);
  assert.equal(existsSync(session.worktree?.path ?? ""), false);
});

interface Work {
  readonly what: string;
  readonly begin: (tree: Repository, repo: Repository) => void;
  readonly said: RegExp;
  /** After which nothing is lost. */
  readonly mend: (tree: Repository, repo: Repository) => void;
}

const kinds: readonly Work[] = [
  {
    what: "a change that is not committed",
    begin: (tree) => tree.write("a.txt", "changed\n"),
    said: /1 file with changes that are not committed/,
    mend: (tree) => tree.git("checkout", "a.txt"),
  },
  {
    what: "a deleted file",
    begin: (tree) => rmSync(join(tree.folder, "a.txt")),
    said: /1 file with changes/,
    mend: (tree) => tree.git("checkout", "a.txt"),
  },
  {
    what: "a new file",
    begin: (tree) => tree.write("deep/new.txt", "new\n"),
    said: /1 new file that git does not know/,
    mend: (tree) => rmSync(join(tree.folder, "deep"), { recursive: true }),
  },
  {
    what: "a repository within it",
    begin: (tree) => new Repository(join(tree.folder, "nested"), { "n.txt": "n\n" }),
    said: /1 new file that git does not know/,
    mend: (tree) => rmSync(join(tree.folder, "nested"), { recursive: true }),
  },
  {
    what: "a commit that no other branch has",
    begin: (tree) => {
      tree.write("a.txt", "committed\n");
      tree.commit("mine");
    },
    said: /1 commit that no other branch has/,
    mend: (tree, repo) => repo.git("merge", "--quiet", tree.git("rev-parse", "HEAD")),
  },
  {
    what: "a commit on no branch at all",
    begin: (tree) => {
      tree.git("checkout", "--quiet", "--detach");
      tree.commit("detached");
    },
    said: /1 commit that no other branch has/,
    mend: (tree) => tree.git("branch", "kept-branch"),
  },
  {
    what: "a stash",
    begin: (tree) => {
      tree.write("a.txt", "stashed\n");
      tree.git("stash");
    },
    said: /1 stash of its branch/,
    mend: (tree) => tree.git("stash", "drop"),
  },
  {
    what: "a merge that is not finished",
    begin: (tree, repo) => {
      repo.git("checkout", "--quiet", "-b", "theirs");
      repo.write("other.txt", "o\n");
      repo.commit("theirs");
      repo.git("checkout", "--quiet", "main");
      tree.git("merge", "--quiet", "--no-ff", "--no-commit", "theirs");
    },
    said: /a merge, rebase or bisect/,
    mend: (tree) => tree.git("merge", "--abort"),
  },
  {
    what: "a copied file that was changed",
    begin: (tree) => tree.write(".env", "KEY=2\n"),
    said: /\.env, which is not what it is in the project/,
    mend: (tree) => tree.write(".env", "KEY=1\n"),
  },
];

for (const [at, { what, begin, said, mend }] of kinds.entries())
  test(`U3 a worktree with ${what} is not removed, by no way; without, it is, and its branch`, async () => {
    const repo = repository({ "a.txt": "a\n", ".gitignore": ".env\nout\n", ".worktreeinclude": ".env\n" });
    repo.write(".env", "KEY=1\n");
    const session = await create(repo.folder, `work-${at}`, WorktreeEnd.REMOVE);
    const tree = inside(session);
    const { sessions, workspace } = daemon.client;
    tree.write("out/built.o", "what git ignores is no work");
    begin(tree, repo);

    await assert.rejects(
      sessions.deleteSession({ sessionId: session.id }),
      (error) => isBridleError(error, "conflict") && said.test(error.message),
    );
    const closed = await sessions.closeSession({ sessionId: session.id });
    assert.match(closed.worktreeKeeps.join("; "), said);
    assert.equal(closed.session?.state, SessionState.CLOSED);
    const worktreeId = session.worktree?.id ?? "";
    await assert.rejects(workspace.removeWorktree({ worktreeId }), (error) => isBridleError(error, "conflict"));
    assert.ok(existsSync(tree.folder));
    assert.equal(worktreesOf(repo).length, 2);

    mend(tree, repo);
    assert.deepEqual((await sessions.closeSession({ sessionId: session.id })).worktreeKeeps, []);
    assert.equal(existsSync(tree.folder), false);
    assert.equal(worktreesOf(repo).length, 1);
    assert.equal(repo.git("branch", "--list", "bridle/*"), "");
    assert.equal((await sessionOf(daemon, session.id)).worktree, undefined);
    assert.ok(!(await listed()).some(({ worktree }) => worktree?.id === worktreeId));
  });

test("U3 submodules: empty ones do not keep a worktree, filled ones do", async () => {
  const repo = repository();
  const other = repository({ "s.txt": "s\n" });
  repo.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", other.folder, "sub");
  repo.commit("with a submodule");
  const empty = await create(repo.folder, "empty-sub");
  assert.deepEqual(
    (await daemon.client.sessions.closeSession({ sessionId: empty.id, worktreeEnd: WorktreeEnd.REMOVE })).worktreeKeeps,
    [],
  );
  assert.equal(existsSync(empty.worktree?.path ?? ""), false);
  const filled = await create(repo.folder, "filled-sub");
  inside(filled).git("-c", "protocol.file.allow=always", "submodule", "--quiet", "update", "--init");
  const { worktreeKeeps } = await daemon.client.sessions.closeSession({
    sessionId: filled.id,
    worktreeEnd: WorktreeEnd.REMOVE,
  });
  assert.match(worktreeKeeps.join(), /1 submodule with files of their own/);
  assert.ok(existsSync(filled.worktree?.path ?? ""));
});

test("U3 a worktree stays while another session works in it, and outlives a deleted session unless it was to go", async () => {
  const repo = repository();
  const session = await create(repo.folder, "shared");
  const { worktree } = session;
  const { session: second } = await daemon.client.sessions.createSession({
    cwd: worktree?.path ?? "",
    agent: "bridle",
  });
  await assert.rejects(
    daemon.client.sessions.deleteSession({ sessionId: session.id, worktreeEnd: WorktreeEnd.REMOVE }),
    /since it has an open session, [0-9a-f]{8}/,
  );
  await daemon.client.sessions.deleteSession({ sessionId: second?.id ?? "" });
  await daemon.client.sessions.deleteSession({ sessionId: session.id });
  const orphan = (await listed()).find((one) => one.worktree?.id === worktree?.id);
  assert.deepEqual([orphan?.sessionId, orphan?.keeps], ["", []]);
  assert.ok(existsSync(worktree?.path ?? ""));
  await daemon.client.workspace.removeWorktree({ worktreeId: worktree?.id ?? "" });
  assert.equal(existsSync(worktree?.path ?? ""), false);

  const other = await create(repo.folder, "to-go", WorktreeEnd.REMOVE);
  await daemon.client.sessions.deleteSession({ sessionId: other.id });
  assert.equal(existsSync(other.worktree?.path ?? ""), false);
});

test("U3 kill -9 at any moment of the making: every worktree has its session or is gone, and none is forgotten", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 300 }, (_, at) => [`d${at % 20}/f${at}.txt`, `${at}\n`.repeat(50)]),
  );
  const repo = repository(files);
  await using mortal = await startDaemon({});
  await mortal.client.daemon.getVersion({});
  for (const [round, delay] of [0, 5, 10, 20, 35, 50, 80, 120, 200].entries()) {
    const calling = mortal.client.sessions
      .createSession({ cwd: repo.folder, agent: "bridle", worktree: { name: `r${round}` } }, { timeoutMs: 20_000 })
      .catch((error: unknown) => error);
    await sleep(delay);
    await mortal.kill();
    await mortal.restart();
    // The client asks again by the same call id: once, however often the daemon was killed in between.
    const answer = await calling;
    const { worktrees } = await eventually("the worktrees to be settled", async () => {
      const found = await mortal.client.workspace.listWorktrees({});
      const paths = found.worktrees.map(({ worktree }) => `worktree ${worktree?.path}`).sort();
      const real = worktreesOf(repo)
        .filter((line) => line !== `worktree ${repo.folder}`)
        .sort();
      return JSON.stringify(paths) === JSON.stringify(real) ? found : undefined;
    });
    const own = worktrees.filter(({ worktree }) => worktree?.name === `r${round}`);
    if (answer instanceof Error) assert.match(answer.message, /is there already/, `round ${round}`);
    else assert.equal(own.length, 1, `round ${round}`);
    for (const { sessionId, keeps, worktree } of own)
      if (sessionId !== "") assert.equal((await sessionOf(mortal, sessionId)).worktree?.id, worktree?.id);
      else assert.ok(answer instanceof Error, `an orphan that nobody was told of: ${keeps}`);
  }
});
