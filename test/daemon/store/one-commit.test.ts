import assert from "node:assert/strict";
import { test } from "node:test";
import { fromBinary } from "@bufbuild/protobuf";
import { EventBatchSchema } from "../../../src/api/gen/bridle/v1/conversation_service_pb.js";
import { type Event, TurnOutcome } from "../../../src/api/gen/bridle/v1/event_pb.js";
import { processOf } from "../../../src/daemon/core/session-state.ts";
import type { Session } from "../../../src/daemon/session/session.ts";
import { putCall } from "../../../src/daemon/store/calls-table.ts";
import { makeWork } from "../../../src/daemon/store/make-work.ts";
import { outboxOf } from "../../../src/daemon/store/outbox-table.ts";
import { sessionRows } from "../../../src/daemon/store/session-rows.ts";
import { stateOfRows } from "../../../src/daemon/store/session-state-rows.ts";
import type { Store } from "../../../src/daemon/store/store.ts";
import { together } from "../../../src/daemon/store/work.ts";
import { init, permission, result } from "../support/agent-lines.ts";
import { HeldSessions } from "../support/held-sessions.ts";
import { openStore } from "./open-store.ts";
import { sql } from "./sql.ts";

const tables = ["sessions", "events", "agents", "outbox", "asks", "prompts", "calls", "usage", "agent_facts"];

function everything(store: Store): unknown {
  return tables.map((table) => store.read(sql(`SELECT * FROM ${table}`)));
}

const bug = new Error("a work that throws");
const failing = makeWork(() => {
  throw bug;
});

function prompt(session: Session, promptId: string): Promise<string> {
  const content = { json: JSON.stringify(promptId), text: promptId, title: promptId };
  const answer = Buffer.from("an answer");
  const kept = { id: `call-${promptId}`, method: "m", requestDigest: "d", answer, madeMs: 1, session: session.id };
  return session.call({ type: "prompt", promptId, content, sender: "me", delivery: "auto" }, () => ({
    value: promptId,
    work: putCall(kept),
  }));
}

async function eventsOf(held: HeldSessions, id: string): Promise<readonly Event[]> {
  const { log, store } = held.sessions.deps;
  await store.written();
  const events: Event[] = [];
  const bounds = await log.bounds(id);
  const stop = new AbortController();
  if (bounds === undefined || bounds.last === 0) return [];
  for await (const batch of log.follow(id, 0, stop.signal)) {
    events.push(...fromBinary(EventBatchSchema, batch.bytes).events);
    if (events.length >= bounds.last) stop.abort();
  }
  return events;
}

/** A turn that runs, all of which is stored. */
async function busy(held: HeldSessions) {
  const { session, agent } = await held.ready();
  await prompt(session, "first");
  agent.says(init);
  await session.flush();
  return { session, agent };
}

/** Of every kind of what is stored, in one tick: events, offset, state, an ask, the outbox, a prompt and an answer. */
function muchHappens(session: Session, agent: { says(...lines: readonly object[]): void }): Promise<string> {
  const block = { type: "tool_use", id: "use-r", name: "Bash", input: { command: "ls" } };
  agent.says({ type: "assistant", message: { id: "m", content: [block] } }, permission("r"));
  session.apply({ type: "request", call: "", subtype: "mcp_status", payload: {}, timeoutMs: 60_000 });
  return prompt(session, "second");
}

test("D13 events, offset, state, asks, outbox and answers of a session are stored as one: where one work throws, none of them is", async () => {
  const { store, close } = openStore();
  const held = new HeldSessions(store);
  const { session, agent } = await busy(held);
  const before = everything(store);
  const told = agent.told.length;
  let found: unknown;
  held.traced = (entry) => {
    if (entry.what === "notice" && entry.code === "not_stored") found = everything(store);
  };
  const answer = muchHappens(session, agent);
  session.store(failing);
  await assert.rejects(answer, bug);
  assert.deepEqual(found, before, "nothing of it is stored");
  const since = agent.told.slice(told).map(([what]) => what);
  assert.deepEqual(since, ["forget"], "nobody was told anything of it, and the agent, which knows more, is ended");
  await close();
});

test("D13 without a fault all of it is stored in one commit, before anybody is told", async () => {
  const { store, close } = openStore();
  const held = new HeldSessions(store);
  const { session, agent } = await busy(held);
  const before = everything(store);
  const told = agent.told.length;
  const stored = Promise.withResolvers<void>();
  const holding = store.hold(() => stored.promise);
  let isAnswered = false;
  const answer = muchHappens(session, agent).then(() => (isAnswered = true));
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.deepEqual([everything(store), agent.told.length, isAnswered], [before, told, false]);
  stored.resolve();
  await holding;
  await answer;
  const rows = store.read(sessionRows(session.id));
  assert.ok(rows !== undefined);
  const counts = [rows.asks.length, rows.prompts.length, store.read(outboxOf(agent.id)).length > 0];
  assert.deepEqual(counts, [1, 1, true]);
  assert.equal(stateOfRows(rows).queue[0]?.id, "second");
  assert.equal(store.read(sql("SELECT * FROM calls WHERE id = 'call-second'")).length, 1);
  const since = agent.told.slice(told).map(([what]) => what);
  assert.ok(since.includes("input") && since.includes("acknowledge"), since.join());
  held.sessions.get(session.id).abandon(bug);
  await close();
});

test("D5 D13 a session whose commit failed goes on from what is stored: numbers without a gap, the turn told to be lost, prompts taken", async () => {
  const { store, close } = openStore();
  const held = new HeldSessions(store);
  const { session, agent } = await busy(held);
  const { length: told } = await eventsOf(held, session.id);
  const answer = muchHappens(session, agent);
  session.store(failing);
  await assert.rejects(answer, bug);
  const next = held.sessions.get(session.id);
  assert.notEqual(next, session);
  const sent = prompt(next, "third");
  assert.equal(await sent, "third");
  const other = await held.started(next);
  assert.notEqual(other.id, agent.id);
  other.says(init, result("third"));
  await next.until(({ facts }) => facts.turns === 1);
  const events = await eventsOf(held, session.id);
  assert.deepEqual(
    events.map(({ seq }) => Number(seq)),
    events.map((_, n) => n + 1),
  );
  const later = events.slice(told).map(({ kind }) => kind);
  const turns = later.flatMap((kind) =>
    kind.case === "turnComplete" ? [[kind.value.outcome, kind.value.prompts]] : [],
  );
  assert.deepEqual(turns, [
    [TurnOutcome.LOST, ["first"]],
    [TurnOutcome.SUCCESS, ["third"]],
  ]);
  assert.ok(!later.some((kind) => kind.case === "permissionRequest"), "what was not stored was never told");
  assert.equal(held.live.count, 1, "the room of the agent that is gone is free");
  next.abandon(bug);
  await close();
});

test("D13 whoever waits for a session whose commit failed is told, also who comes too late", async () => {
  const { store, close } = openStore();
  const held = new HeldSessions(store);
  const { session } = await busy(held);
  const waiting = session.until(({ facts }) => facts.turns === 9);
  const asked = session.request("mcp_status", {}, 60_000);
  const quiet = session.quiet();
  session.store(failing);
  const flushed = session.flush();
  const outcomes = await Promise.allSettled([waiting, asked, quiet, flushed]);
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ["rejected", "rejected", "fulfilled", "rejected"],
  );
  await assert.rejects(prompt(session, "late"), bug);
  session.notice("late", {});
  await assert.rejects(session.flush(), bug, "it writes nothing any more");
  held.sessions.get(session.id).abandon(bug);
  await close();
});

test("D13 a session whose commit failed while it waited for room gives the room back", async () => {
  const { store, close } = openStore();
  const held = new HeldSessions(store, { maxLive: 1 });
  const first = await busy(held);
  const session = held.sessions.create({ title: "", agent: "x", cwd: "/w", options: {} });
  session.wake();
  await session.flush();
  assert.equal(held.live.waiting, 1);
  session.store(failing);
  await assert.rejects(session.flush(), bug);
  first.session.sleep();
  first.agent.exits(0);
  await first.session.until(({ agent }) => agent.at === "asleep");
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(held.live.count, 0);
  await close();
});

test("D13 a session whose commit fails while it is being deleted is there as before", async () => {
  const { store, close } = openStore();
  const held = new HeldSessions(store);
  const { session, agent } = await busy(held);
  const deleting = held.sessions.delete(session, together());
  session.store(failing);
  await assert.rejects(deleting, bug);
  const next = held.sessions.get(session.id);
  assert.notEqual(next, session);
  assert.deepEqual(next.state.leftovers, [agent.id], "it goes on without the agent that knows more");
  assert.equal(processOf(next.state), undefined);
  next.abandon(bug);
  await close();
});

test("D13 a session that was never stored is gone when its first commit fails", async () => {
  const { store, close } = openStore();
  const held = new HeldSessions(store);
  const session = held.sessions.create({ title: "", agent: "x", cwd: "/w", options: {} });
  session.store(failing);
  await assert.rejects(session.flush(), bug);
  assert.equal(held.sessions.find(session.id), undefined);
  await close();
});
