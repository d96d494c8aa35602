import assert from "node:assert/strict";
import { test } from "node:test";
import { fromBinary } from "@bufbuild/protobuf";
import { AskSchema, AskState } from "../../../src/api/gen/bridle/v1/ask_pb.js";
import type { SessionState } from "../../../src/daemon/core/session-state.ts";
import { restoreSessions } from "../../../src/daemon/session/restore-sessions.ts";
import { getAsk } from "../../../src/daemon/store/asks-table.ts";
import { countOpenAsks, oldestOpenAskMs, openAsksAfter } from "../../../src/daemon/store/open-asks.ts";
import { getSession } from "../../../src/daemon/store/sessions-table.ts";
import type { Store } from "../../../src/daemon/store/store.ts";
import { together } from "../../../src/daemon/store/work.ts";
import { type OpenedStore, openStore } from "../store/open-store.ts";
import { eventually } from "../support/eventually.ts";
import { HeldSessions } from "../support/held-sessions.ts";
import { askIdOf, parkedState, sleepingState, storeState } from "../support/stored-sessions.ts";

const past = 1_700_000_100_000;
const later = (): number => Date.now() + 86_400_000;

/** What the next daemon makes of these sessions. */
async function found(states: readonly SessionState[], options?: { readonly maxLive?: number }) {
  const opened = openStore();
  await opened.store.write(together(...states.map((state) => storeState(state))));
  return { opened, held: await restart(opened, options) };
}

async function restart({ store }: OpenedStore, options?: { readonly maxLive?: number }): Promise<HeldSessions> {
  const held = new HeldSessions(store, options);
  restoreSessions(held.sessions, await held.sessions.deps.holding());
  return held;
}

async function end({ opened, held }: { readonly opened: OpenedStore; readonly held: HeldSessions }): Promise<void> {
  held.sessions.due.close();
  await held.sessions.flush().catch(() => undefined);
  await opened.close();
}

function askState(store: Store, session: string): AskState | undefined {
  const row = store.read(getAsk(askIdOf(session)));
  return row && fromBinary(AskSchema, row.ask).state;
}

const inMemory = ({ sessions }: HeldSessions): string[] => [...sessions.all].map(({ id }) => id);

function allow(held: HeldSessions, session: string): Promise<string> {
  const open = held.sessions.openAsk(askIdOf(session));
  const decide = { type: "decide", askId: askIdOf(session), digest: "", by: "me" } as const;
  if (open === undefined) return Promise.resolve("not open");
  return open.session.call({ ...decide, verdict: { behavior: "allow" } }, ({ to }) => ({ value: to }));
}

test("P6 D13 parked asks keep nothing in memory over a restart: they are found, counted and listed as they are stored", async () => {
  const states = Array.from({ length: 3 }, (_, n) => parkedState(`s${n}`, { createdMs: 10 - n, cwd: `/w${n % 2}` }));
  const all = await found([...states, sleepingState("other")]);
  const { store } = all.opened;
  assert.deepEqual(inMemory(all.held), []);
  assert.equal(store.read(countOpenAsks()), 3);
  assert.deepEqual([store.read(countOpenAsks(["/w0"])), store.read(countOpenAsks([]))], [2, 0]);
  assert.equal(store.read(oldestOpenAskMs()), 8);
  const first = store.read(openAsksAfter(undefined, 2));
  const rest = store.read(openAsksAfter(first.at(-1), 2));
  const names = [...first, ...rest].map(({ ask }) => fromBinary(AskSchema, ask).sessionId);
  assert.deepEqual(names, ["s2", "s1", "s0"], "the oldest first");
  assert.equal(all.held.sessions.openAsk("ask nobody"), undefined);
  assert.equal(all.held.sessions.openAsk(askIdOf("s1"))?.ask.toolUseId, "use s1");
  assert.deepEqual(inMemory(all.held), ["s1"]);
  await end(all);
});

test("P6 the answer to an ask of a dormant session loads it and starts its agent, once; the next daemon goes on with it", async () => {
  const all = await found([parkedState("a"), parkedState("b")]);
  assert.equal(await allow(all.held, "a"), "ask");
  assert.equal(await allow(all.held, "a"), "not open");
  assert.deepEqual(
    [askState(all.opened.store, "a"), askState(all.opened.store, "b")],
    [AskState.ALLOWED, AskState.OPEN],
  );
  const session = all.held.sessions.get("a");
  await all.held.started(session);
  assert.equal(all.held.agents.length, 1);
  await session.flush();
  assert.equal(all.opened.store.read(getSession("a"))?.neededFromMs, 0, "it has an agent");
  // The holder of the next daemon has no agent: the call was decided, and is told to another one.
  all.held.sessions.due.close();
  const next = await restart(all.opened);
  await next.started(next.sessions.get("a"));
  assert.deepEqual(inMemory(next), ["a"]);
  await end({ ...all, held: next });
});

test("P6 D13 a deadline that passed while no daemon ran, and one that comes while the session is only rows, expire their asks", async () => {
  const soon = Date.now() + 300;
  const all = await found([parkedState("p", { deadlineMs: past }), parkedState("s", { deadlineMs: soon })]);
  const { store } = all.opened;
  await eventually("the one that passed", async () => askState(store, "p") === AskState.EXPIRED);
  await eventually("the one that came", async () => askState(store, "s") === AskState.EXPIRED);
  assert.ok(Date.now() >= soon, "not before its time");
  // Their agents are told.
  await eventually("the agents", async () => all.held.agents.length === 2);
  await end(all);
});

test("P6 nobody can allow a call whose ask should have expired, however busy the daemon is with others", async () => {
  const all = await found([parkedState("p", { deadlineMs: past })]);
  assert.equal(await allow(all.held, "p"), "not open");
  await all.held.sessions.flush();
  assert.equal(askState(all.opened.store, "p"), AskState.EXPIRED);
  await end(all);
});

test("P6 D13 a session that was loaded and let go again expires its ask all the same", async () => {
  const soon = Date.now() + 1000;
  const others = Array.from({ length: 250 }, (_, n) => parkedState(`o${n}`, { deadlineMs: later() }));
  const all = await found([parkedState("s", { deadlineMs: soon }), ...others]);
  for (const { facts } of [parkedState("s"), ...others]) all.held.sessions.get(facts.id);
  assert.ok(inMemory(all.held).length <= 200, "those that are dormant are let go");
  assert.ok(!inMemory(all.held).includes("s"));
  await eventually("the deadline", async () => askState(all.opened.store, "s") === AskState.EXPIRED);
  assert.equal(all.opened.store.read(countOpenAsks()), 250);
  await end(all);
});

test("P6 D5 many asks that expire at once are denied in rounds, with no more agents than may run, and a prompt of another session is not the last", async () => {
  const parked = Array.from({ length: 200 }, (_, n) => parkedState(`p${n}`, { deadlineMs: past }));
  const all = await found([...parked, sleepingState("busy", { agent: "x", cwd: "/w" })], { maxLive: 2 });
  const { store } = all.opened;
  await eventually("all", async () => store.read(countOpenAsks()) === 0);
  assert.deepEqual([all.held.live.count, all.held.live.waiting], [2, 198]);
  const busy = all.held.sessions.get("busy");
  const content = { json: '"hi"', text: "hi", title: "hi" };
  const prompt = { type: "prompt", promptId: "p", content, sender: "me", delivery: "auto" } as const;
  await busy.call(prompt, () => ({ value: undefined }));
  // Two agents end, and two others begin.
  await eventually("the agents", async () => all.held.agents.length === 2);
  const begun = all.held.agents.length;
  for (const agent of [...all.held.agents]) agent.exits(0);
  await busy.until(({ agent }) => agent.at === "handshake");
  assert.ok(all.held.agents.length <= begun + 2, "it was among the next");
  await end(all);
});
