import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, beforeEach, test } from "node:test";
import { isBridleError, SessionState, Verdict } from "../../../src/exports/client.ts";
import { scripted } from "../../../src/script/scripted-prompt.ts";
import { eventually } from "../support/eventually.ts";
import { startDaemon, type TestDaemon } from "../support/start-daemon.ts";
import { createSession, reaches } from "../support/talk.ts";
import { type Received, type Receiver, startReceiver } from "./receiver.ts";

const secret = "a-secret-of-the-webhook";
const folder = mkdtempSync(join(tmpdir(), "bridle-n-"));
const secretFile = join(folder, "secret");
writeFileSync(secretFile, `${secret}\n`, { mode: 0o600 });

let receiver: Receiver;
let daemon: TestDaemon;

before(async () => {
  receiver = await startReceiver();
  daemon = await startDaemon({
    set: ["daemon.default_agent=bridle", "notifications.delay_ms=50"],
    env: { BRIDLE_PROVIDER: "scripted" },
    settings: {
      notifications: {
        targets: [{ name: "ops", type: "webhook", url: `${receiver.origin}/hook`, secret_file: secretFile }],
      },
    },
  });
});
after(async () => {
  await daemon?.[Symbol.asyncDispose]();
  await receiver?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  receiver.answers.length = 0;
});

const command = "touch what-nobody-else-reads";

/** A session that waits for permission to run a command. */
async function asking(): Promise<{ readonly id: string; readonly askId: string }> {
  const text = scripted({ tools: [{ name: "Bash", input: { command } }] }, { text: "done" });
  const { id } = await createSession(daemon, text);
  await reaches(daemon, id, SessionState.WAITING);
  const { asks } = await daemon.client.conversation.listAsks({ sessionId: id });
  return { id, askId: asks[0]?.id ?? "" };
}

function answer(askId: string) {
  return daemon.client.conversation.answerAsk({ askId, verdict: Verdict.ALLOW });
}

/** As a receiver would check it. */
function isSigned({ headers, body }: Received): boolean {
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  return headers["webhook-signature"] === `v1,${createHmac("sha256", secret).update(signed).digest("base64")}`;
}

const about =
  (id: string, kind: string) =>
  ({ json }: Received): boolean =>
    json.kind === kind && (json.ask === id || json.session === id);

test("D14 D15 a session that waits for its provider, or for a login, is told as that, with no word of what it said; then that it goes on", async () => {
  for (const [kind, error] of [
    ["limit", { status: 429, type: "rate_limit_error", message: "what-nobody-else-reads" }],
    ["login", { status: 401, type: "authentication_error", message: "what-nobody-else-reads" }],
  ] as const) {
    const { id } = await createSession(daemon, scripted({ error: { ...error, shouldRetry: false, times: 1 } }));
    const { body, json } = await receiver.next(`word of a ${kind}`, about(id, kind));
    assert.doesNotMatch(body, /nobody-else/);
    assert.equal(json.until_ms > Date.now(), kind === "limit");
    await daemon.client.sessions.retrySession({ sessionId: id });
    await receiver.next("word that it goes on", ({ json: one }) => one.session === id && /resumed|end/.test(one.kind));
    assert.ok(!receiver.received.some(about(id, "failure")));
  }
});

test("D14 an ask that nobody answers reaches a webhook: signed with the time, and without what is asked for", async () => {
  const { id, askId } = await asking();
  const told = await receiver.next("the ask", about(askId, "ask"));
  const { created_ms, digest, ...rest } = told.json;
  const url = `${daemon.url}/asks/${askId}`;
  assert.deepEqual(rest, { id: askId, kind: "ask", session: id, ask: askId, tool: "Bash", url });
  assert.match(digest, /^[\w-]+$/);
  assert.ok(Math.abs(Date.now() - created_ms) < 60_000);
  assert.equal(told.path, "/hook");
  assert.equal(told.headers["webhook-id"], askId);
  assert.ok(Math.abs(Date.now() / 1000 - Number(told.headers["webhook-timestamp"])) < 60);
  assert.ok(isSigned(told));
  assert.ok(!told.body.includes("nobody-else-reads"));
  await answer(askId);
  const end = await receiver.next("the end", about(id, "end"));
  assert.equal(end.json.outcome, "success");
  assert.match(end.json.id, new RegExp(`^${id}:\\d+$`));
});

test("D14 a receiver that fails is tried again with the same id, later each time, until it takes the message", async () => {
  receiver.answers.push({ status: 500 }, { status: 503, headers: { "retry-after": "1" } });
  const { id, askId } = await asking();
  await receiver.next("the ask", about(askId, "ask"));
  const tries = receiver.received.filter(about(askId, "ask"));
  assert.deepEqual(
    tries.map(({ status }) => status),
    [500, 503, 200],
  );
  assert.deepEqual([...new Set(tries.map(({ headers }) => headers["webhook-id"]))], [askId]);
  assert.ok(tries.every(isSigned));
  await answer(askId);
  await receiver.next("the end", about(id, "end"));
});

test("D14 a request pending during a disconnect is lost: not here, it is sent after a kill -9 and a restart, once", async () => {
  receiver.answers.push("stall");
  const { id, askId } = await asking();
  await eventually("the request that nobody answers", () => receiver.received.some(about(askId, "ask")));
  await daemon.kill();
  await daemon.restart();
  const told = await receiver.next("the ask", about(askId, "ask"));
  assert.equal(told.headers["webhook-id"], askId);
  await answer(askId);
  await receiver.next("the end", about(id, "end"));
  const taken = receiver.received.filter((one) => one.status === 200 && about(askId, "ask")(one));
  assert.equal(taken.length, 1);
});

test("D14 an unanswered prompt after restart: its end is told though the daemon was killed before it was due", async () => {
  await daemon.kill();
  await daemon.restart({ set: ["notifications.delay_ms=3000"] });
  const { id } = await createSession(daemon, scripted({ text: "well" }));
  await reaches(daemon, id, SessionState.IDLE);
  await daemon.kill();
  assert.equal(receiver.received.filter(about(id, "end")).length, 0);
  await daemon.restart();
  await receiver.next("the end", about(id, "end"));
});

test("D14 an ask that was decided before the message went out is withdrawn", async () => {
  await daemon.kill();
  await daemon.restart({ set: ["notifications.delay_ms=4000"] });
  const { id, askId } = await asking();
  await answer(askId);
  await receiver.next("the end", about(id, "end"));
  assert.equal(receiver.received.filter(about(askId, "ask")).length, 0);
  await daemon.kill();
  await daemon.restart();
});

test("D14 the secret is in no log; a file that others can read stops the start, and says so", async () => {
  assert.ok(!readFileSync(daemon.log, "utf8").includes(secret));
  const { configJson } = await daemon.client.daemon.getConfig({});
  assert.ok(configJson.includes('"ops"') && !configJson.includes("/hook"));
  await daemon.stop();
  chmodSync(secretFile, 0o644);
  await assert.rejects(
    daemon.restart(),
    (error) => isBridleError(error, "invalid_option") && /0600/.test(error.message),
  );
  chmodSync(secretFile, 0o600);
  await daemon.restart();
});
