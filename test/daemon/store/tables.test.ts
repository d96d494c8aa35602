import assert from "node:assert/strict";
import { test } from "node:test";
import { allAgents, putAgent, removeAgent, updateAgent } from "../../../src/daemon/store/agents-table.ts";
import { getAsk, openAsks, putAsk } from "../../../src/daemon/store/asks-table.ts";
import { getCall, pruneCalls, putCall } from "../../../src/daemon/store/calls-table.ts";
import { addToOutbox, outboxOf, removeFromOutboxBelow } from "../../../src/daemon/store/outbox-table.ts";
import { addPrompt, allPrompts, promptsOf, removePrompt } from "../../../src/daemon/store/prompts-table.ts";
import {
  getSession,
  insertSession,
  type SessionRow,
  sessionsInState,
  updateSession,
} from "../../../src/daemon/store/sessions-table.ts";
import { newSession, openStore } from "./open-store.ts";

/** SQLite's rows have no prototype. */
const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value));

test("D9 a session is stored whole and changed in part", async () => {
  const { store, close } = openStore();
  const whole: SessionRow = {
    number: 1,
    id: "a",
    title: "Title",
    agent: "claude",
    cwd: "/w",
    state: "running",
    agentSessionId: "as",
    model: "m",
    permissionMode: "plan",
    agentVersion: "v",
    createdMs: 1_700_000_000_000,
    updatedMs: 1_700_000_000_001,
    archived: true,
    degraded: true,
    firstSeq: 1,
    lastSeq: 0,
    turns: 3,
    costUsd: 0.25,
    inputTokens: 10,
    outputTokens: 20,
    preview: "Edit notes.md",
    options: '{"model":"m"}',
  };
  await store.write((db) => insertSession(db, whole));
  assert.deepEqual(getSession(store.db, "a"), whole);
  const changes = { title: "", archived: false, costUsd: 1, state: "idle" };
  await store.write((db) => updateSession(db, "a", changes));
  await store.write((db) => updateSession(db, "a", {}));
  assert.deepEqual(getSession(store.db, "a"), { ...whole, ...changes });
  await store.write((db) => insertSession(db, newSession("b", { state: "waiting" })));
  assert.deepEqual(
    sessionsInState(store.db, ["running", "waiting"]).map(({ id }) => id),
    ["b"],
  );
  assert.equal(getSession(store.db, "c"), undefined);
  await close();
});

test("D5 agents keep their reading and offsets, and take their outbox with them", async () => {
  const { store, createSession, close } = openStore();
  await createSession("a");
  const agent = { id: "g", session: "a", reading: "{}", outputOffset: 5, inputOffset: 0, startedMs: 1 };
  await store.write((db) => putAgent(db, agent));
  await store.write((db) => {
    addToOutbox(db, "g", 0, Buffer.from("0123"));
    addToOutbox(db, "g", 4, Buffer.from("45"));
    addToOutbox(db, "g", 6, Buffer.from("6789"));
    updateAgent(db, "g", { outputOffset: 9, inputOffset: 10 });
  });
  assert.deepEqual(plain(allAgents(store.db)), [{ ...agent, outputOffset: 9, inputOffset: 10 }]);
  await store.write((db) => updateAgent(db, "g", { reading: '{"line":1}' }));
  assert.equal(allAgents(store.db)[0]?.reading, '{"line":1}');
  await store.write((db) => removeFromOutboxBelow(db, "g", 8));
  assert.deepEqual(
    outboxOf(store.db, "g").map(({ at, data }) => [at, Buffer.from(data).toString()]),
    [[6, "6789"]],
    "what the holder has in part stays",
  );
  await store.write((db) => putAgent(db, agent));
  assert.equal(outboxOf(store.db, "g").length, 1, "an agent that is put again keeps its outbox");
  await store.write((db) => removeAgent(db, "g"));
  assert.deepEqual(outboxOf(store.db, "g"), []);
  await assert.rejects(
    store.write((db) => putAgent(db, { ...agent, session: "nobody" })),
    /NOT NULL/,
  );
  await close();
});

test("D4 prompts wait in their order, per session", async () => {
  const { store, createSession, close } = openStore();
  await createSession("a");
  await createSession("b");
  const prompt = (id: string, session: string, position: number) => {
    return { id, session, position, content: id, sender: "me", delivery: "queue" };
  };
  await store.write((db) => {
    for (const [id, session, position] of [
      ["2", "a", 2],
      ["1", "a", 1],
      ["3", "b", 1],
    ] as const) {
      addPrompt(db, prompt(id, session, position));
    }
  });
  assert.deepEqual(plain(promptsOf(store.db, "a")), [prompt("1", "a", 1), prompt("2", "a", 2)]);
  await store.write((db) => removePrompt(db, "1"));
  assert.deepEqual(
    allPrompts(store.db).map(({ id }) => id),
    ["2", "3"],
  );
  await close();
});

test("D4 an ask is open until it is put as decided; a call is kept with its answer until it is old", async () => {
  const { store, createSession, close } = openStore();
  await createSession("a");
  const ask = { id: "k", session: "a", agent: "g", requestId: "r", open: true, createdMs: 1, ask: Uint8Array.of(1) };
  await store.write((db) => putAsk(db, ask));
  assert.deepEqual({ ...openAsks(store.db)[0] }, ask);
  assert.equal(openAsks(store.db, "a").length, 1);
  assert.equal(openAsks(store.db, "b").length, 0);
  await store.write((db) => putAsk(db, { ...ask, open: false, ask: Uint8Array.of(2) }));
  assert.deepEqual(openAsks(store.db), []);
  assert.deepEqual({ ...getAsk(store.db, "k") }, { ...ask, open: false, ask: Uint8Array.of(2) });

  const call = { id: "c", method: "m", requestDigest: "d", answer: Uint8Array.of(3), madeMs: 5, session: "" };
  await store.write((db) => putCall(db, call));
  assert.deepEqual({ ...getCall(store.db, "c") }, call);
  const pruned: number[] = [];
  await store.write((db) => pruned.push(pruneCalls(db, 5), pruneCalls(db, 6)));
  assert.deepEqual(pruned, [0, 1]);
  assert.equal(getCall(store.db, "c"), undefined);
  await close();
});
