import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { SqliteLog } from "../../../src/daemon/log/sqlite-log.ts";
import { Store } from "../../../src/daemon/store/store.ts";
import { connect, type Event, isBridleError } from "../../../src/exports/client.ts";
import { twinPrompt } from "../../../src/twin/twin-script.ts";
import { eventually } from "../support/eventually.ts";
import { LiveHeap } from "../support/live-heap.ts";
import { openFiles } from "../support/processes-of.ts";
import { eventsUntil, isTurnEnd, textOf } from "../support/session-events.ts";
import { startDaemon, type TestDaemon } from "../support/start-daemon.ts";
import { createSession } from "../support/talk.ts";
import { twinAgent } from "../support/twins.ts";

const agents = { twin: twinAgent() };

/** Four megabytes. Text behind thinking behind a tool cannot be joined, so these are many events. */
const muchTalk = twinPrompt({
  steps: [
    ...Array.from({ length: 20 }, () => ({
      ...{ text: "0123456789".repeat(40), repeat: 500, chunks: 500, thinking: "hm" },
      tools: [{ name: "Bash", input: { command: "touch here" } }],
    })),
    { text: "end" },
  ],
});

test("D3 a thousand clients that come and vanish leave no stream, no file and no memory behind", async () => {
  const heap = new LiveHeap();
  await using daemon = await startDaemon({ agents, set: ["daemon.calls_per_minute=10000000"], ...heap.options });
  const { id } = await createSession(daemon, "hello");
  await eventsUntil(daemon.client, id, isTurnEnd);
  // What the first hundred cost stays: code is compiled, pools are filled.
  await comeAndVanish(daemon, id, 100);
  await eventually("their streams to be gone", async () => (await subscribers(daemon)) === 0);
  const before = { files: openFiles(daemon.pid), memory: await heap.megabytes(daemon.pid) };
  for (let hundred = 0; hundred < 10; hundred++) await comeAndVanish(daemon, id, 100);
  await eventually("all streams to be gone", async () => (await subscribers(daemon)) === 0);
  await eventually("all files to be closed", () => openFiles(daemon.pid) <= before.files + 2);
  const growth = (await heap.megabytes(daemon.pid)) - before.memory;
  assert.ok(growth < 10, `${growth.toFixed(1)} MB more`);
});

test("D3 a client at one event a second costs constant memory and does not slow one at full speed; it misses nothing", async () => {
  const heap = new LiveHeap();
  const settings = { permissions: { allow: ["Bash"] } };
  await using daemon = await startDaemon({ agents, settings, ...heap.options });
  const { id } = await createSession(daemon, "warm up");
  const start = Number((await eventsUntil(daemon.client, id, isTurnEnd)).at(-1)?.seq);
  const slow = slowReader(daemon, id, start);
  await slow.first;
  await daemon.client.conversation.sendPrompt({ sessionId: id, prompt: { text: muchTalk } });
  let events = await eventsUntil(daemon.client, id, isTurnEnd, { after: start, ms: 30_000 });
  const memory = await heap.megabytes(daemon.pid);
  const began = performance.now();
  const { seq } = await daemon.client.conversation.sendPrompt({ sessionId: id, prompt: { text: muchTalk } });
  const more = await eventsUntil(daemon.client, id, isTurnEnd, { after: Number(seq) - 1, ms: 30_000 });
  const fastMs = performance.now() - began;
  const growth = (await heap.megabytes(daemon.pid)) - memory;
  const { read } = slow;
  assert.ok(textOf(more).length === 4_000_003 && more.length > 500, `${more.length} events`);
  assert.ok(fastMs < 15_000 && read < 30, `the slow one has ${read} of ${events.length} events after ${fastMs} ms`);
  assert.ok(growth < 8, `another ${more.length} events that the slow one has not read cost ${growth.toFixed(1)} MB`);
  events = await eventsUntil(daemon.client, id, (event) => event.seq === more.at(-1)?.seq, { after: start });
  slow.hurry();
  const late = await slow.whole(Number(events.at(-1)?.seq));
  assert.deepEqual(
    late.map(({ seq }) => seq),
    Array.from(late, (_, n) => BigInt(start + n + 1)),
  );
  assert.equal(textOf(late), textOf(events));
});

test("D3 D9 a subscription begins at any number; below what retention kept it gets a reset with the first number, never a silent gap", async () => {
  await using daemon = await startDaemon({ agents });
  const { id } = await createSession(
    daemon,
    twinPrompt({ steps: [{ text: "0123456789", chunks: 10, chunkDelayMs: 5 }] }),
  );
  const events = await eventsUntil(daemon.client, id, isTurnEnd);
  const last = Number(events.at(-1)?.seq);
  for (const after of [0, 3, last - 1]) {
    const again = await eventsUntil(daemon.client, id, isTurnEnd, { after });
    assert.deepEqual(again, events.slice(after));
  }
  await daemon.stop();
  const store = new Store(daemon.database);
  await new SqliteLog(store).trim(id, 6);
  await store.close();
  await daemon.restart();
  let reset: number | undefined;
  const kept: Event[] = [];
  const onReset = (first: number): void => {
    reset = first;
  };
  for await (const event of daemon.client.follow(id, 2, { onReset })) {
    kept.push(event);
    if (isTurnEnd(event)) break;
  }
  assert.equal(reset, 6);
  assert.deepEqual(kept, events.slice(5));
  const above = await eventsUntil(daemon.client, id, isTurnEnd, { after: 7 });
  assert.deepEqual(above, events.slice(7));
});

test("D1 a query that is too long is refused, and the daemon goes on searching", async () => {
  await using daemon = await startDaemon({ agents });
  const { sessions } = daemon.client;
  const { id } = await createSession(daemon, "a needle in it");
  await eventsUntil(daemon.client, id, isTurnEnd);
  await assert.rejects(
    sessions.searchSessions({ query: "word ".repeat(6_000_000) }),
    (error) =>
      isBridleError(error, "invalid_option") && /query must be a text of at most 1024 bytes/.test(error.message),
  );
  assert.equal((await sessions.searchSessions({ query: "needle" })).hits.length, 1);
});

/** Each subscribes, hears its first word and is gone without another. */
async function comeAndVanish(daemon: TestDaemon, sessionId: string, count: number): Promise<void> {
  const visit = async (): Promise<void> => {
    const client = connect({ socket: daemon.socket });
    const stream = client.conversation.subscribe({ cursor: { sessionId, afterSeq: 0n } });
    for await (const _ of stream) break;
    await client.close();
  };
  await Promise.all(Array.from({ length: count }, visit));
}

async function subscribers(daemon: TestDaemon): Promise<number> {
  return (await daemon.client.daemon.healthDetails({})).subscribers;
}

/** Takes an event a second, until it is told to hurry. */
function slowReader(daemon: TestDaemon, sessionId: string, after: number) {
  const client = connect({ socket: daemon.socket });
  const opened = Promise.withResolvers<void>();
  const events: Event[] = [];
  const pace = new AbortController();
  const stop = new AbortController();
  const reading = (async () => {
    const cursor = { sessionId, afterSeq: BigInt(after) };
    for await (const { kind } of client.conversation.subscribe({ cursor }, { signal: stop.signal })) {
      opened.resolve();
      if (kind.case !== "batch") continue;
      for (const event of kind.value.events) {
        events.push(event);
        await sleep(1000, undefined, { signal: pace.signal }).catch(() => undefined);
      }
    }
  })();
  reading.catch(() => undefined);
  return {
    first: opened.promise,
    get read() {
      return events.length;
    },
    hurry: () => pace.abort(),
    whole: async (last: number): Promise<Event[]> => {
      await eventually("the slow one to have all", () => (events.at(-1)?.seq ?? 0n) >= BigInt(last), 20_000);
      stop.abort();
      await client.close();
      return events.filter(({ seq }) => seq <= BigInt(last));
    },
  };
}
