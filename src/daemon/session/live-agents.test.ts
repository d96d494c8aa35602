import assert from "node:assert/strict";
import { test } from "node:test";
import { LiveAgents, type LiveSession } from "./live-agents.ts";

/** A session that notes when it is put to sleep. */
function sessionThat(id: string, asleep: string[], idleSinceMs: number | undefined): LiveSession {
  return { id, idleSinceMs, sleep: () => void asleep.push(id) };
}

test("D5 as many idle agents go to sleep as others wait, the longest idle first, each once", async () => {
  const live = new LiveAgents(3);
  const asleep: string[] = [];
  const [a, b, c] = [3, 1, 2].map((since, n) => sessionThat(`idle ${n}`, asleep, since)) as [
    LiveSession,
    LiveSession,
    LiveSession,
  ];
  await Promise.all([a, b, c].map((session) => live.acquire(session)));
  const busy = ["x", "y"].map((id) => sessionThat(id, asleep, undefined));
  const started = busy.map((session) => live.acquire(session));
  assert.deepEqual(asleep, ["idle 1", "idle 2"]);
  live.release(c);
  live.release(b);
  await Promise.all(started);
  assert.deepEqual([live.count, live.waiting, asleep.length], [3, 0, 2]);
});

test("D5 of more agents than the limit allows now, as they were adopted, so many go to sleep that one can start", async () => {
  const live = new LiveAgents(1);
  const asleep: string[] = [];
  const adopted = [1, 2, 3].map((since) => sessionThat(`${since}`, asleep, since));
  for (const session of adopted) live.adopt(session);
  const started = live.acquire(sessionThat("new", asleep, undefined));
  assert.deepEqual(asleep, ["1", "2", "3"]);
  for (const session of adopted) live.release(session);
  await started;
  assert.equal(live.count, 1);
});

test("D5 an agent that ended and starts again waits behind those that waited before", async () => {
  const live = new LiveAgents(1);
  const first = sessionThat("first", [], undefined);
  await live.acquire(first);
  const second = live.acquire(sessionThat("second", [], undefined));
  live.release(first);
  void live.acquire(first);
  await second;
  assert.deepEqual([live.count, live.waiting], [1, 1]);
});

test("D5 a prompt is not behind all that waited before it: every other one that starts is the first with a prompt", async () => {
  const live = new LiveAgents(1);
  const first = sessionThat("first", [], undefined);
  await live.acquire(first);
  const started: LiveSession[] = [];
  const wait = (id: string, isPrompted: boolean): void => {
    const session = sessionThat(id, [], undefined);
    void live.acquire(session, isPrompted).then(() => started.push(session));
  };
  for (const id of ["1", "2", "3"]) wait(id, false);
  for (const id of ["a", "b", "c"]) wait(id, true);
  live.release(first);
  for (let n = 0; n < 6; n++) {
    await Promise.resolve();
    const last = started.at(-1);
    if (last !== undefined) live.release(last);
  }
  assert.deepEqual(
    started.map(({ id }) => id),
    ["a", "1", "b", "2", "c", "3"],
  );
});
