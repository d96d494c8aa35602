import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { AskWait, type Event, SessionState, TurnOutcome, Verdict } from "../../../src/exports/client.ts";
import { eventually } from "../support/eventually.ts";
import { agentsOf, endAll, holderOf, readProc } from "../support/processes-of.ts";
import { all, eventsUntil, isTurnEnd, textOf } from "../support/session-events.ts";
import type { TestDaemon } from "../support/start-daemon.ts";
import { ask, outcomeOf, reaches, sessionOf, turnOf } from "../support/talk.ts";
import { buildRelease, whyNoRelease } from "./build-release.ts";
import {
  counted,
  longText,
  open,
  type SessionsOfBefore,
  sessionsOfBefore,
  startBefore,
  storedEvents,
} from "./sessions-of-before.ts";

/** 0.1.0. */
const release = "3a44ac03f97c5458badc4c1c5308b544b90f92a7";

describe("What 0.1.0 left behind", { skip: whyNoRelease(release) ?? false }, () => {
  const folder = mkdtempSync(join(tmpdir(), "bridle-0.1.0-"));
  let dist = "";
  before(async () => {
    dist = await buildRelease(release, join(folder, "b"));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  test("D5 D13 D2 a daemon takes over the holder of 0.1.0 and its agents: no event is lost or doubled, and every session goes on where it was", async () => {
    await using daemon = await startBefore(dist);
    const sessions = await sessionsOfBefore(daemon);
    const [{ holder }, agents] = [holderOf(daemon.home), agentsOf(daemon.home)];
    assert.match(readProc(String(holder), "cmdline"), /bridle-0\.1\.0-/, "it is the one of 0.1.0");
    const told = await eventsOf(daemon, sessions);
    await daemon.kill();
    // Said while no daemon runs.
    open(daemon, "turn.1");
    await daemon.restart({ dist: undefined, set: ["limits.live_agents=20"] });

    assert.deepEqual([holderOf(daemon.home).holder, agentsOf(daemon.home)], [holder, agents], "they are the same");
    await statesAre(daemon, sessions);
    await queuedAndRunningEnd(daemon, sessions);
    await askIsAnswered(daemon, sessions.asking);
    await longIsInterrupted(daemon, sessions.long);
    await restedGoOn(daemon, sessions);
    open(daemon, "ready");
    const first = await eventsUntil(daemon.client, sessions.starting, isTurnEnd, { daemon });
    assert.deepEqual([textOf(first), outcomeOf(first)], ["ok", "SUCCESS"]);

    const now = await eventsOf(daemon, sessions);
    for (const [name, events] of now) {
      assert.deepEqual(events.slice(0, told.get(name)?.length), told.get(name), `${name}: what was told stays`);
      const numbers = events.map(({ seq }) => Number(seq));
      assert.deepEqual(
        numbers,
        Array.from(events, (_, n) => n + 1),
        `${name}: numbers without gap`,
      );
    }
    for (const pid of agents) assert.ok(agentsOf(daemon.home).includes(pid), "nobody ended an agent");
    await closes(daemon, sessions);
    assert.equal(await daemon.stop(), 0);
    await eventually("nobody to be left", () => daemon.processes().length === 0);
  });

  test("D5 D13 a daemon finds a database of 0.1.0 whose agents are gone: turns are lost, asks wait on, and what waited goes out", async () => {
    await using daemon = await startBefore(dist);
    const sessions = await sessionsOfBefore(daemon);
    await daemon.kill();
    endAll(daemon.processes());
    await eventually("nobody to be left", () => daemon.processes().length === 0);
    open(daemon, "ready");
    await daemon.restart({ dist: undefined });
    const { client } = daemon;
    for (const id of [sessions.running, sessions.long, sessions.asking]) {
      const events = await eventsUntil(client, id, isTurnEnd, { daemon });
      assert.equal(outcomeOf(events), "LOST");
    }
    const { asks } = await client.conversation.listAsks({ sessionId: sessions.asking });
    assert.deepEqual(
      asks.map(({ wait }) => wait),
      [AskWait.AGENT_GONE],
    );
    const queued = await turnOf(daemon, sessions.queued, sessions.queuedPrompt);
    assert.deepEqual(
      all(queued, "turnComplete").map(({ outcome }) => outcome),
      [TurnOutcome.LOST, TurnOutcome.SUCCESS],
    );
    const first = await eventsUntil(client, sessions.starting, isTurnEnd, { daemon });
    assert.equal(outcomeOf(first), "SUCCESS");
    for (const id of [sessions.idle, sessions.asleep, sessions.running])
      assert.equal(outcomeOf(await ask(daemon, id, "again")), "SUCCESS");
  });
});

/** By what its session is at. */
async function eventsOf(daemon: TestDaemon, sessions: SessionsOfBefore): Promise<Map<string, Event[]>> {
  const { queuedPrompt: _, ...ids } = sessions;
  const events = new Map<string, Event[]>();
  for (const [name, id] of Object.entries(ids)) events.set(name, await storedEvents(daemon, id));
  return events;
}

async function statesAre(daemon: TestDaemon, sessions: SessionsOfBefore): Promise<void> {
  const { RUNNING, WAITING, IDLE, STARTING } = SessionState;
  const expected = {
    running: RUNNING,
    queued: RUNNING,
    asking: WAITING,
    long: RUNNING,
    idle: IDLE,
    asleep: IDLE,
    starting: STARTING,
  } as const;
  for (const name of Object.keys(expected) as (keyof typeof expected)[]) {
    const { state, live, openAsks, queuedPrompts } = await sessionOf(daemon, sessions[name]);
    const waits = name === "queued" || name === "starting";
    const found = [SessionState[state], live, openAsks, queuedPrompts];
    assert.deepEqual(
      found,
      [SessionState[expected[name]], name !== "asleep", Number(name === "asking"), Number(waits)],
      name,
    );
  }
}

async function queuedAndRunningEnd(
  daemon: TestDaemon,
  { running, queued, queuedPrompt }: SessionsOfBefore,
): Promise<void> {
  open(daemon, "turn.2", "queue.1", "queue.2");
  const counting = await eventsUntil(daemon.client, running, isTurnEnd, { daemon });
  assert.deepEqual([textOf(counting), outcomeOf(counting)], [counted, "SUCCESS"]);
  const events = await turnOf(daemon, queued, queuedPrompt);
  assert.equal(textOf(events), `${counted}ok`);
  assert.deepEqual(
    all(events, "turnComplete").map(({ outcome }) => outcome),
    [TurnOutcome.SUCCESS, TurnOutcome.SUCCESS],
  );
}

async function askIsAnswered(daemon: TestDaemon, sessionId: string): Promise<void> {
  const { conversation } = daemon.client;
  const { asks } = await conversation.listAsks({});
  assert.deepEqual(
    asks.map((open) => open.sessionId),
    [sessionId],
  );
  const { won } = await conversation.answerAsk({ askId: asks[0]?.id ?? "", verdict: Verdict.ALLOW });
  assert.equal(won, true);
  const events = await eventsUntil(daemon.client, sessionId, isTurnEnd, { daemon });
  assert.deepEqual([textOf(events), outcomeOf(events)], ["may I? I did.", "SUCCESS"]);
  assert.match(all(events, "toolResult")[0]?.contentJson ?? "", /touch here/);
}

async function longIsInterrupted(daemon: TestDaemon, sessionId: string): Promise<void> {
  const { interrupted } = await daemon.client.conversation.interrupt({ sessionId });
  assert.equal(interrupted, true);
  const events = await eventsUntil(daemon.client, sessionId, isTurnEnd, { daemon });
  assert.equal(outcomeOf(events), "INTERRUPTED");
  assert.ok(longText.startsWith(textOf(events)), "nothing is lost or doubled");
}

async function restedGoOn(daemon: TestDaemon, { idle, asleep }: SessionsOfBefore): Promise<void> {
  await daemon.client.conversation.setModel({ sessionId: idle, model: "another-model" });
  await daemon.client.conversation.setPermissionMode({ sessionId: idle, mode: "plan" });
  const { model, permissionMode } = await sessionOf(daemon, idle);
  assert.deepEqual([model, permissionMode], ["another-model", "plan"]);
  for (const id of [idle, asleep]) {
    const events = await ask(daemon, id, "again");
    assert.deepEqual([textOf(events), outcomeOf(events)], ["ok", "SUCCESS"]);
  }
}

async function closes(daemon: TestDaemon, sessions: SessionsOfBefore): Promise<void> {
  for (const sessionId of [sessions.running, sessions.asking, sessions.idle]) {
    await daemon.client.sessions.closeSession({ sessionId });
    await reaches(daemon, sessionId, SessionState.CLOSED, { live: false });
  }
}
