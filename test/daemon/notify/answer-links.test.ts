import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { AskState, SessionState, Verdict } from "../../../src/exports/client.ts";
import { scripted } from "../../../src/script/scripted-prompt.ts";
import { startDaemon, type TestDaemon } from "../support/start-daemon.ts";
import { createSession, reaches } from "../support/talk.ts";
import { type Receiver, startReceiver } from "./receiver.ts";

const folder = mkdtempSync(join(tmpdir(), "bridle-nl-"));
const secret_file = join(folder, "secret");
writeFileSync(secret_file, "a-secret-of-the-webhook\n", { mode: 0o600 });

let receiver: Receiver;
let daemon: TestDaemon;

before(async () => {
  receiver = await startReceiver();
  const hook = { type: "webhook", url: `${receiver.origin}/`, secret_file, on: ["ask", "question"] };
  daemon = await startDaemon({
    set: ["daemon.default_agent=bridle", "notifications.delay_ms=10"],
    env: { BRIDLE_PROVIDER: "scripted" },
    settings: {
      notifications: {
        targets: [
          { ...hook, name: "ops", answer_link: true, escalate_after_ms: 2000 },
          { ...hook, name: "boss" },
        ],
      },
    },
  });
});
after(async () => {
  await daemon?.[Symbol.asyncDispose]();
  await receiver?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

const touch = (name: string) => `touch ${name} && echo '<b>"&'`;

/** A session that asks, and the link that came for it. */
async function asking(...tools: { readonly name: string; readonly input: { readonly [key: string]: unknown } }[]) {
  const { id } = await createSession(daemon, scripted({ tools }, { text: "done" }));
  await reaches(daemon, id, SessionState.WAITING);
  const { asks } = await daemon.client.conversation.listAsks({ sessionId: id });
  const askId = asks[0]?.id ?? "";
  const told = await receiver.next("the ask", ({ json }) => json.ask === askId && json.answer_url !== undefined);
  return { id, askId, link: String(told.json.answer_url), digest: asks[0]?.digest ?? "" };
}

function post(link: string, fields: { readonly [name: string]: string }, headers: { [name: string]: string } = {}) {
  return fetch(link, { method: "POST", body: new URLSearchParams(fields), headers, redirect: "manual" });
}

async function askOf(askId: string) {
  const { ask } = await daemon.client.conversation.getAsk({ askId });
  assert.ok(ask);
  return ask;
}

test("D7 D14 a link shows the ask without a login, and looking at it, however often, decides nothing", async () => {
  const { id, askId, link } = await asking({ name: "Bash", input: { command: touch("looked-at") } });
  for (const method of ["GET", "HEAD", "GET"]) {
    const page = await fetch(link, { method });
    assert.equal(page.status, 200);
    assert.match(page.headers.get("content-security-policy") ?? "", /default-src 'none'/);
    assert.equal(page.headers.get("cache-control"), "no-store");
    const html = await page.text();
    if (method === "GET") assert.ok(html.includes("touch looked-at &amp;&amp; echo '&lt;b&gt;&quot;&amp;'"), html);
  }
  assert.equal((await fetch(link, { method: "PUT" })).status, 405);
  assert.equal((await askOf(askId)).state, AskState.OPEN);
  // A button of another page, one without a word, and one that saw something else.
  const digest = (await askOf(askId)).digest;
  assert.equal((await post(link, { decision: "allow", digest }, { origin: "https://evil.example.org" })).status, 403);
  assert.equal((await post(link, { digest })).status, 400);
  assert.equal((await post(link, { decision: "allow" })).status, 400);
  assert.equal((await post(link, { decision: "allow", digest: "another" })).status, 409);
  assert.equal((await askOf(askId)).state, AskState.OPEN);
  assert.equal((await post(link, { decision: "deny", reason: "Not here." })).status, 200);
  const decided = await askOf(askId);
  assert.deepEqual([decided.state, decided.decidedBy], [AskState.DENIED, "link: ops"]);
  await reaches(daemon, id, SessionState.IDLE);
  assert.ok(!existsSync(join(daemon.cwd, "looked-at")));
});

test("D7 D14 the POST of a link decides, in the name of its target, once; the link is good for nothing else", async () => {
  const { id, askId, link, digest } = await asking({ name: "Bash", input: { command: touch("by-link") } });
  const other = await asking({ name: "Bash", input: { command: touch("other") } });
  const stolen = new URL(link);
  stolen.searchParams.set("link", (stolen.searchParams.get("link") ?? "").replace(askId, other.askId));
  assert.equal((await fetch(stolen)).status, 403);
  assert.equal((await post(link, { decision: "allow", digest })).status, 200);
  await reaches(daemon, id, SessionState.IDLE);
  assert.ok(existsSync(join(daemon.cwd, "by-link")));
  const again = await post(link, { decision: "deny" });
  assert.equal(again.status, 410);
  assert.match(await again.text(), /It was allowed.*link: ops/s);
  assert.equal((await askOf(askId)).state, AskState.ALLOWED);
  // The link opens no other door.
  assert.equal((await fetch(`${daemon.url}/metrics`, { headers: { authorization: `Bearer ${link}` } })).status, 401);
  const { records } = await daemon.client.daemon
    .listAudit({})
    .then((answer) => ({ records: JSON.stringify(answer, plain) }));
  assert.ok(records.includes("link: ops"));
  await daemon.client.conversation.answerAsk({ askId: other.askId, verdict: Verdict.DENY });
});

test("D14 a link outlives a daemon that was killed, and answers a question", async () => {
  const questions = [
    { question: "Which colour?", header: "Colour", multiSelect: false, options: [option("red"), option("blue")] },
  ];
  const { id, askId, link } = await asking({ name: "AskUserQuestion", input: { questions } });
  await daemon.kill();
  await daemon.restart();
  const url = new URL(link);
  // The test's daemon gets another port each time.
  const now = new URL(`${url.pathname}${url.search}`, daemon.url).href;
  assert.match(await (await fetch(now)).text(), /Which colour\?/);
  assert.equal((await post(now, { decision: "answer" })).status, 400);
  assert.equal((await post(now, { decision: "answer", choice0: "blue" })).status, 200);
  const decided = await askOf(askId);
  assert.deepEqual([decided.state, decided.decidedBy], [AskState.ALLOWED, "link: ops"]);
  await reaches(daemon, id, SessionState.IDLE);
});

test("D14 an ask that nobody answers goes on to the next target, and only then", async () => {
  const { askId } = await asking({ name: "Bash", input: { command: touch("escalated") } });
  const second = await receiver.next("the next target", ({ json }) => json.ask === askId && !("answer_url" in json));
  assert.equal(second.json.id, askId);
  const order = receiver.received.filter(({ json }) => json.ask === askId).map(({ json }) => "answer_url" in json);
  assert.deepEqual(order, [true, false]);
  // Its clock counts whole seconds.
  const afterMs = (Number(second.headers["webhook-timestamp"]) + 1) * 1000 - second.json.created_ms;
  assert.ok(afterMs >= 2000, `after ${afterMs} ms`);
  await daemon.client.conversation.answerAsk({ askId, verdict: Verdict.DENY });
  assert.ok(!readFileSync(daemon.log, "utf8").includes("answer?link="));
});

const option = (label: string) => ({ label, description: label });
const plain = (_: string, value: unknown) => (typeof value === "bigint" ? `${value}` : value);
