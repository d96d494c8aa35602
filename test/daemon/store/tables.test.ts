import assert from "node:assert/strict";
import { test } from "node:test";
import { allAgents, putAgent, removeAgent, updateAgent } from "../../../src/daemon/store/agents-table.ts";
import { getAsk, openAsksOf, putAsk } from "../../../src/daemon/store/asks-table.ts";
import { getCall, pruneCalls, putCall } from "../../../src/daemon/store/calls-table.ts";
import { addToOutbox, outboxOf, removeFromOutboxBelow } from "../../../src/daemon/store/outbox-table.ts";
import { addPrompt, promptsOf, removePrompt } from "../../../src/daemon/store/prompts-table.ts";
import { getSession, insertSession, type SessionRow, updateSession } from "../../../src/daemon/store/sessions-table.ts";
import { together } from "../../../src/daemon/store/work.ts";
import { openStore } from "./open-store.ts";

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
    core: '{"launches":1}',
    neededFromMs: null,
  };
  await store.write(insertSession(whole));
  assert.deepEqual(store.read(getSession("a")), whole);
  const changes = { title: "", archived: false, costUsd: 1, state: "idle" };
  await store.write(updateSession("a", changes));
  await store.write(updateSession("a", {}));
  assert.deepEqual(store.read(getSession("a")), { ...whole, ...changes });
  assert.equal(store.read(getSession("c")), undefined);
  await close();
});

test("D5 agents keep their reading and offsets, and take their outbox with them", async () => {
  const { store, createSession, close } = openStore();
  await createSession("a");
  const agent = { id: "g", session: "a", reading: "{}", outputOffset: 5, inputOffset: 0, startedMs: 1 };
  await store.write(putAgent(agent));
  await store.write(
    together(
      addToOutbox("g", 0, Buffer.from("0123")),
      addToOutbox("g", 4, Buffer.from("45")),
      addToOutbox("g", 6, Buffer.from("6789")),
      updateAgent("g", { outputOffset: 9, inputOffset: 10 }),
    ),
  );
  assert.deepEqual(plain(store.read(allAgents())), [{ ...agent, outputOffset: 9, inputOffset: 10 }]);
  await store.write(updateAgent("g", { reading: '{"line":1}' }));
  assert.equal(store.read(allAgents())[0]?.reading, '{"line":1}');
  await store.write(removeFromOutboxBelow("g", 8));
  assert.deepEqual(
    store.read(outboxOf("g")).map(({ at, data }) => [at, Buffer.from(data).toString()]),
    [[6, "6789"]],
    "what the holder has in part stays",
  );
  await store.write(putAgent(agent));
  assert.equal(store.read(outboxOf("g")).length, 1, "an agent that is put again keeps its outbox");
  await store.write(removeAgent("g"));
  assert.deepEqual(store.read(outboxOf("g")), []);
  await assert.rejects(store.write(putAgent({ ...agent, session: "nobody" })), /NOT NULL/);
  await close();
});

test("D4 prompts wait in their order, per session", async () => {
  const { store, createSession, close } = openStore();
  await createSession("a");
  await createSession("b");
  const prompt = (id: string, session: string, position: number) => {
    return { id, session, position, content: id, sender: "me", delivery: "queue" };
  };
  const prompts = [prompt("2", "a", 2), prompt("1", "a", 1), prompt("3", "b", 1)];
  await store.write(together(...prompts.map(addPrompt)));
  assert.deepEqual(plain(store.read(promptsOf("a"))), [prompt("1", "a", 1), prompt("2", "a", 2)]);
  await store.write(removePrompt("1"));
  assert.deepEqual(
    ["a", "b"].flatMap((id) => store.read(promptsOf(id))).map(({ id }) => id),
    ["2", "3"],
  );
  await close();
});

test("D4 an ask is open until it is put as decided; a call is kept with its answer until it is old", async () => {
  const { store, createSession, close } = openStore();
  await createSession("a");
  const ask = { id: "k", session: "a", agent: "g", requestId: "r", open: true, createdMs: 1, ask: Uint8Array.of(1) };
  await store.write(putAsk(ask));
  assert.deepEqual({ ...store.read(openAsksOf("a"))[0] }, ask);
  assert.equal(store.read(openAsksOf("a")).length, 1);
  assert.equal(store.read(openAsksOf("b")).length, 0);
  await store.write(putAsk({ ...ask, open: false, ask: Uint8Array.of(2) }));
  assert.deepEqual(store.read(openAsksOf("a")), []);
  assert.deepEqual({ ...store.read(getAsk("k")) }, { ...ask, open: false, ask: Uint8Array.of(2) });

  const call = { id: "c", method: "m", requestDigest: "d", answer: Uint8Array.of(3), madeMs: 5, session: "" };
  await store.write(putCall(call));
  assert.deepEqual({ ...store.read(getCall("c")) }, call);
  assert.deepEqual([await store.write(pruneCalls(5)), await store.write(pruneCalls(6))], [0, 1]);
  assert.equal(store.read(getCall("c")), undefined);
  await close();
});
