import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { isBridleError } from "../../../src/errors.ts";
import { SessionState, WorktreeEnd } from "../../../src/exports/client.ts";
import { findExecutable } from "../../../src/transport/find-executable.ts";
import { script } from "../cli/cli-home.ts";
import { eventually } from "../support/eventually.ts";
import { startDaemon, type TestDaemon } from "../support/start-daemon.ts";
import { reaches, sessionOf } from "../support/talk.ts";
import { Repository } from "./repository.ts";

const folders: string[] = [];
const bin = temporary("bridle-bin-");
const [hold, held, pass] = [join(bin, "hold"), join(bin, "held"), join(bin, "pass")];
let daemon: TestDaemon;

before(async () => {
  // While `hold` is there, whoever looks for work in a worktree takes as long as it stays; `pass` lets one by.
  const git = findExecutable("git", { path: process.env.PATH });
  const wait = `if [ -e '${hold}' ]; then touch '${held}'; while [ -e '${hold}' ]; do sleep 0.05; done; fi`;
  const slow = `case "$*" in *status*) rm '${pass}' 2>/dev/null || { ${wait}; };; esac`;
  writeFileSync(join(bin, "git"), `#!/bin/sh\n${slow}\nexec '${git}' "$@"\n`);
  chmodSync(join(bin, "git"), 0o755);
  daemon = await startDaemon({ env: { PATH: `${bin}:${process.env.PATH}` } });
});
after(async () => {
  await daemon?.[Symbol.asyncDispose]();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function temporary(prefix: string): string {
  const made = realpathSync(mkdtempSync(join(tmpdir(), prefix)));
  folders.push(made);
  return made;
}

async function create(cwd: string, name: string) {
  const { session } = await daemon.client.sessions.createSession({
    ...{ cwd, agent: "bridle", worktree: { name, end: WorktreeEnd.REMOVE } },
  });
  return { id: session?.id ?? "", path: session?.worktree?.path ?? "" };
}

for (const condition of ["onbranch:bridle/**", "gitdir:**/.git/worktrees/**"])
  test(`U3 a filter that a repository has for worktrees alone (${condition}) runs neither at their making nor at their removal`, async () => {
    const mark = join(temporary("bridle-mark-"), "ran");
    const repo = new Repository(temporary("bridle-repo-"), {
      "a.txt": "a\n",
      ".gitattributes": "*.txt filter=planted\n",
    });
    const trap = repo.trap(mark);
    const planted = repo.write(".git/planted", `[filter "planted"]\n\tsmudge = ${trap}\n\tclean = ${trap}\n`);
    repo.git("config", `includeIf.${condition}.path`, planted);
    const { id, path } = await create(repo.folder, `planted-${condition.slice(0, 4)}`);
    assert.equal(existsSync(mark), false, "at its making");
    assert.equal(new Repository(path).git("config", "filter.planted.smudge"), trap, "it holds there");
    // So that git has to look at the content.
    utimesSync(join(path, "a.txt"), 1, 1);
    await daemon.client.workspace.getChanges({ sessionId: id });
    assert.deepEqual((await daemon.client.sessions.closeSession({ sessionId: id })).worktreeKeeps, []);
    assert.equal(existsSync(path), false);
    assert.equal(existsSync(mark), false, "at its removal");
  });

test("U3 a worktree is not removed under a session that somebody goes on with while it is looked for work", async () => {
  const repo = new Repository(temporary("bridle-repo-"), { "a.txt": "a\n" });
  const { sessions, conversation } = daemon.client;
  const waits = script({ text: "going on", stall: true });
  const { id, path } = await create(repo.folder, "reopened");
  const looking = async <T>(call: () => Promise<T>): Promise<T> => {
    writeFileSync(hold, "");
    const called = call();
    called.catch(() => undefined);
    await eventually("git to look", async () => existsSync(held) || undefined);
    await conversation.sendPrompt({ sessionId: id, prompt: { text: waits } });
    rmSync(held);
    rmSync(hold);
    return called;
  };
  const { worktreeKeeps } = await looking(() => sessions.closeSession({ sessionId: id }));
  assert.deepEqual(worktreeKeeps, [`an open session, ${id.slice(0, 8)}`]);
  await reaches(daemon, id, SessionState.RUNNING, { ms: 30_000 });
  assert.ok(existsSync(join(path, "a.txt")));

  // To delete looks twice: first of all, and again when the session is closed.
  writeFileSync(pass, "");
  await assert.rejects(
    looking(() => sessions.deleteSession({ sessionId: id })),
    (error) => isBridleError(error, "conflict") && /since it has an open session/.test(error.message),
  );
  assert.equal((await sessionOf(daemon, id)).worktree?.path, path);
  await reaches(daemon, id, SessionState.RUNNING, { ms: 30_000 });
  assert.deepEqual((await sessions.closeSession({ sessionId: id })).worktreeKeeps, []);
  assert.equal(existsSync(path), false);
});

test("U3 a copied file is not lost with its worktree when the project has it no longer, or is gone", async () => {
  const files = { "a.txt": "a\n", ".gitignore": ".env\n", ".worktreeinclude": ".env\n" };
  const repo = new Repository(temporary("bridle-repo-"), files);
  repo.write(".env", "KEY=1\n");
  const { id } = await create(repo.folder, "last-copy");
  rmSync(join(repo.folder, ".env"));
  const { worktreeKeeps } = await daemon.client.sessions.closeSession({ sessionId: id });
  assert.deepEqual(worktreeKeeps, [".env, which is not what it is in the project"]);

  // The session was asked for in a work tree of the repository that is gone now; the repository is not.
  const second = join(temporary("bridle-second-"), "tree");
  repo.git("worktree", "add", "--quiet", second);
  new Repository(second).write(".env", "KEY=2\n");
  const other = await create(second, "no-project");
  rmSync(second, { recursive: true });
  const closed = await daemon.client.sessions.closeSession({ sessionId: other.id });
  assert.deepEqual(closed.worktreeKeeps, [".env, which is not what it is in the project"]);
});
