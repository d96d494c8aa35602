import assert from "node:assert/strict";
import { chmodSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { isBridleError, SessionState, Verdict } from "../../../src/exports/client.ts";
import { scripted } from "../../../src/script/scripted-prompt.ts";
import { eventually } from "../support/eventually.ts";
import { startDaemon, type TestDaemon } from "../support/start-daemon.ts";
import { createSession, reaches } from "../support/talk.ts";
import { checkVapid } from "./decrypt-push.ts";
import { type PushService, startPushService, subscribe } from "./push-service.ts";

let service: PushService;
let daemon: TestDaemon;

before(async () => {
  service = await startPushService();
  daemon = await startDaemon({
    set: ["daemon.default_agent=bridle", "push.delay_ms=100", "push.private_hosts=127.0.0.1"],
    env: { BRIDLE_PROVIDER: "scripted", BRIDLE_PUSH_CONTACT: "mailto:someone@example.org" },
  });
});
after(async () => {
  await daemon?.[Symbol.asyncDispose]();
  await service?.[Symbol.asyncDispose]();
});

const secret = "touch of-the-lock-screen";

/** A session that waits for permission to run a command. */
async function asking(then = "done"): Promise<{ readonly id: string; readonly askId: string }> {
  const text = scripted({ tools: [{ name: "Bash", input: { command: secret } }] }, { text: then });
  const { session } = await daemon.client.sessions.createSession({
    cwd: daemon.cwd,
    title: "Mend the tests",
    prompt: { text },
  });
  const id = session?.id ?? "";
  await reaches(daemon, id, SessionState.WAITING);
  const { asks } = await daemon.client.conversation.listAsks({ sessionId: id });
  return { id, askId: asks[0]?.id ?? "" };
}

async function device(id: string) {
  const { subscriptions } = await daemon.client.push.listPushSubscriptions({});
  return subscriptions.find((one) => one.id === id);
}

async function forget(): Promise<void> {
  const { subscriptions } = await daemon.client.push.listPushSubscriptions({});
  for (const { id } of subscriptions) await daemon.client.push.deletePushSubscription({ id });
}

test("U3 an ask that nobody answers reaches the device: encrypted for it, signed, and without what is asked for", async () => {
  await forget();
  const phone = service.device();
  await subscribe(daemon, phone);
  const { id, askId } = await asking();
  const { headers, text, message, bytes } = await phone.next("ask");
  assert.deepEqual(message, {
    ...{ kind: "ask", tag: `ask ${askId}`, title: "Mend the tests", session: id, ask: askId, tool: "Bash" },
  });
  assert.ok(!text.includes("lock-screen"));
  const { claims, publicKey } = checkVapid(headers.authorization ?? "");
  assert.equal(claims.aud, service.origin);
  assert.equal(claims.sub, "mailto:someone@example.org");
  const seconds = claims.exp - Date.now() / 1000;
  assert.ok(seconds > 0 && seconds <= 86_400, `it ends in ${seconds} s`);
  const key = await daemon.client.push.getPushKey({});
  assert.equal(publicKey, Buffer.from(key.publicKey).toString("base64url"));
  assert.equal(headers["content-encoding"], "aes128gcm");
  assert.equal(headers.urgency, "high");
  assert.equal(headers.ttl, "86400");
  assert.match(String(headers.topic), /^[\w-]{32}$/);
  // Every message has the same length: what it says cannot be guessed from it.
  await daemon.client.conversation.answerAsk({ askId, verdict: Verdict.ALLOW });
  const answered = await phone.next("answered");
  assert.equal(answered.bytes, bytes);
  assert.equal(answered.headers.topic, headers.topic);
  assert.deepEqual(answered.message.tag, message.tag);
  const end = await phone.next("end");
  assert.deepEqual(end.message, { kind: "end", tag: `turn ${id}`, title: "Mend the tests", session: id });
});

test("U3 each switch is respected, and the command is told only where the device wants it", async () => {
  await forget();
  const off = { asks: false, ends: false, failures: false, content: false };
  const [asks, ends, failures, open] = [service.device(), service.device(), service.device(), service.device()];
  await subscribe(daemon, asks, { ...off, asks: true });
  await subscribe(daemon, ends, { ...off, ends: true });
  const failuresId = await subscribe(daemon, failures, { ...off, failures: true });
  await subscribe(daemon, open, { ...off, asks: true, content: true });
  const { askId } = await asking();
  assert.equal((await open.next("ask")).message.detail, secret);
  await asks.next("ask");
  await daemon.client.conversation.answerAsk({ askId, verdict: Verdict.ALLOW });
  await ends.next("end");
  const failing = await createSession(
    daemon,
    scripted({ error: { type: "api_error", message: "broken", status: 400 } }),
  );
  const { message } = await failures.next("failure");
  assert.equal(message.session, failing.id);
  assert.equal(message.note, "api error");
  const kinds = (of: typeof asks) => of.pushed.map((one) => one.message.kind);
  assert.deepEqual(kinds(asks), ["ask", "answered"]);
  assert.deepEqual(kinds(ends), ["end"]);
  assert.deepEqual(kinds(failures), ["failure"]);
  // Changed by a call, it counts for the next.
  const { subscription } = await daemon.client.push.updatePushSubscription({
    id: failuresId,
    switches: { ...off, ends: true },
    name: "Tablet",
  });
  assert.equal(subscription?.name, "Tablet");
  await createSession(daemon, scripted({ text: "well" }));
  await failures.next("end");
});

test("U3 an ask that is answered soon, and a turn that a person ended, disturb nobody", async () => {
  await forget();
  const phone = service.device();
  await subscribe(daemon, phone);
  await daemon.stop();
  await daemon.restart({ set: ["push.delay_ms=4000"] });
  const quick = await asking();
  await daemon.client.conversation.answerAsk({ askId: quick.askId, verdict: Verdict.DENY });
  const stopped = await createSession(daemon, scripted({ text: "a b c", chunks: 3, chunkDelayMs: 20_000 }));
  await reaches(daemon, stopped.id, SessionState.RUNNING);
  await daemon.client.conversation.interrupt({ sessionId: stopped.id });
  await reaches(daemon, stopped.id, SessionState.IDLE);
  // What comes last is sent last.
  await createSession(daemon, scripted({ text: "the last" }));
  await eventually("two ends", () => phone.pushed.length >= 2);
  assert.deepEqual(
    phone.pushed.map(({ message }) => message.kind),
    ["end", "end"],
  );
  await daemon.stop();
  await daemon.restart();
});

test("U3 a subscription that is over is forgotten, trouble is tried again, a refusal is told", async () => {
  await forget();
  const [gone, busy, refusing] = [service.device(), service.device(), service.device()];
  gone.answers.push({ status: 410 });
  busy.answers.push({ status: 503 }, { status: 429, headers: { "retry-after": "1" } });
  refusing.answers.push({ status: 403 }, { status: 403 });
  const goneId = await subscribe(daemon, gone);
  const busyId = await subscribe(daemon, busy);
  const refusingId = await subscribe(daemon, refusing);
  const { askId } = await asking();
  await eventually("it is forgotten", async () => (await device(goneId)) === undefined);
  await eventually("why", async () => (await device(refusingId))?.failure === "the push service answered 403");
  await busy.next("ask");
  assert.equal(busy.tries, 3);
  await eventually("it went out", async () => Number((await device(busyId))?.sentMs) > 0);
  assert.equal(refusing.tries, 1);
  await assert.rejects(
    daemon.client.push.sendTestPush({ id: refusingId }),
    (error) => isBridleError(error, "refused") && /answered 403/.test(error.message),
  );
  await daemon.client.push.sendTestPush({ id: busyId });
  assert.equal((await busy.next("test")).message.title, "Bridle");
  await daemon.client.conversation.answerAsk({ askId, verdict: Verdict.DENY });
});

test("U3 a killed daemon keeps devices and keys; what was told is not told again, and what was not is", async () => {
  await forget();
  const phone = service.device();
  const id = await subscribe(daemon, phone, { asks: true, ends: false, failures: false, content: false });
  const key = await daemon.client.push.getPushKey({});
  const told = await asking();
  await phone.next("ask");
  await eventually("it is stored", async () => Number((await device(id))?.sentMs) > 0);
  await daemon.kill();
  await daemon.restart();
  const untold = await asking();
  await eventually("the other ask", () =>
    phone.pushed.some(({ message }) => message.ask === untold.askId && message.kind === "ask"),
  );
  assert.equal(phone.pushed.filter(({ message }) => message.ask === told.askId).length, 1);
  assert.deepEqual((await daemon.client.push.getPushKey({})).publicKey, key.publicKey);
  assert.equal((await device(id))?.name, "Phone");
  // Told by the daemon before, taken back by this one.
  await daemon.client.conversation.answerAsk({ askId: told.askId, verdict: Verdict.DENY });
  await phone.next("answered");
  await daemon.client.conversation.answerAsk({ askId: untold.askId, verdict: Verdict.DENY });
});

test("U3 the same endpoint saved twice is one device that keeps its switches; one that a browser replaced goes on", async () => {
  await forget();
  const [phone, later] = [service.device(), service.device()];
  const id = await subscribe(daemon, phone, { asks: true, ends: false, failures: false, content: false });
  const renewed = await daemon.client.push.savePushSubscription({
    endpoint: phone.endpoint,
    p256dh: phone.keys.p256dh,
    auth: phone.keys.auth,
  });
  assert.equal(renewed.subscription?.id, id);
  assert.equal(renewed.subscription?.switches?.ends, false);
  assert.equal(renewed.subscription?.name, "Phone");
  const { subscription } = await daemon.client.push.savePushSubscription({
    endpoint: later.endpoint,
    p256dh: later.keys.p256dh,
    auth: later.keys.auth,
    replacesEndpoint: phone.endpoint,
  });
  assert.equal(subscription?.id, id);
  await daemon.client.push.sendTestPush({ id });
  await later.next("test");
  assert.equal(phone.tries, 0);
});

test("U3 a daemon sends only to public push services, and to no address of its own network", async () => {
  await forget();
  const { p256dh, auth } = service.device().keys;
  for (const endpoint of [
    "http://push.example.org/x",
    "https://10.0.0.1/x",
    "https://[::1]/x",
    "https://localhost/x",
    "https://router/x",
    "https://box.local/x",
    "https://user:word@push.example.org/x",
    "ftp://push.example.org/x",
    "http://127.0.0.2/x",
    `https://push.example.org/${"x".repeat(3000)}`,
    "",
  ])
    await assert.rejects(
      daemon.client.push.savePushSubscription({ endpoint, p256dh, auth }),
      (error) => isBridleError(error, "invalid_option") && !error.message.includes("example.org"),
      endpoint,
    );
  const endpoint = service.device().endpoint;
  for (const wrong of [
    { p256dh: p256dh.subarray(1), auth },
    { p256dh: Buffer.alloc(65, 4), auth },
    { p256dh, auth: auth.subarray(1) },
  ])
    await assert.rejects(daemon.client.push.savePushSubscription({ endpoint, ...wrong }), (error) =>
      isBridleError(error, "invalid_option"),
    );
  // A name that leads into the network is found out when the message goes out.
  const { subscription } = await daemon.client.push.savePushSubscription({
    endpoint: "https://localhost.localdomain/x",
    p256dh,
    auth,
  });
  await assert.rejects(daemon.client.push.sendTestPush({ id: subscription?.id ?? "" }), (error) =>
    isBridleError(error, "refused"),
  );
});

test("U3 a device whose login was revoked is told nothing more", async () => {
  await forget();
  const { TokenStore } = await import("../../../src/daemon/server/token-store.ts");
  const { connect } = await import("../../../src/exports/client.ts");
  const tokens = new TokenStore(join(daemon.home, "config", "tokens.json"));
  const token = tokens.add("lost phone");
  const phone = service.device();
  const other = service.device();
  const lost = connect({ address: daemon.url, token });
  const id = await subscribe({ client: lost }, phone);
  await subscribe(daemon, other);
  await lost.close();
  assert.equal((await device(id))?.loggedIn, true);
  tokens.revoke("lost phone");
  assert.equal((await device(id))?.loggedIn, false);
  const { id: session, askId } = await asking();
  await other.next("ask");
  await daemon.client.conversation.answerAsk({ askId, verdict: Verdict.DENY });
  await other.next("answered");
  // Of what an earlier test left, it may have been told before.
  assert.deepEqual(
    phone.pushed.filter(({ message }) => message.session === session),
    [],
  );
  assert.ok(other.pushed.some(({ message }) => message.session === session));
});

test("U3 the keys are the owner's alone; a file that others can read is not used", async () => {
  const file = join(daemon.home, "config", "push-keys.json");
  const before = readFileSync(file, "utf8");
  assert.equal(statSync(file).mode & 0o777, 0o600);
  await daemon.stop();
  chmodSync(file, 0o644);
  await daemon.restart();
  await assert.rejects(daemon.client.push.getPushKey({}), (error) => isBridleError(error, "invalid_option"));
  chmodSync(file, 0o600);
  await daemon.client.push.getPushKey({});
  assert.equal(readFileSync(file, "utf8"), before);
});
