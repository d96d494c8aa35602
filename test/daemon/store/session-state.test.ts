import assert from "node:assert/strict";
import { test } from "node:test";
import { freshConversation } from "../../../src/daemon/core/conversation-state.ts";
import { nextDue } from "../../../src/daemon/core/due.ts";
import {
  type AgentProcess,
  type AgentState,
  newSession,
  type OpenRequest,
  phaseOf,
  processOf,
  type RequestPurpose,
  type SessionState,
  type WaitingPrompt,
} from "../../../src/daemon/core/session-state.ts";
import { putAgent } from "../../../src/daemon/store/agents-table.ts";
import { putAsk } from "../../../src/daemon/store/asks-table.ts";
import { addToOutbox, outboxOf } from "../../../src/daemon/store/outbox-table.ts";
import { addPrompt } from "../../../src/daemon/store/prompts-table.ts";
import { sessionRows } from "../../../src/daemon/store/session-rows.ts";
import { askRow, changedColumns, coreColumn, stateOfRows } from "../../../src/daemon/store/session-state-rows.ts";
import { stateWorks } from "../../../src/daemon/store/session-state-works.ts";
import { insertSession, updateSession } from "../../../src/daemon/store/sessions-table.ts";
import type { Store } from "../../../src/daemon/store/store.ts";
import { together } from "../../../src/daemon/store/work.ts";
import { hook, init, permission, question, result } from "../support/agent-lines.ts";
import { CoreSession } from "../support/core-session.ts";
import { readyState, someFacts, someProcess, someVersion, withAgent } from "../support/session-states.ts";
import { openStore } from "./open-store.ts";

const purposes: readonly RequestPurpose[] = [
  { for: "handshake", hooked: true },
  { for: "ending" },
  { for: "stop" },
  { for: "interrupt", call: "c1" },
  { for: "configure", call: "c2", change: { model: "m" } },
  { for: "configure", call: "c3", change: { permissionMode: "plan" } },
  { for: "caller", call: "c4" },
];
const requests: readonly OpenRequest[] = purposes.map((purpose, n) => ({
  ...{ id: `a-${n}`, subtype: "x", purpose, untilMs: 1_000_500 + n, timeoutMs: 500 },
}));
const queue: readonly WaitingPrompt[] = [
  { id: "q1", position: 3, content: '"one"', sender: "me", delivery: "auto" },
  { id: "q2", position: 4, content: '[{"type":"text","text":"two"}]', sender: "", delivery: "queue" },
];

/** Whatever a process may have to remember. */
const full: AgentProcess = someProcess({
  ...{ id: "full", outputOffset: 77, requests, requestsMade: 7, hasEnded: true, refusedToResume: true },
  input: { offset: 50, confirmed: 50, isEnded: true },
  toolUses: [{ toolUseId: "use-1", toolName: "Bash", digest: "d", askedMs: 5, folder: "/w/x", hasFailed: true }],
  conversation: {
    ...freshConversation(someVersion, true),
    ledger: { prompts: [{ uuid: "p", mark: "m", at: "sent" }], turn: "p", turns: 2, past: ["o"], isTurnStopped: true },
    ...{ gained: ["controls x"], lost: ["controls y"], totalCostUsd: 0.5, degradedBecause: "old" },
    ...{
      badLines: { lines: 3, bytes: 9 },
      quietSinceMs: 999_999,
      attempt: 12,
      lostLine: { bytes: 9, scan: {} as never },
    },
  },
});

/** Sessions in every state of their agent, one after the other for the same row. */
function manyStates(): readonly SessionState[] {
  const other = someProcess({ id: "other" });
  const asking = new CoreSession(readyState());
  const content = { json: '"hi"', text: "hi", title: "hi" };
  asking.apply({ type: "prompt", call: "p", promptId: "p", content, sender: "me", delivery: "auto" });
  asking.says(init, hook("r1"), permission("r1"), question("r2"), hook("r3"));
  const ending = { at: "ending", process: full, wasReady: true, untilMs: 1_002_000 } as const;
  const facts = {
    ...someFacts,
    title: "T",
    model: "m",
    turns: 3,
    costUsd: 0.5,
    archived: true,
    options: { model: "m", fork: true },
  };
  return [
    newSession(someFacts),
    withAgent({ at: "launching", launch: 1, sinceMs: 1_000_000 }, { queue, launches: 1 }),
    withAgent({ at: "starting", process: other }, { queue, launches: 1, facts }),
    withAgent({ at: "handshake", process: { ...other, requests: requests.slice(0, 1) } }, { queue: queue.slice(1) }),
    withAgent({ at: "ready", process: full, idleSinceMs: undefined }),
    withAgent({ at: "ready", process: other, idleSinceMs: 1_000_000 }),
    asking.state,
    { ...asking.state, asks: asking.state.asks.slice(1) },
    ...(["interrupting", "input_ended", "terminated", "killed", "given_up"] as const).map((stage) =>
      withAgent({ ...ending, why: "silent", stage }, { leftovers: ["old"] }),
    ),
    withAgent({ ...ending, why: "wanted", stage: "killed" }, { isClosed: true }),
    withAgent({ ...ending, why: "failed", stage: "killed", wasReady: false }),
    withAgent(
      { at: "backing_off", untilMs: 1_000_500 },
      { crashesMs: [999_000, 1_000_000], launches: 2, forgottenTurns: 2 },
    ),
    withAgent({ at: "crashed" }, { crashesMs: [1, 2, 3, 4, 5, 6], leftovers: ["old", "older"] }),
    withAgent({ at: "asleep" }, { isClosed: true, facts }),
  ];
}

/** What is undefined is not stored, and not missed. */
function plain<T>(value: T): T {
  return JSON.parse(JSON.stringify(value, (_, part) => (typeof part === "bigint" ? `${part}n` : part))) as T;
}

function stored(store: Store): SessionState {
  const rows = store.read(sessionRows("s"));
  assert.ok(rows !== undefined);
  assert.equal(rows.row.state, phaseOf(stateOfRows(rows)), "the column by which sessions are listed says the same");
  return stateOfRows(rows);
}

function change(store: Store, before: SessionState, after: SessionState): Promise<void> {
  const closed = before.asks.filter((open) => !after.asks.includes(open));
  return store.write(
    together(
      // Asks that are over are stored by what decided them.
      ...closed.map(({ ask, waits }) => putAsk({ ...askRow(ask, waits), open: false })),
      ...stateWorks(before, after),
      updateSession("s", changedColumns(before, after)),
    ),
  );
}

test("D13 a session is found as it was stored, in every state, from whatever state it came there", async () => {
  const { store, close } = openStore();
  const states = manyStates();
  let before = newSession(someFacts);
  const { options, ...columns } = before.facts;
  const row = { ...columns, createdMs: 1, updatedMs: 1, state: "idle", options: JSON.stringify(options) };
  await store.write(insertSession({ ...row, core: coreColumn(before) }));
  for (const [n, from] of states.entries())
    for (const [m, to] of states.entries()) {
      for (const after of [from, to]) {
        await change(store, before, after);
        assert.deepEqual(plain(stored(store)), plain(after), `${n} to ${m}: ${from.agent.at} to ${after.agent.at}`);
        before = after;
      }
    }
  await close();
});

test("D13 when a session is due next is the same after a restart", async () => {
  const limits = { parkAfterMs: 0, idleSleepMs: 50 };
  const { store, close } = openStore();
  let before = newSession(someFacts);
  const { options: _, ...columns } = before.facts;
  await store.write(insertSession({ ...columns, createdMs: 1, updatedMs: 1, state: "idle", options: "{}" }));
  for (const after of manyStates()) {
    await change(store, before, after);
    assert.deepEqual(nextDue(stored(store), limits), nextDue(after, limits), after.agent.at);
    before = after;
  }
  await close();
});

test("D13 what nothing changed in is not written", () => {
  const [, , , , ready] = manyStates();
  assert.ok(ready !== undefined);
  assert.deepEqual([stateWorks(ready, ready), changedColumns(ready, ready)], [[], {}]);
  const process = { ...full, outputOffset: full.outputOffset + 1 };
  const further: SessionState = { ...ready, agent: { at: "ready", process, idleSinceMs: undefined } };
  assert.equal(stateWorks(ready, further).length, 1);
  assert.deepEqual(changedColumns(ready, further), {}, "an offset is a matter of the agent's row alone");
});

test("D5 what the holder has is taken from the outbox in the commit that knows it, and with its agent goes the rest", async () => {
  const { store, close } = openStore();
  let before = newSession(someFacts);
  const { options: _, ...columns } = before.facts;
  await store.write(insertSession({ ...columns, createdMs: 1, updatedMs: 1, state: "idle", options: "{}" }));
  const at = (offset: number, confirmed: number): SessionState => {
    const process = someProcess({ input: { offset, confirmed, isEnded: false } });
    return withAgent({ at: "ready", process, idleSinceMs: undefined });
  };
  const go = async (after: SessionState): Promise<readonly number[]> => {
    await change(store, before, after);
    before = after;
    return store.read(outboxOf("a")).map((row) => row.at);
  };
  await go(at(8, 0));
  await store.write(together(addToOutbox("a", 0, Buffer.from("0123")), addToOutbox("a", 4, Buffer.from("4567"))));
  assert.deepEqual(await go(at(8, 3)), [0, 4]);
  assert.deepEqual(await go(at(8, 4)), [4]);
  assert.deepEqual(await go(withAgent({ at: "asleep" })), []);
  await close();
});

interface OldRows {
  /** Of its agent, as it was stored. */
  readonly ledger?: object;
  readonly state: string;
  /** How much its agent was told; undefined: it has none. */
  readonly inputOffset?: number;
  readonly isAsking?: boolean;
  readonly prompts?: number;
}

/** A session as 0.1.0 stored it: without the column that came later. */
async function stateOfBefore({ state, inputOffset, isAsking, prompts = 0, ledger }: OldRows): Promise<SessionState> {
  const { store, close } = openStore();
  const { options: _, ...columns } = someFacts;
  await store.write(insertSession({ ...columns, createdMs: 1, updatedMs: 1, state, options: '{"model":"m"}' }));
  const reading = JSON.stringify({ ...freshConversation(someVersion, true), ...(ledger && { ledger }) });
  if (inputOffset !== undefined)
    await store.write(putAgent({ id: "a", session: "s", reading, outputOffset: 5, inputOffset, startedMs: 7 }));
  const asking = new CoreSession(readyState());
  asking.says(permission("r"));
  for (const { ask, waits } of isAsking ? asking.state.asks : []) await store.write(putAsk(askRow(ask, waits)));
  for (const prompt of queue.slice(0, prompts)) await store.write(addPrompt({ ...prompt, session: "s" }));
  const found = store.read(sessionRows("s"));
  await close();
  assert.ok(found !== undefined);
  return stateOfRows(found);
}

test("D9 D13 sessions of 0.1.0 are taken over, in whatever state they were left", async () => {
  const rows: readonly [OldRows, AgentState["at"], string][] = [
    [{ state: "idle" }, "asleep", "idle"],
    [{ state: "idle", inputOffset: 9 }, "ready", "idle"],
    [{ state: "running", inputOffset: 9 }, "ready", "idle"],
    [{ state: "running" }, "asleep", "idle"],
    [{ state: "starting", prompts: 2 }, "backing_off", "starting"],
    [{ state: "starting", inputOffset: 0, prompts: 1 }, "starting", "starting"],
    [{ state: "starting", inputOffset: 9 }, "handshake", "starting"],
    [{ state: "closed" }, "asleep", "closed"],
    [{ state: "closed", inputOffset: 9 }, "ending", "closed"],
    [{ state: "crashed" }, "crashed", "crashed"],
    [{ state: "waiting", inputOffset: 9, isAsking: true }, "ready", "waiting"],
    [{ state: "waiting", isAsking: true }, "asleep", "waiting"],
  ];
  for (const [row, at, phase] of rows) {
    const state = await stateOfBefore(row);
    assert.deepEqual([state.agent.at, phaseOf(state)], [at, phase], JSON.stringify(row));
    assert.deepEqual(
      plain([state.queue, state.facts.options]),
      plain([queue.slice(0, row.prompts ?? 0), { model: "m" }]),
    );
    const process = processOf(state);
    const { inputOffset } = row;
    assert.deepEqual(
      process && [process.id, process.outputOffset, process.input, process.startedMs, process.conversation.resumed],
      inputOffset === undefined ? undefined : ["a", 5, { offset: inputOffset, confirmed: 0, isEnded: false }, 7, true],
    );
    assert.deepEqual([state.asks.length, state.leftovers, state.launches], [row.isAsking ? 1 : 0, [], 0]);
  }
});

test("D9 D13 a prompt that the agent of 0.1.0 was seen to take up ends with the turn, with all before it", async () => {
  const prompts = [
    { uuid: "one", taken: false },
    { uuid: "two", taken: true },
    { uuid: "three", taken: false },
  ];
  const ledger = { prompts, turn: "one", turns: 1, past: [] };
  const core = new CoreSession(await stateOfBefore({ state: "running", inputOffset: 9, ledger }));
  core.apply({ type: "restored", held: { inputReceived: 9 } });
  core.says(result(undefined));
  const left = processOf(core.state)?.conversation.ledger.prompts;
  assert.deepEqual(
    left?.map(({ uuid }) => uuid),
    ["three"],
  );
});

test("D9 D13 an agent of 0.1.0 that was told initialize is ready by whatever it answers next, and has all its time for it", async () => {
  const core = new CoreSession(await stateOfBefore({ state: "starting", inputOffset: 9, prompts: 1 }));
  core.apply({ type: "restored", held: { inputReceived: 9 } });
  assert.equal(core.later(59_999).length, 0);
  core.says({ type: "control_response", response: { subtype: "success", request_id: "of-0.1.0", response: {} } });
  assert.deepEqual([core.at, core.written()[0]?.uuid], ["ready", "q1"]);
});

test("D9 D13 a closed session of 0.1.0 whose agent runs ends it, and its prompts go out where one waits", async () => {
  const closed = new CoreSession(await stateOfBefore({ state: "closed", inputOffset: 9 }));
  const effects = closed.apply({ type: "restored", held: { inputReceived: 9 } });
  assert.deepEqual(
    effects.map(({ type }) => type),
    ["end_input"],
  );
  const waiting = new CoreSession(await stateOfBefore({ state: "starting", prompts: 1 }));
  waiting.apply({ type: "restored", held: undefined });
  assert.equal(waiting.at, "launching");
});
