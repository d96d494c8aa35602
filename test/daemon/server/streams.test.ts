// Runs alone: it measures an ending that has to be quick.
import assert from "node:assert/strict";
import { type ClientHttp2Stream, connect as http2 } from "node:http2";
import { connect as net } from "node:net";
import { after, before, test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import type { BridleClient } from "../../../src/api/client.ts";
import {
  SubscribeRequestSchema,
  SubscribeResponseSchema,
  type WatchResponse,
} from "../../../src/api/gen/bridle/v1/conversation_service_pb.js";
import { connect } from "../../../src/api/node-client.ts";
import { isBridleError } from "../../../src/errors.ts";
import { until } from "../../host/until.ts";
import { within } from "../../host/within.ts";
import { StubDaemon } from "./stub-daemon.ts";

let daemon: StubDaemon;
let client: BridleClient;

before(async () => {
  daemon = await new StubDaemon().start({ limits: { callBurst: 10_000 } });
  client = connect({ socket: daemon.socketPath });
});
after(async () => {
  await client.close();
  await daemon.stop();
});

const textsOf = (response: WatchResponse): string[] =>
  response.kind.case === "batch"
    ? response.kind.value.events.flatMap(({ kind }) => (kind.case === "textDelta" ? [kind.value.text] : []))
    : [];

function texts(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => `${prefix}${at}`);
}

test("D3 one Watch carries many cursors; UpdateWatch adds and removes, for the same caller only", async () => {
  for (const id of ["w1", "w2"]) daemon.addSession(id);
  await daemon.say("w1", ["a"]);
  const stop = new AbortController();
  const cursors = [{ sessionId: "w1", afterSeq: 0n }, { sessionId: "nowhere" }];
  const stream = client.conversation.watch({ cursors, sessions: true }, { signal: stop.signal });
  const items = stream[Symbol.asyncIterator]();
  const next = async () => (await within(3000, "next", items.next())).value as WatchResponse;
  const first = await next();
  assert.equal(first.kind.case, "started");
  const watchId = first.kind.case === "started" ? first.kind.value.watchId : "";
  const seen = [await next(), await next(), await next()];
  assert.deepEqual(seen.map(({ kind }) => kind.case).sort(), ["batch", "ended", "opened"]);
  const ended = seen.find(({ kind }) => kind.case === "ended")?.kind;
  assert.equal(ended?.case === "ended" && ended.value.reason, "not_found");

  await daemon.say("w2", ["b", "c"]);
  await client.conversation.updateWatch({ watchId, add: [{ sessionId: "w2", afterSeq: 1n }], remove: ["w1"] });
  assert.equal((await next()).kind.case, "opened");
  assert.deepEqual(textsOf(await next()), ["c"]);
  await daemon.say("w1", ["not seen"]);
  daemon.change("w9", "new");
  const changed = (await next()).kind;
  assert.equal(changed.case === "sessionChanged" && changed.value.session?.title, "new");

  const other = connect({ address: daemon.url, token: daemon.token });
  await assert.rejects(other.conversation.updateWatch({ watchId, remove: ["w2"] }), (error) =>
    isBridleError(error, "not_found"),
  );
  await other.close();
  await daemon.log.delete("w2");
  const gone = (await next()).kind;
  assert.equal(gone.case === "ended" && gone.value.reason, "deleted");
  stop.abort();
  await until(() => daemon.server.streams === 0 && daemon.listeners.size === 0);
});

test("D3 a session that floods a Watch leaves the others their turn", async () => {
  for (const id of ["loud", "quiet"]) daemon.addSession(id);
  for (let i = 0; i < 40; i++) await daemon.say("loud", texts("x".repeat(1000), 1000));
  await daemon.say("quiet", ["hello"]);
  const cursors = [{ sessionId: "loud" }, { sessionId: "quiet" }];
  let before = 0;
  for await (const response of client.conversation.watch({ cursors })) {
    if (response.kind.case !== "batch") continue;
    if (response.kind.value.sessionId === "quiet") break;
    before += response.kind.value.events.length;
  }
  assert.ok(before <= 2000, `${before} of 40000 came first`);
});

test("D3 D9 a cursor below what is kept, or beyond the end, gets reset and then everything", async () => {
  daemon.addSession("cut");
  await daemon.say("cut", texts("", 10));
  await daemon.log.trim("cut", 6);
  for (const after of [2, 99]) {
    const resets: number[] = [];
    const seen: number[] = [];
    for await (const { seq } of client.follow("cut", after, { onReset: (first) => resets.push(first) })) {
      seen.push(Number(seq));
      if (seen.length === 5) break;
    }
    assert.deepEqual(resets, [6]);
    assert.deepEqual(seen, [6, 7, 8, 9, 10]);
  }
});

test("D3 an unknown session is not_found, and a deleted one ends its streams", async () => {
  const unknown = client.conversation.subscribe({ cursor: { sessionId: "nowhere" } })[Symbol.asyncIterator]();
  await assert.rejects(unknown.next(), (error) => isBridleError(error, "not_found") && error.data.id === "nowhere");
  daemon.addSession("short");
  await daemon.say("short", ["a"]);
  const seen: string[] = [];
  for await (const { kind } of client.conversation.subscribe({ cursor: { sessionId: "short" } })) {
    seen.push(kind.case ?? "");
    if (kind.case === "batch") await client.sessions.deleteSession({ sessionId: "short" });
  }
  assert.deepEqual(seen, ["opened", "batch", "ended"]);
});

/** A client that reads only when told, below all libraries. */
function rawSubscriber(sessionId: string): { stream: ClientHttp2Stream; destroy: () => void } {
  const session = http2("http://localhost", { createConnection: () => net(daemon.socketPath) });
  session.on("error", () => undefined);
  const path = "/bridle.v1.ConversationService/Subscribe";
  const stream = session.request({
    ":method": "POST",
    ":path": path,
    "content-type": "application/grpc",
    te: "trailers",
  });
  const body = toBinary(SubscribeRequestSchema, create(SubscribeRequestSchema, { cursor: { sessionId } }));
  const head = Buffer.alloc(5);
  head.writeUInt32BE(body.length, 1);
  stream.on("error", () => undefined).end(Buffer.concat([head, body]));
  return { stream, destroy: () => session.destroy() };
}

/** What is really held: buffers are let go only by a second collection. */
async function usedBytes(): Promise<number> {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  for (let pass = 0; pass < 3; pass++) {
    collect();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Calls back for every message of a stream of gRPC. */
function onMessages(stream: ClientHttp2Stream, take: (bytes: Buffer) => void): void {
  let held = Buffer.alloc(0);
  stream.on("data", (chunk: Buffer) => {
    held = Buffer.concat([held, chunk]);
    while (held.length >= 5 && held.length >= 5 + held.readUInt32BE(1)) {
      const end = 5 + held.readUInt32BE(1);
      take(held.subarray(5, end));
      held = held.subarray(end);
    }
  });
}

test("D3 a client that stops reading costs constant memory, holds up nobody, and later gets everything", async (t) => {
  daemon.addSession("flood");
  const slow = rawSubscriber("flood");
  t.after(slow.destroy);
  slow.stream.pause();
  await until(() => daemon.server.streams === 1);
  let got = 0;
  const fast = (async () => {
    for await (const { seq } of client.follow("flood", 0)) {
      got = Number(seq);
      if (got === 60_000) return;
    }
  })();
  const before = await usedBytes();
  // 60 MB; what nobody needs any more is taken out of the log, all but what the slow one has not read.
  for (let at = 0; at < 60; at++) {
    await daemon.say("flood", texts("y".repeat(1000), 1000));
    await until(() => got >= (at - 4) * 1000);
    await daemon.log.trim("flood", at * 1000);
  }
  await within(10_000, "the fast one", fast);
  const grown = ((await usedBytes()) - before) / 1e6;
  assert.ok(grown < 15, `${grown} MB`);

  // It was left behind what is kept: it is told so, and goes on there, without a hole.
  const parts: { reset: boolean; seqs: number[] }[] = [];
  onMessages(slow.stream, (bytes) => {
    const { kind } = fromBinary(SubscribeResponseSchema, bytes);
    if (kind.case === "opened") parts.push({ reset: kind.value.reset !== undefined, seqs: [] });
    if (kind.case === "batch") parts.at(-1)?.seqs.push(...kind.value.events.map(({ seq }) => Number(seq)));
  });
  slow.stream.resume();
  await until(() => parts.at(-1)?.seqs.at(-1) === 60_000);
  assert.deepEqual(
    parts.map(({ reset }) => reset),
    [false, true],
  );
  for (const { seqs } of parts) {
    assert.deepEqual(
      seqs,
      seqs.map((_, at) => (seqs[0] ?? 0) + at),
    );
  }
});

test("D3 a client at one event a second beside one at full speed: both get everything, neither waits", async () => {
  daemon.addSession("pair");
  const stop = new AbortController();
  const slow: number[] = [];
  const slowly = (async () => {
    for await (const { seq } of client.follow("pair", 0, { signal: stop.signal })) {
      slow.push(Number(seq));
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  })();
  await until(() => daemon.server.streams === 1);
  const producing = (async () => {
    for (let at = 0; at < 100; at++) {
      await daemon.say("pair", texts("z", 200));
      await new Promise((resolve) => setImmediate(resolve));
    }
  })();
  let last = 0;
  for await (const { seq } of client.follow("pair", 0)) {
    assert.equal(Number(seq), last + 1);
    last = Number(seq);
    if (last === 20_000) break;
  }
  await producing;
  // One that waited for the other would be where it is, however fast the machine.
  assert.ok(slow.length < 200, `the slow one has ${slow.length} events when the other has all`);
  await until(() => slow.length >= 2);
  stop.abort();
  await slowly;
  assert.deepEqual(
    slow,
    slow.map((_, at) => at + 1),
  );
});

test("D3 D6 a thousand clients that come and vanish leave nothing behind", async () => {
  daemon.addSession("busy");
  await daemon.say("busy", texts("b", 500));
  for (let round = 0; round < 20; round++) {
    const clients = Array.from({ length: 50 }, () => rawSubscriber("busy"));
    await daemon.say("busy", texts("c", 50));
    // Some in the middle of their first answer, some before it.
    await Promise.race(clients.map(({ stream }) => new Promise((resolve) => stream.once("data", resolve))));
    for (const { destroy } of clients) destroy();
  }
  await until(() => daemon.server.streams === 0 && daemon.server.connections <= 1);
  assert.equal(daemon.called.filter((call) => call.startsWith("Subscribe internal")).length, 0);
  assert.deepEqual(daemon.failures, []);
});

test("D6 a server that stops ends its streams with unavailable, and lets go of its port at once", async () => {
  const stub = await new StubDaemon().start();
  const other = connect({ address: stub.url, token: stub.token, retryForMs: 0 });
  const stream = other.conversation.watch({ sessions: true })[Symbol.asyncIterator]();
  await stream.next();
  const ended = assert.rejects(async () => stream.next(), /the daemon is stopping|unavailable/i);
  const begun = performance.now();
  await stub.stop();
  assert.ok(performance.now() - begun < 900, "no need for the grace time");
  await ended;
  await other.close();
});
