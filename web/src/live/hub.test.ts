import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Event } from "../../../src/api/gen/bridle/v1/event_pb.js";
import { connect } from "../../../src/api/node-client.ts";
import type { PageClient } from "../../../src/api/page-client.ts";
import { StubDaemon } from "../../../test/daemon/server/stub-daemon.ts";
import { until } from "../../../test/host/until.ts";
import { Feed } from "./feed.ts";
import { Hub } from "./hub.ts";

let daemon: StubDaemon;
let client: PageClient;
let hub: Hub;
const ending = new AbortController();

before(async () => {
  daemon = await new StubDaemon().start({ limits: { callBurst: 10_000 } });
  client = connect({ socket: daemon.socketPath });
  hub = new Hub(client);
  void hub.run(ending.signal);
});
after(async () => {
  ending.abort();
  await client.close();
  await daemon.stop();
});

function openTab(): Feed & Disposable {
  const { port1, port2 } = new MessageChannel();
  hub.attach(port1);
  const close = (): void => {
    port1.close();
    port2.close();
  };
  return Object.assign(new Feed(port2), { [Symbol.dispose]: close });
}

function follow(tab: Feed, sessionId: string, afterSeq = 0) {
  const got = { seqs: [] as number[], reset: 0, ended: "" };
  const stop = tab.follow(sessionId, afterSeq, {
    events: (events: readonly Event[]) => void got.seqs.push(...events.map(({ seq }) => Number(seq))),
    reset: (firstSeq) => {
      got.reset = firstSeq;
    },
    ended: (reason) => {
      got.ended = reason;
    },
  });
  return Object.assign(got, { stop });
}

const upTo = (last: number, from = 1): number[] => Array.from({ length: last - from + 1 }, (_, at) => from + at);
const words = (count: number): string[] => Array.from({ length: count }, (_, at) => `word ${at}`);

test("U3 tabs that share one stream get every event once and in order, from wherever each begins", async () => {
  daemon.addSession("shared");
  await daemon.say("shared", words(700));
  using first = openTab();
  using second = openTab();
  const all = follow(first, "shared");
  await until(() => all.seqs.length === 700);
  const late = follow(second, "shared");
  using third = openTab();
  const later = follow(third, "shared", 650);
  for (let n = 0; n < 20; n++) await daemon.say("shared", words(5));
  await until(() => all.seqs.length === 800 && late.seqs.length === 800 && later.seqs.length === 150);
  assert.deepEqual(all.seqs, upTo(800));
  assert.deepEqual(late.seqs, upTo(800));
  assert.deepEqual(later.seqs, upTo(800, 651));
});

test("U3 where the daemon was restarted, the stream goes on behind the last event, and the tab is told of both", async () => {
  daemon.addSession("cut");
  using tab = openTab();
  const links: string[] = [];
  tab.link.subscribe(({ state }) => void links.push(state));
  const got = follow(tab, "cut");
  await daemon.say("cut", words(10));
  await until(() => got.seqs.length === 10);
  await daemon.server.close();
  await daemon.say("cut", words(10));
  await daemon.start({ limits: { callBurst: 10_000 } });
  await until(() => got.seqs.length === 20 && links.at(-1) === "connected");
  assert.deepEqual(got.seqs, upTo(20));
  assert.ok(links.includes("lost"));
});

test("U3 a tab hears of sessions that change, and of one that is not there", async () => {
  using tab = openTab();
  const titles: string[] = [];
  tab.onSessionChanged(({ title }) => void titles.push(title));
  await until(() => tab.link.value.state === "connected" && daemon.listeners.size > 0);
  daemon.change("s1", "renamed");
  const got = follow(tab, "nowhere");
  await until(() => titles.includes("renamed") && got.ended === "not_found");
});

test("U3 who stops following, or leaves, gets nothing more; the others do", async () => {
  daemon.addSession("left");
  using leaving = openTab();
  using staying = openTab();
  const gone = follow(leaving, "left");
  const here = follow(staying, "left");
  await daemon.say("left", words(3));
  await until(() => gone.seqs.length === 3 && here.seqs.length === 3);
  leaving.leave();
  await daemon.say("left", words(3));
  await until(() => here.seqs.length === 6);
  assert.equal(gone.seqs.length, 3);
});
