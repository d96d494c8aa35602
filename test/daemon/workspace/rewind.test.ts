import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
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
import { programAgent } from "../support/twins.ts";

/** Its checkpoints: every file in the folder that the prompt names becomes "old". It ends after the first one. */
const dying = programAgent(`
  const fs = require("node:fs");
  const say = (line) => process.stdout.write(JSON.stringify(line) + "\\n");
  require("node:readline").createInterface({ input: process.stdin }).on("line", (text) => {
    const { type, request_id, request } = JSON.parse(text);
    if (type !== "control_request") return;
    const answer = (response) => say({ type: "control_response", response: { subtype: "success", request_id, response } });
    if (request.subtype !== "rewind_files") return answer({});
    const folder = request.user_message_id.split(" ")[0];
    const files = fs.readdirSync(folder).map((name) => folder + "/" + name);
    const filesChanged = files.filter((file) => fs.readFileSync(file, "utf8") !== "old");
    if (request.dry_run) return answer({ canRewind: true, filesChanged, insertions: 0, deletions: 0 });
    fs.writeFileSync(filesChanged[0], "old");
    process.exit(1);
  }).on("close", () => process.exit(0));`);

let daemon: TestDaemon;
const folders: string[] = [];

before(async () => {
  const old = { ...plainAgent((line, say, result) => say(result(line))), version: "2.0.76" };
  daemon = await startDaemon({ agents: { old, dying }, settings: { permissions: { allow: ["Write", "Edit"] } } });
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

/** As people do it: what would change is shown, then it is done. */
async function undo(sessionId: string, promptId: string) {
  const { workspace } = daemon.client;
  const { digest: planDigest } = await workspace.rewindFiles({ sessionId, promptId, dryRun: true });
  return workspace.rewindFiles({ sessionId, promptId, planDigest });
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
  const done = await undo(id, second);
  assert.deepEqual([done.files, done.leftFiles, done.problem], [[file("a.txt")], [], ""]);
  assert.equal(readFileSync(file("a.txt"), "utf8"), "one\n");
  const events = await eventsUntil(
    daemon.client,
    id,
    ({ kind }) => kind.case === "notice" && kind.value.word === "bridle/files_rewound",
  );
  assert.match(all(events, "notice").at(-1)?.fieldsJson ?? "", /took 1 file back to before a prompt/);

  // The same call twice is once: what was written meanwhile is not taken back by an answer that got lost.
  const callId = crypto.randomUUID();
  const { digest: planDigest } = await workspace.rewindFiles({ sessionId: id, promptId: first, dryRun: true });
  await workspace.rewindFiles({ callId, sessionId: id, promptId: first, planDigest });
  assert.equal(existsSync(file("a.txt")), false);
  await writing(id, file("b.txt"), "b\n");
  await workspace.rewindFiles({ callId, sessionId: id, promptId: first, planDigest });
  assert.ok(existsSync(file("b.txt")));
});

test("U3 a session that sleeps, also over a kill of the daemon, is woken to take its files back", async () => {
  const { id, file } = await begun();
  const prompt = await writing(id, file("a.txt"), "one\n");
  await daemon.stop();
  await daemon.restart();
  const done = await undo(id, prompt);
  assert.deepEqual(done.files, [file("a.txt")]);
  assert.equal(existsSync(file("a.txt")), false);
  await reaches(daemon, id, SessionState.IDLE);
});

test("U3 a session that was closed is opened to take its files back", async () => {
  const { id, file } = await begun();
  const prompt = await writing(id, file("a.txt"), "one\n");
  await daemon.client.sessions.closeSession({ sessionId: id });
  await reaches(daemon, id, SessionState.CLOSED);
  const done = await undo(id, prompt);
  assert.deepEqual([done.files, existsSync(file("a.txt"))], [[file("a.txt")], false]);
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
  await assert.rejects(undo(id, promptId), (error) => isBridleError(error, "conflict"));
  await conversation.interrupt({ sessionId: id });

  const other = await createSession(daemon, undefined, "old");
  await ask(daemon, other.id, "hello");
  const { rewind } = await workspace.getChanges({ sessionId: other.id });
  assert.equal(rewind?.supported, false);
  assert.match(rewind?.reason ?? "", /cannot take its changes of files back/);
  await assert.rejects(undo(other.id, promptId), (error) => isBridleError(error, "unsupported"));
});

test("U3 only what was shown is undone: after another turn or another change of a file it is refused until looked at again", async () => {
  const { id, file } = await begun();
  const { workspace } = daemon.client;
  const promptId = await writing(id, file("a.txt"), "one\n");
  const plan = () => workspace.rewindFiles({ sessionId: id, promptId, dryRun: true });
  const carryOut = (planDigest: string) => workspace.rewindFiles({ sessionId: id, promptId, planDigest });
  const isOld = (error: unknown): boolean => isBridleError(error, "conflict") && /look again/.test(error.message);
  const first = await plan();
  assert.equal(first.digest, (await plan()).digest, "the same while nothing happens");
  await assert.rejects(carryOut(""), (error) => isBridleError(error, "invalid_option"));

  await writing(id, file("b.txt"), "made after the plan\n");
  await assert.rejects(carryOut(first.digest), isOld);
  assert.ok(existsSync(file("a.txt")) && existsSync(file("b.txt")));

  const second = await plan();
  assert.deepEqual(second.files, [file("a.txt"), file("b.txt")]);
  writeFileSync(file("a.txt"), "two\n");
  await assert.rejects(carryOut(second.digest), isOld);
  assert.equal(readFileSync(file("a.txt"), "utf8"), "two\n", "as many lines, and somebody else's");

  await carryOut((await plan()).digest);
  assert.ok(!existsSync(file("a.txt")) && !existsSync(file("b.txt")));
});

test("U3 an undo that fails at a file does the others, and answer and log tell which were taken back and which not", async () => {
  const { id, file } = await begun();
  writeFileSync(file("b.txt"), "before\n");
  const promptId = await writing(id, file("a.txt"), "a\n");
  await ask(daemon, id, script({ tools: [{ name: "Read", input: { file_path: file("b.txt") } }] }, { text: "read" }));
  await writing(id, file("b.txt"), "b\n");
  await writing(id, file("c.txt"), "c\n");
  chmodSync(file("b.txt"), 0o444);
  const done = await undo(id, promptId);
  assert.deepEqual([done.files, done.leftFiles], [[file("a.txt"), file("c.txt")], [file("b.txt")]]);
  assert.match(done.problem, /1 of 3 files could not be taken back: .*read-only/);
  assert.deepEqual([done.insertions, done.deletions], [0, 2]);
  assert.equal(readFileSync(file("b.txt"), "utf8"), "b\n");
  assert.ok(!existsSync(file("a.txt")) && !existsSync(file("c.txt")));
  assert.deepEqual(await told(id), { files: done.files, leftFiles: done.leftFiles, problem: done.problem });

  // Nothing of it could be done: that is a failure.
  await assert.rejects(
    undo(id, promptId),
    (error) => isBridleError(error, "refused") && /read-only/.test(error.message),
  );
});

test("U3 an agent that ends in the middle of an undo: what it did and what it left is found out", async () => {
  const { session } = await daemon.client.sessions.createSession({ cwd: tmpdir(), agent: "dying" });
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), "bridle-rewind-")));
  folders.push(cwd);
  const [one, two] = [join(cwd, "one"), join(cwd, "two")];
  for (const path of [one, two]) writeFileSync(path, "new");
  const id = session?.id ?? "";
  const done = await undo(id, `${cwd} prompt`);
  assert.deepEqual([done.files, done.leftFiles], [[one], [two]]);
  assert.match(done.problem, /ended|exited|closed/);
  assert.deepEqual((await told(id)).leftFiles, [two]);
});

async function told(id: string): Promise<{ files: string[]; leftFiles: string[]; problem: string }> {
  const isIt: Parameters<typeof eventsUntil>[2] = ({ kind }) =>
    kind.case === "notice" && kind.value.word === "bridle/files_rewound";
  const { files, leftFiles, problem } = JSON.parse(
    all(await eventsUntil(daemon.client, id, isIt), "notice").at(-1)?.fieldsJson ?? "",
  );
  return { files, leftFiles, problem };
}
