import assert from "node:assert/strict";
import { test } from "node:test";
import { create } from "@bufbuild/protobuf";
import {
  type WatchRequest,
  type WatchResponse,
  WatchResponseSchema,
} from "../../../src/api/gen/bridle/v1/conversation_service_pb.js";
import type { PageClient } from "../../../src/api/page-client.ts";
import { until } from "../../../test/host/until.ts";
import { Feed } from "./feed.ts";
import { Hub } from "./hub.ts";

/** A daemon whose stream says what a test wants it to. */
class ToldDaemon {
  readonly cursors: number[][] = [];
  readonly updates: string[] = [];
  tell: (response: WatchResponse) => void = () => {};

  readonly client = {
    conversation: {
      watch: (request: Partial<WatchRequest>, { signal }: { signal: AbortSignal }) => this.#watch(request, signal),
      updateWatch: async ({ add, remove }: { add?: readonly unknown[]; remove?: readonly unknown[] }) => {
        // The first takes longer than those behind it.
        if (this.updates.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
        this.updates.push(add === undefined ? `remove ${remove?.length}` : `add ${add.length}`);
      },
    },
  } as unknown as PageClient;

  async *#watch({ cursors = [] }: Partial<WatchRequest>, signal: AbortSignal): AsyncGenerator<WatchResponse> {
    this.cursors.push(cursors.map(({ afterSeq }) => Number(afterSeq)));
    const waiting: WatchResponse[] = [
      create(WatchResponseSchema, { kind: { case: "started", value: { watchId: "w" } } }),
    ];
    let wake = (): void => {};
    this.tell = (response) => {
      waiting.push(response);
      wake();
    };
    signal.addEventListener("abort", () => wake());
    while (!signal.aborted) {
      const next = waiting.shift();
      if (next !== undefined) yield next;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
  }
}

const batch = (from: number, to: number): WatchResponse =>
  create(WatchResponseSchema, {
    kind: {
      case: "batch",
      value: { sessionId: "s", events: Array.from({ length: to - from + 1 }, (_, at) => ({ seq: BigInt(from + at) })) },
    },
  });

test("U3 what is still in the pipe of a session that is followed anew does not hide its beginning", async () => {
  const ending = new AbortController();
  const daemon = new ToldDaemon();
  const hub = new Hub(daemon.client);
  void hub.run(ending.signal);
  const { port1, port2 } = new MessageChannel();
  hub.attach(port1);
  const tab = new Feed(port2);
  const seqs: number[] = [];
  const listener = {
    events: (events: readonly { seq: bigint }[]) => void seqs.push(...events.map(({ seq }) => Number(seq))),
    reset: () => {},
    ended: () => {},
  };
  await until(() => tab.link.value.state === "connected");
  tab.follow("s", 0, listener)();
  tab.follow("s", 0, listener);
  await until(() => daemon.updates.length === 3);
  assert.deepEqual(daemon.updates, ["add 1", "remove 1", "add 1"], "in the order they were meant");
  daemon.tell(batch(500, 510));
  // Another stream, from where the tab is.
  await until(() => daemon.cursors.length === 2);
  assert.deepEqual(daemon.cursors[1], [0]);
  daemon.tell(batch(1, 3));
  daemon.tell(batch(2, 5));
  await until(() => seqs.length === 5);
  assert.deepEqual(seqs, [1, 2, 3, 4, 5]);
  ending.abort();
  port1.close();
  port2.close();
});
