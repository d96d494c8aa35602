import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { daemonFiles, daemonFolders } from "../../../src/api/daemon-folders.ts";
import { AuditVerdict } from "../../../src/api/gen/bridle/v1/daemon_service_pb.js";
import { TokenStore } from "../../../src/daemon/server/token-store.ts";
import { AskState, connect, RuleEffect, SessionState, Verdict } from "../../../src/exports/client.ts";
import { scripted } from "../../../src/script/scripted-prompt.ts";
import { eventually } from "../support/eventually.ts";
import { startDaemon, type TestDaemon } from "../support/start-daemon.ts";
import { createSession, reaches, sessionOf } from "../support/talk.ts";
import { PasskeyUser } from "./passkey-user.ts";

let daemon: TestDaemon;
let owner: PasskeyUser;

before(async () => {
  daemon = await startDaemon({
    set: ["daemon.default_agent=bridle", "approvals.confirm=passkey"],
    env: { BRIDLE_PROVIDER: "scripted" },
  });
  owner = new PasskeyUser(daemon.client, daemon.url);
});
after(() => daemon?.[Symbol.asyncDispose]());

/** A session that wants to make this file, and its ask. */
async function asking(file: string) {
  const use = { name: "Bash", input: { command: `touch ${file}` } };
  const { id } = await createSession(daemon, scripted({ tools: [use] }, { text: "done" }));
  await reaches(daemon, id, SessionState.WAITING);
  const { asks } = await daemon.client.conversation.listAsks({ sessionId: id });
  const [ask] = asks;
  assert.ok(ask);
  return { id, ask, allow: { askId: ask.id, digest: ask.digest, verdict: Verdict.ALLOW } };
}

const answerAsk = <V>(value: V) => ({ case: "answerAsk", value }) as const;
const refused = { code: "needs_passkey", data: { reason: "refused" } };

const isNotTaken = (sending: Promise<unknown>): Promise<void> =>
  assert.rejects(sending, (error: Error & { data?: { reason: string } }) => error.data?.reason === "refused");

/** Refused for this reason, and the ask is as open as before. */
async function isRefused(askId: string, sending: Promise<unknown>, why: RegExp): Promise<void> {
  await assert.rejects(sending, (error: Error & { code?: string; data?: { reason: string } }) => {
    assert.deepEqual([error.code, error.data?.reason], [refused.code, refused.data.reason]);
    assert.match(error.message, why);
    return true;
  });
  const { ask } = await daemon.client.conversation.getAsk({ askId });
  assert.equal(ask?.state, AskState.OPEN);
}

test("P11 while no passkey is registered nothing is allowed, and everybody is told what to do", async () => {
  const { id, ask, allow } = await asking("nobody");
  const url = `${owner.origin}/settings`;
  await assert.rejects(daemon.client.conversation.answerAsk(allow), {
    code: "needs_passkey",
    data: { url, reason: "none_registered" },
  });
  const { warnings } = await daemon.client.daemon.healthDetails({});
  assert.ok(warnings.some((one) => one.includes("none is registered") && one.includes(url)));
  // To deny is possible at all times.
  const { won } = await daemon.client.conversation.answerAsk({ askId: ask.id, verdict: Verdict.DENY });
  assert.equal(won, true);
  await reaches(daemon, id, SessionState.IDLE);
  assert.equal(existsSync(join(daemon.cwd, "nobody")), false);
});

test("P11 the first passkey is an admin's to register; a code registers one, with what its own challenge was answered by", async () => {
  const tokens = new TokenStore(daemonFiles(daemonFolders({}, daemon.home)).tokens);
  await using approver = connect({ address: daemon.url, token: tokens.add("approver", { roles: ["approve"] }) });
  await assert.rejects(approver.passkeys.invitePasskey({}), { code: "forbidden", data: { role: "admin" } });
  const { code, url } = await daemon.client.passkeys.invitePasskey({});
  assert.equal(url, `${owner.origin}/settings#passkey=${code}`);
  const elsewhere = new PasskeyUser(daemon.client, "http://localhost:1");
  await assert.rejects(elsewhere.register("Elsewhere", code), { code: "invalid_option" });
  const unverified = new PasskeyUser(daemon.client, daemon.url);
  unverified.authenticator.isVerified = false;
  await assert.rejects(unverified.register("A touch alone", code), { code: "invalid_option" });
  await owner.register("Laptop", code);
  const { passkeys, required } = await daemon.client.passkeys.listPasskeys({});
  assert.deepEqual(
    [required, passkeys.map(({ name, registeredBy }) => [name, registeredBy])],
    [true, [["Laptop", "local"]]],
  );
  const second = new PasskeyUser(daemon.client, daemon.url);
  await assert.rejects(second.register("Again", code), { code: "not_found" });
});

test("P11 D7 an answer counts only with an assertion, and the audit says whose passkey it was", async () => {
  const { id, ask, allow } = await asking("confirmed");
  await assert.rejects(daemon.client.conversation.answerAsk(allow), {
    code: "needs_passkey",
    data: { url: `${owner.origin}/asks/${ask.id}`, reason: "missing" },
  });
  const passkeyJson = await owner.assertion(answerAsk(allow));
  const { won, ask: decided } = await daemon.client.conversation.answerAsk({ ...allow, passkeyJson });
  assert.deepEqual([won, decided?.decidedBy], [true, "local with passkey Laptop"]);
  await reaches(daemon, id, SessionState.IDLE);
  assert.equal(existsSync(join(daemon.cwd, "confirmed")), true);
  const { records } = await daemon.client.daemon.listAudit({ sessionId: id });
  const [row] = records;
  assert.deepEqual(
    [row?.verdict, row?.decidedBy, row?.who],
    [AuditVerdict.ALLOW, "person", "local with passkey Laptop"],
  );
  const { passkeys } = await daemon.client.passkeys.listPasskeys({});
  assert.ok((passkeys[0]?.usedMs ?? 0n) > 0n);
});

test("P11 P7 a rule that allows more is as good as an approval, and needs an assertion; one that restricts does not", async () => {
  const { ALLOW, DENY } = RuleEffect;
  const local = { scope: "local", cwd: daemon.cwd };
  const more = { ...local, add: [{ effect: ALLOW, text: "Bash(make:*)" }] };
  await daemon.client.daemon.changeRules({ ...local, add: [{ effect: DENY, text: "Bash(curl:*)" }] });
  const less = { ...local, remove: [{ effect: DENY, text: "Bash(curl:*)" }] };
  for (const request of [more, less])
    await assert.rejects(daemon.client.daemon.changeRules(request), {
      code: "needs_passkey",
      data: { url: `${owner.origin}/rules`, reason: "missing" },
    });
  const passkeyJson = await owner.assertion({ case: "changeRules", value: more });
  await isNotTaken(daemon.client.daemon.changeRules({ ...less, passkeyJson }));
  const again = await owner.assertion({ case: "changeRules", value: more });
  const { file } = await daemon.client.daemon.changeRules({ ...more, passkeyJson: again });
  assert.match(readFileSync(file, "utf8"), /Bash\(make:\*\)/);
});

test("P11 an assertion is for one request: not for another ask, another input, a rule beside it, another caller, nor twice", async () => {
  const [one, other] = [await asking("one"), await asking("other")];
  const { answerAsk: send } = daemon.client.conversation;
  const made = () => owner.assertion(answerAsk(one.allow));
  const another = /another request/;
  await isRefused(other.ask.id, send({ ...other.allow, passkeyJson: await made() }), another);
  const edited = { ...one.allow, updatedInputJson: '{"command":"touch more"}' };
  await isRefused(one.ask.id, send({ ...edited, passkeyJson: await made() }), another);
  const always = {
    ...one.allow,
    updatesJson: ['{"type":"setMode","mode":"bypassPermissions","destination":"session"}'],
  };
  await isRefused(one.ask.id, send({ ...always, passkeyJson: await made() }), another);
  const tokens = new TokenStore(daemonFiles(daemonFolders({}, daemon.home)).tokens);
  await using stranger = connect({ address: daemon.url, token: tokens.add("stranger") });
  await isRefused(one.ask.id, stranger.conversation.answerAsk({ ...one.allow, passkeyJson: await made() }), another);
  const passkeyJson = await made();
  const callId = "the same call twice";
  assert.equal((await send({ ...one.allow, callId, passkeyJson })).won, true);
  // A call that is sent again has the effect and the answer of once; the assertion in another call has neither.
  assert.equal((await send({ ...one.allow, callId, passkeyJson })).won, true);
  await isRefused(other.ask.id, send({ ...other.allow, passkeyJson }), /used already/);
  await daemon.client.conversation.answerAsk({ askId: other.ask.id, verdict: Verdict.DENY });
});

test("P11 an assertion of another address, another party, an unverified person, a counter that goes back or a stranger's key is refused", async () => {
  const { ask, allow } = await asking("hostile");
  const send = (passkeyJson: string) => daemon.client.conversation.answerAsk({ ...allow, passkeyJson });
  const challenge = () => owner.challenge(answerAsk(allow));
  const { authenticator, origin } = owner;
  // Any program of this machine may serve a page on another port.
  await isRefused(ask.id, send(authenticator.get(await challenge(), { origin: "http://localhost:1" })), /origin/);
  await isRefused(ask.id, send(authenticator.get(await challenge(), { origin, rpId: "elsewhere" })), /RP ID/);
  authenticator.isVerified = false;
  await isRefused(ask.id, send(authenticator.get(await challenge(), { origin })), /verif/);
  authenticator.isVerified = true;
  const { counter } = authenticator;
  authenticator.counter = 0;
  await isRefused(ask.id, send(authenticator.get(await challenge(), { origin })), /counter/);
  authenticator.counter = counter;
  const stranger = new PasskeyUser(daemon.client, daemon.url).authenticator;
  await isRefused(ask.id, send(stranger.get(await challenge(), { origin })), /not registered/);
  // With the right id, and a signature of another key.
  const forged = { ...JSON.parse(stranger.get(await challenge(), { origin })), id: owner.id, rawId: owner.id };
  stranger.counter = counter + 1;
  await isRefused(ask.id, send(JSON.stringify(forged)), /signature|counter/);
  const late = { ...JSON.parse(stranger.get(await challenge(), { origin })), id: owner.id, rawId: owner.id };
  await isRefused(ask.id, send(JSON.stringify(late)), /signature/);
  for (const nonsense of ["{", "[]", '{"id":"a"}', '{"id":"a","response":{"clientDataJSON":"e30"}}'])
    await isRefused(ask.id, send(nonsense), /no assertion/);
  await daemon.client.conversation.answerAsk({ askId: ask.id, verdict: Verdict.DENY });
});

test("P11 an edited input, a rule for good and an answer to a question are confirmed as they are sent", async () => {
  const { id, allow } = await asking("as-asked");
  const request = { ...allow, updatedInputJson: JSON.stringify({ command: "touch as-edited" }) };
  const passkeyJson = await owner.assertion(answerAsk(request));
  assert.equal((await daemon.client.conversation.answerAsk({ ...request, passkeyJson })).won, true);
  await reaches(daemon, id, SessionState.IDLE);
  assert.deepEqual(
    [existsSync(join(daemon.cwd, "as-asked")), existsSync(join(daemon.cwd, "as-edited"))],
    [false, true],
  );
  // What is not bound to the input that was seen is not begun.
  await assert.rejects(owner.challenge(answerAsk({ ...allow, digest: "" })), { code: "invalid_option" });

  const questions = [
    {
      question: "Which?",
      header: "Which",
      multiSelect: false,
      options: [
        { label: "A", description: "" },
        { label: "B", description: "" },
      ],
    },
  ];
  const tools = [{ name: "AskUserQuestion", input: { questions } }];
  const { id: askingId } = await createSession(daemon, scripted({ tools }, { text: "done" }));
  await reaches(daemon, askingId, SessionState.WAITING);
  const { asks } = await daemon.client.conversation.listAsks({ sessionId: askingId });
  const answer = { askId: asks[0]?.id ?? "", answers: { "Which?": "B" } };
  await assert.rejects(daemon.client.conversation.answerQuestion(answer), { code: "needs_passkey" });
  const assertion = await owner.assertion({ case: "answerQuestion", value: answer });
  const changed = { ...answer, answers: { "Which?": "A" }, passkeyJson: assertion };
  await assert.rejects(daemon.client.conversation.answerQuestion(changed), { code: "needs_passkey" });
  const good = await owner.assertion({ case: "answerQuestion", value: answer });
  assert.equal((await daemon.client.conversation.answerQuestion({ ...answer, passkeyJson: good })).won, true);
});

test("P11 a session that asks less is confirmed, too: begun in such a mode or put into it; back needs nothing", async () => {
  const begin = { cwd: daemon.cwd, permissionMode: "acceptEdits", prompt: { text: scripted({ text: "hello" }) } };
  await assert.rejects(daemon.client.sessions.createSession(begin), {
    code: "needs_passkey",
    data: { url: `${owner.origin}/new`, reason: "missing" },
  });
  const passkeyJson = await owner.assertion({ case: "createSession", value: begin });
  const { session } = await daemon.client.sessions.createSession({ ...begin, passkeyJson });
  const sessionId = session?.id ?? "";
  const modeOf = async () => (await sessionOf(daemon, sessionId)).permissionMode;
  await eventually("the mode", async () => (await modeOf()) === "acceptEdits");
  await daemon.client.conversation.setPermissionMode({ sessionId, mode: "default" });
  const bypass = { sessionId, mode: "bypassPermissions" };
  await assert.rejects(daemon.client.conversation.setPermissionMode(bypass), {
    code: "needs_passkey",
    data: { url: `${owner.origin}/s/${sessionId}`, reason: "missing" },
  });
  const edits = { sessionId, mode: "acceptEdits" };
  const assertion = await owner.assertion({ case: "setPermissionMode", value: edits });
  await assert.rejects(daemon.client.conversation.setPermissionMode({ ...bypass, passkeyJson: assertion }), {
    code: "needs_passkey",
  });
  const good = await owner.assertion({ case: "setPermissionMode", value: edits });
  await daemon.client.conversation.setPermissionMode({ ...edits, passkeyJson: good });
  await eventually("the mode again", async () => (await modeOf()) === "acceptEdits");
});

test("P11 further passkeys and removals need an assertion, and stand in the audit; a removed one confirms nothing", async () => {
  await assert.rejects(daemon.client.passkeys.invitePasskey({}), { code: "needs_passkey" });
  await assert.rejects(daemon.client.passkeys.removePasskey({ id: owner.id }), { code: "needs_passkey" });
  const passkeyJson = await owner.assertion({ case: "invitePasskey", value: {} });
  const { code } = await daemon.client.passkeys.invitePasskey({ passkeyJson });
  const phone = new PasskeyUser(daemon.client, daemon.url);
  await phone.register("Phone", code);
  const { ask, allow } = await asking("removed");
  const early = await phone.assertion(answerAsk(allow));
  const removal = { id: phone.id };
  const confirmed = await owner.assertion({ case: "removePasskey", value: removal });
  await assert.rejects(daemon.client.passkeys.removePasskey({ id: owner.id, passkeyJson: confirmed }), {
    code: "needs_passkey",
  });
  const again = await owner.assertion({ case: "removePasskey", value: removal });
  await daemon.client.passkeys.removePasskey({ ...removal, passkeyJson: again });
  await isRefused(ask.id, daemon.client.conversation.answerAsk({ ...allow, passkeyJson: early }), /not registered/);
  await daemon.client.conversation.answerAsk({ askId: ask.id, verdict: Verdict.DENY });
  const { records } = await daemon.client.daemon.listAudit({});
  const rows = records.filter(({ sessionId }) => sessionId === "").map(({ toolName, who }) => [toolName, who]);
  assert.deepEqual(rows, [
    ["remove passkey Phone", "local with passkey Laptop"],
    ["register passkey Phone", "local with passkey Laptop"],
    ["register passkey Laptop", "local"],
  ]);
});

test("P11 passkeys and their counters outlive the daemon; without the setting nobody is asked for them, and that is said", async () => {
  await daemon.kill();
  await daemon.restart();
  owner = Object.assign(new PasskeyUser(daemon.client, daemon.url), { authenticator: owner.authenticator });
  const { ask, allow } = await asking("later");
  const { counter } = owner.authenticator;
  owner.authenticator.counter = 0;
  const old = await owner.assertion(answerAsk(allow));
  await isRefused(ask.id, daemon.client.conversation.answerAsk({ ...allow, passkeyJson: old }), /counter/);
  owner.authenticator.counter = counter;
  const passkeyJson = await owner.assertion(answerAsk(allow));
  assert.equal((await daemon.client.conversation.answerAsk({ ...allow, passkeyJson })).won, true);
  await daemon.kill();
  await daemon.restart({ set: ["approvals.confirm=none"] });
  const { warnings } = await daemon.client.daemon.healthDetails({});
  assert.ok(warnings.some((one) => one.includes("approvals.confirm is none")));
  const { allow: plain } = await asking("plain");
  assert.equal((await daemon.client.conversation.answerAsk(plain)).ask?.decidedBy, "local");
  await daemon.client.passkeys.removePasskey({ id: owner.id });
  assert.deepEqual((await daemon.client.passkeys.listPasskeys({})).passkeys, []);
  await assert.rejects(daemon.client.passkeys.invitePasskey({}), { code: "invalid_option" });
});
