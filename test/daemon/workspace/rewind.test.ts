import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { isBridleError } from "../../../src/errors.ts";
import { SessionState } from "../../../src/exports/client.ts";
import { script } from "../cli/cli-home.ts";
import { plainAgent } from "../support/plain-agent.ts";
import { all, eventsUntil } from "../support/session-events.ts";
import { startDaemon, type TestDaemon } from "../support/start-daemon.ts";
import { ask, createSession, reaches, turnOf } from "../support/talk.ts";

let daemon: TestDaemon;
const folders: string[] = [];

before(async () => {
  const old = { ...plainAgent((line, say, result) => say(result(line))), version: "2.0.76" };
  daemon = await startDaemon({ agents: { old }, settings: { permissions: { allow: ["Write", "Edit"] } } });
});
after(async () => {
  await daemon?.[Symbol.asyncDispose]();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

async function begun(): Promise<{ readonly id: string; readonly file: (name: string) => string }> {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), "bridle-rewind-")));
  folders.push(cwd);
  const { session } = await daemon.client.sessions.createSession({ cwd, agent: "bridle" });
  return { id: session?.id ?? "", file: (name) => join(cwd, name) };
}

/** A turn that writes; gives the prompt's id. */
async function writing(id: string, path: string, content: string): Promise<string> {
  const prompt = {
    text: script({ tools: [{ name: "Write", input: { file_path: path, content } }] }, { text: "done" }),
  };
  const { promptId, seq } = await daemon.client.conversation.sendPrompt({ sessionId: id, prompt });
  await turnOf(daemon, id, promptId, Number(seq) - 1);
  return promptId;
}

test("U3 RewindFiles shows first what would change, then changes it, and the log tells of it", async () => {
  const { id, file } = await begun();
  const first = await writing(id, file("a.txt"), "one\n");
  const second = await writing(id, file("a.txt"), "one\ntwo\n");
  const { workspace } = daemon.client;
  assert.deepEqual((await workspace.getChanges({ sessionId: id })).rewind?.supported, true);
  const planned = await workspace.rewindFiles({ sessionId: id, promptId: second, dryRun: true });
  assert.deepEqual([planned.files, planned.insertions, planned.deletions], [[file("a.txt")], 0, 1]);
  assert.equal(readFileSync(file("a.txt"), "utf8"), "one\ntwo\n");
  const done = await workspace.rewindFiles({ sessionId: id, promptId: second });
  assert.deepEqual(done.files, [file("a.txt")]);
  assert.equal(readFileSync(file("a.txt"), "utf8"), "one\n");
  const events = await eventsUntil(
    daemon.client,
    id,
    ({ kind }) => kind.case === "notice" && kind.value.word === "bridle/files_rewound",
  );
  assert.match(all(events, "notice").at(-1)?.fieldsJson ?? "", /took 1 file back to before a prompt/);

  // The same call twice is once: what was written meanwhile is not taken back by an answer that got lost.
  const callId = crypto.randomUUID();
  await workspace.rewindFiles({ callId, sessionId: id, promptId: first });
  assert.equal(existsSync(file("a.txt")), false);
  await writing(id, file("b.txt"), "b\n");
  await workspace.rewindFiles({ callId, sessionId: id, promptId: first });
  assert.ok(existsSync(file("b.txt")));
});

test("U3 a session that sleeps, also over a kill of the daemon, is woken to take its files back", async () => {
  const { id, file } = await begun();
  const prompt = await writing(id, file("a.txt"), "one\n");
  await daemon.stop();
  await daemon.restart();
  const done = await daemon.client.workspace.rewindFiles({ sessionId: id, promptId: prompt });
  assert.deepEqual(done.files, [file("a.txt")]);
  assert.equal(existsSync(file("a.txt")), false);
  await reaches(daemon, id, SessionState.IDLE);
});

test("U3 nothing is taken back while a turn runs, of a prompt that nobody knows, or by an agent that cannot", async () => {
  const { id } = await begun();
  const { workspace, conversation } = daemon.client;
  const unknown = "11111111-1111-4111-8111-111111111111";
  await assert.rejects(
    workspace.rewindFiles({ sessionId: id, promptId: unknown, dryRun: true }),
    (error) => isBridleError(error, "refused") && /No file checkpoint/.test(error.message),
  );
  const prompt = { text: script({ text: "and so on", stall: true }) };
  const { promptId, seq } = await conversation.sendPrompt({ sessionId: id, prompt });
  await eventsUntil(daemon.client, id, ({ kind }) => kind.case === "textDelta", { after: Number(seq) - 1 });
  await assert.rejects(workspace.rewindFiles({ sessionId: id, promptId }), (error) => isBridleError(error, "conflict"));
  await conversation.interrupt({ sessionId: id });

  const other = await createSession(daemon, undefined, "old");
  await ask(daemon, other.id, "hello");
  const { rewind } = await workspace.getChanges({ sessionId: other.id });
  assert.equal(rewind?.supported, false);
  assert.match(rewind?.reason ?? "", /cannot take its changes of files back/);
  await assert.rejects(workspace.rewindFiles({ sessionId: other.id, promptId }), (error) =>
    isBridleError(error, "unsupported"),
  );
});
