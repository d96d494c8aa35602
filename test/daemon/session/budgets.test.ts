import assert from "node:assert/strict";
import { test } from "node:test";
import { QueueWaitCause } from "../../../src/exports/client.ts";
import { eventually } from "../support/eventually.ts";
import { plainAgent } from "../support/plain-agent.ts";
import { all, eventsUntil } from "../support/session-events.ts";
import { startDaemon, type TestDaemon } from "../support/start-daemon.ts";
import { createSession, sessionOf } from "../support/talk.ts";

/** Each turn costs a cent; it says what all of its process did. */
const cent = plainAgent((line, say, result) => {
  const all = globalThis as { total?: number };
  all.total = (all.total ?? 0) + 0.01;
  say({ ...result(line), total_cost_usd: all.total });
});

const settings = (usd: number) => ({ budgets: [{ of: "all", usd }] });

async function sendAll(daemon: TestDaemon, sessionId: string, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1)
    await daemon.client.conversation.sendPrompt({ sessionId, prompt: { text: `turn ${n}` } });
}

/** Until none of its prompts can go on. */
function held(daemon: TestDaemon, sessionId: string, turns: number) {
  return eventually("the budget to be used up", async () => {
    const session = await sessionOf(daemon, sessionId);
    return session.waits?.cause === QueueWaitCause.BUDGET && session.turns >= turns ? session : undefined;
  });
}

test("D10 a loop of a hundred one-cent turns under a ten-cent hard budget stops at the tenth, across kill -9 and a stop of the daemon; when the budget is raised it goes on", async () => {
  await using daemon = await startDaemon({ agents: { cent }, settings: settings(0.1) });
  const { id } = await createSession(daemon);
  await sendAll(daemon, id, 4);
  await eventually("four turns", async () => (await sessionOf(daemon, id)).turns === 4);
  await daemon.kill();
  await daemon.restart();
  await sendAll(daemon, id, 3);
  await eventually("seven turns", async () => (await sessionOf(daemon, id)).turns === 7);
  assert.equal(await daemon.stop(), 0);
  await daemon.restart();
  await sendAll(daemon, id, 93);
  const session = await held(daemon, id, 10);
  assert.equal(session.turns, 10);
  assert.equal(session.queuedPrompts, 90);
  assert.ok(Math.abs(session.costUsd - 0.1) < 1e-9);
  assert.match(session.waits?.reason ?? "", /\$0\.1 of all sessions a day is used up/);
  assert.ok(Number(session.waits?.untilMs) > Date.now(), "the next day");
  await daemon.kill();
  await daemon.restart();
  const again = await held(daemon, id, 10);
  assert.deepEqual([again.turns, again.queuedPrompts], [10, 90], "a restart gives nothing back");
  const { accounts } = await daemon.client.daemon.listBudgets({});
  assert.deepEqual(
    accounts.map(({ of, per, usd, usedUp, running }) => ({ of, per, usd, usedUp, running })),
    [{ of: "all", per: "day", usd: 0.1, usedUp: true, running: 0 }],
  );
  assert.equal(accounts[0]?.spentUsd.toFixed(4), "0.1000");
  await daemon.kill();
  await daemon.restart({ set: ['budgets=[{"of":"all","usd":0.12}]'] });
  assert.equal((await held(daemon, id, 12)).turns, 12, "it was raised by two turns");
});

test("D10 deleting a session gives nothing back; its project and who prompted it have their own budgets", async () => {
  const budgets = [
    { of: "project", usd: 0.02 },
    { of: "session", usd: 5, effect: "warn" },
    { of: "user", tokens: 1000 },
  ];
  await using daemon = await startDaemon({ agents: { cent }, settings: { budgets } });
  const one = await createSession(daemon);
  await sendAll(daemon, one.id, 3);
  await held(daemon, one.id, 2);
  const { accounts } = await daemon.client.daemon.listBudgets({});
  assert.deepEqual(
    accounts.map(({ of, name, spentTokens }) => [of, name === one.id ? "it" : name, spentTokens]),
    [
      ["project", daemon.cwd, 6n],
      ["session", "it", 6n],
      ["user", accounts[2]?.name, 6n],
    ],
  );
  await daemon.client.sessions.deleteSession({ sessionId: one.id });
  const two = await createSession(daemon, "more");
  const events = await eventsUntil(daemon.client, two.id, ({ kind }) => kind.case === "notice");
  assert.equal(all(events, "notice")[0]?.word, "bridle/waits");
  assert.equal((await held(daemon, two.id, 0)).live, false, "no agent is started for it");
});
