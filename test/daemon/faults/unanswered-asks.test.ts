import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { daemonFiles, daemonFolders } from "../../../src/api/daemon-folders.ts";
import { TokenStore } from "../../../src/daemon/server/token-store.ts";
import { isBridleError } from "../../../src/errors.ts";
import { AskState, connect, Verdict } from "../../../src/exports/client.ts";
import { eventually } from "../support/eventually.ts";
import { plainAgent } from "../support/plain-agent.ts";
import { all, eventsUntil, isTurnEnd } from "../support/session-events.ts";
import { startDaemon, type TestDaemon } from "../support/start-daemon.ts";
import { createSession, sessionOf } from "../support/talk.ts";

/** Asks once per prompt, tells what it was answered, and ends the turn. */
const asking = plainAgent((line, say, result) => {
  const seen = globalThis as { prompt?: typeof line };
  if (line.type === "control_response") {
    say({ type: "strange", answer: line });
    return say(result(seen.prompt ?? {}));
  }
  seen.prompt = line;
  const input = { command: "make all" };
  say({ type: "control_request", request_id: "1", request: { subtype: "can_use_tool", tool_name: "Bash", input } });
});
const agents = { asking };

async function outcome(daemon: TestDaemon, id: string) {
  const events = await eventsUntil(daemon.client, id, isTurnEnd);
  const [resolved] = all(events, "permissionResolved");
  const told = all(events, "unknown")[0]?.payloadJson ?? "";
  return { state: resolved?.state, by: resolved?.decidedBy, told };
}

const openAsks = async (daemon: TestDaemon) => (await daemon.client.conversation.listAsks({})).asks;

/** Somebody who is there until the returned function is called. */
async function follow(daemon: TestDaemon, id: string, all = 1): Promise<() => Promise<void>> {
  const following = new AbortController();
  const stream = daemon.client.follow(id, 0, { signal: following.signal });
  const reading = (async () => {
    for await (const _ of stream);
  })().catch(() => undefined);
  await eventually("the follower", async () => (await daemon.client.daemon.healthDetails({})).subscribers === all);
  return async () => {
    following.abort();
    await reading;
  };
}

test("P6 an ask waits seven days by default, and says until when", async () => {
  await using daemon = await startDaemon({ agents });
  await createSession(daemon, "go");
  const [ask] = await eventually("the ask", async () => {
    const asks = await openAsks(daemon);
    return asks.length > 0 ? asks : undefined;
  });
  assert.equal(Number(ask?.deadlineMs) - Number(ask?.createdMs), 7 * 86_400_000);
});

test("P6 an ask that nobody answers in time is answered: the agent goes on with a denial, and the log says that it expired", async () => {
  await using daemon = await startDaemon({ agents, set: ["approvals.deadline_ms=700"] });
  const { id } = await createSession(daemon, "go");
  const { state, by, told } = await outcome(daemon, id);
  assert.deepEqual([state, by], [AskState.EXPIRED, "deadline"]);
  assert.match(told, /"behavior":"deny".*Nobody answered in time/);
  assert.deepEqual(await openAsks(daemon), []);
});

test("P6 a deadline holds over a restart of the daemon, also when it passes while none runs", async () => {
  await using daemon = await startDaemon({ agents, set: ["approvals.deadline_ms=2500"] });
  const { id } = await createSession(daemon, "go");
  const [ask] = await eventually("the ask", async () => {
    const asks = await openAsks(daemon);
    return asks.length > 0 ? asks : undefined;
  });
  await daemon.kill();
  await sleep(Math.max(0, Number(ask?.deadlineMs) - Date.now()) + 50);
  await daemon.restart();
  const { state, by } = await outcome(daemon, id);
  assert.deepEqual([state, by], [AskState.EXPIRED, "deadline"]);
});

test("P6 with approvals.auto_deny_no_client an ask is denied when nobody follows, at once or when the last one leaves; else it waits", async () => {
  await using daemon = await startDaemon({ agents, set: ["approvals.auto_deny_no_client=true"] });
  const { id } = await createSession(daemon);
  const leave = await follow(daemon, id);
  await daemon.client.conversation.sendPrompt({ sessionId: id, prompt: { text: "go" } });
  await eventually("the ask", async () => (await openAsks(daemon)).length === 1);
  await sleep(6500);
  assert.equal((await openAsks(daemon)).length, 1, "somebody is there: it waits");
  await leave();
  await eventually("the denial", async () => (await openAsks(daemon)).length === 0);
  await eventually("the turn's end", async () => (await sessionOf(daemon, id)).turns === 1);
  const left = await outcome(daemon, id);
  assert.deepEqual([left.state, left.by], [AskState.DENIED, "no client"]);
  assert.match(left.told, /"behavior":"deny".*Nobody is there/);
  // Nobody follows now.
  const { id: other } = await createSession(daemon, "go");
  await eventually("the turn's end", async () => (await sessionOf(daemon, other)).turns === 1);
  assert.equal((await outcome(daemon, other)).by, "no client");
});

const firstAsk = async (daemon: TestDaemon) =>
  await eventually("the ask", async () => (await openAsks(daemon))[0] ?? false);

test("P6 a request pending during a disconnect is lost: not here, who comes next is shown it first and decides it", async () => {
  await using daemon = await startDaemon({ agents });
  const { id } = await createSession(daemon);
  const leave = await follow(daemon, id);
  await daemon.client.conversation.sendPrompt({ sessionId: id, prompt: { text: "go" } });
  const ask = await firstAsk(daemon);
  await leave();
  await using next = connect({ socket: daemon.socket });
  const following = new AbortController();
  for await (const item of next.conversation.subscribe({ cursor: { sessionId: id } }, { signal: following.signal })) {
    assert.ok(item.kind.case === "opened");
    assert.deepEqual(
      item.kind.value.openAsks.map((open) => open.id),
      [ask.id],
    );
    break;
  }
  following.abort();
  const { won } = await next.conversation.answerAsk({ askId: ask.id, verdict: Verdict.ALLOW });
  assert.equal(won, true);
  assert.match((await outcome(daemon, id)).told, /"behavior":"allow"/);
});

test("P6 an unanswered prompt after restart: the question that waited for permission waits on after a kill -9, and is answered", async () => {
  await using daemon = await startDaemon({ agents });
  const { id } = await createSession(daemon, "go");
  const ask = await firstAsk(daemon);
  await daemon.kill();
  await daemon.restart();
  assert.deepEqual(
    (await openAsks(daemon)).map((open) => [open.id, open.state]),
    [[ask.id, AskState.OPEN]],
  );
  const { won } = await daemon.client.conversation.answerAsk({ askId: ask.id, verdict: Verdict.DENY, message: "no" });
  assert.equal(won, true);
  assert.match((await outcome(daemon, id)).told, /"behavior":"deny".*"no"/);
});

test("P6 a second client's answer that is applied too: of many at once one wins, the others are told who, and the agent is told once", async () => {
  await using daemon = await startDaemon({ agents });
  const { id } = await createSession(daemon, "go");
  const { id: askId } = await firstAsk(daemon);
  const verdicts = [Verdict.ALLOW, Verdict.DENY, Verdict.ALLOW, Verdict.DENY];
  const clients = verdicts.map(() => connect({ socket: daemon.socket }));
  const answers = await Promise.all(
    clients.map(({ conversation }, n) => conversation.answerAsk({ askId, verdict: verdicts[n] ?? Verdict.DENY })),
  );
  assert.equal(answers.filter(({ won }) => won).length, 1);
  const states = new Set(answers.map(({ ask }) => ask?.state));
  assert.equal(states.size, 1, "all are told the same");
  const events = await eventsUntil(daemon.client, id, isTurnEnd);
  assert.equal(all(events, "permissionResolved").length, 1);
  assert.equal(all(events, "unknown").length, 1, "the agent heard of one answer");
  for (const client of clients) await client.close();
});

test("P6 a call that gives an ask more time has its effect once, however often it comes, and only within bounds", async () => {
  await using daemon = await startDaemon({ agents });
  await createSession(daemon, "go");
  const [ask] = await eventually("the ask", async () => {
    const asks = await openAsks(daemon);
    return asks.length > 0 ? asks : undefined;
  });
  const askId = ask?.id ?? "";
  const extend = (byMs: number, callId: string) =>
    daemon.client.conversation.extendAsk({ askId, byMs: BigInt(byMs), callId });
  for (const byMs of [0, 999, 366 * 86_400_000])
    await assert.rejects(extend(byMs, `bad-${byMs}`), (error) => isBridleError(error, "invalid_option"));
  for (let times = 0; times < 3; times += 1) {
    const { extended, ask: now } = await extend(60_000, "one");
    assert.deepEqual([extended, Number(now?.deadlineMs) - Number(ask?.deadlineMs)], [true, 60_000]);
  }
  await daemon.kill();
  await daemon.restart();
  assert.equal(Number((await openAsks(daemon))[0]?.deadlineMs) - Number(ask?.deadlineMs), 60_000, "it is stored");
});

test("P6 D7 an ask has one deadline while somebody who may decide follows and another while nobody does; who may only watch does not count", async () => {
  const set = ["approvals.connected_deadline_ms=3000000", "approvals.disconnected_deadline_ms=9000000"];
  await using daemon = await startDaemon({ agents, set });
  const leftOf = async (): Promise<number | undefined> => {
    const [ask] = await openAsks(daemon);
    return ask && Number(ask.deadlineMs) - Date.now();
  };
  const isConnected = async () => ((await leftOf()) ?? 1e9) < 3_000_001;
  const isDisconnected = async () => ((await leftOf()) ?? 0) > 8_000_000;
  const { id } = await createSession(daemon);
  const leave = await follow(daemon, id);
  await daemon.client.conversation.sendPrompt({ sessionId: id, prompt: { text: "go" } });
  await eventually("the shorter deadline", isConnected);
  await leave();
  await eventually("the longer one, when nobody came back", isDisconnected);
  const tokens = new TokenStore(daemonFiles(daemonFolders({}, daemon.home)).tokens);
  await using watcher = connect({ address: daemon.url, token: tokens.add("watcher", { roles: ["watch"] }) });
  const watching = new AbortController();
  const seen = Promise.withResolvers<void>();
  const reading = (async () => {
    for await (const _ of watcher.follow(id, 0, { signal: watching.signal })) seen.resolve();
  })().catch(() => undefined);
  await seen.promise;
  assert.ok(await isDisconnected(), "a watcher decides nothing");
  const leaveAgain = await follow(daemon, id, 2);
  await eventually("the shorter one again", isConnected);
  watching.abort();
  await reading;
  await leaveAgain();
});

test("P6 approvals.auto_deny_no_client holds over a restart: who follows comes back and the ask waits, else the next daemon denies it", async () => {
  await using daemon = await startDaemon({ agents, set: ["approvals.auto_deny_no_client=true"] });
  const { id } = await createSession(daemon);
  const leave = await follow(daemon, id);
  await daemon.client.conversation.sendPrompt({ sessionId: id, prompt: { text: "go" } });
  await eventually("the ask", async () => (await openAsks(daemon)).length === 1);
  await daemon.kill();
  await daemon.restart();
  await sleep(6500);
  assert.equal((await openAsks(daemon)).length, 1, "somebody came back: it waits");
  await daemon.kill();
  await leave();
  await daemon.restart();
  assert.equal((await openAsks(daemon)).length, 1, "somebody may come back yet");
  await eventually("the turn's end", async () => (await sessionOf(daemon, id)).turns === 1);
  const { state, by, told } = await outcome(daemon, id);
  assert.deepEqual([state, by], [AskState.DENIED, "no client"]);
  assert.match(told, /"behavior":"deny".*Nobody is there/);
});
