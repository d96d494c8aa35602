import assert from "node:assert/strict";
import { test } from "node:test";
import type { Notice } from "../../adapters/notice.ts";
import type { Event } from "../../conversation/event.ts";
import { AgentReading, freshReading, type ReadingState } from "../agent/agent-reading.ts";

function reading(
  told: { events: Event[]; notices: Notice[]; refused: number },
  state = freshReading("2.1.325", false),
) {
  const sink = {
    event: (event: Event) => void told.events.push(event),
    notice: (notice: Notice) => void told.notices.push(notice),
    ...{ request: () => {}, answer: () => {}, withdrawn: () => {} },
    unreadableRequest: ({ requestId }: { readonly requestId?: string }) => {
      if (requestId !== undefined) told.refused++;
    },
  };
  return new AgentReading(state, 0, sink, 2 ** 20);
}

const status = '{"type":"system","subtype":"status","status":"x"}\n';

test("W3 a run of bad lines is told by its first, and the others as one when it is over", () => {
  const told = { events: [] as Event[], notices: [] as Notice[], refused: 0 };
  const read = reading(told);
  read.push(0, Buffer.from("x\n".repeat(50)));
  assert.deepEqual([told.events.length, told.notices.length], [1, 1]);
  read.push(0, Buffer.from(status));
  assert.deepEqual(
    told.events.map(({ type }) => type),
    ["error", "error", "status"],
  );
  assert.equal(told.notices.length, 2);
  assert.match(told.notices[1]?.message ?? "", /^49 more lines in a row \(49 bytes\) could not be read\.$/);
  read.push(0, Buffer.from(`x\n${status}`));
  assert.deepEqual([told.events.length, told.notices.length], [5, 3]);
});

test("W3 a run of bad lines that does not end is told of with its size so far, ever more seldom", () => {
  const told = { events: [] as Event[], notices: [] as Notice[], refused: 0 };
  let read = reading(told);
  const lines = Buffer.from("x\n".repeat(100_000));
  for (let n = 0; n < 25; n++) {
    read.push(0, lines);
    // Daemons come and go; the count goes on.
    read = reading(told, JSON.parse(JSON.stringify(read.state)) as ReadingState);
  }
  const counts = told.notices.map(({ message }) => Number(/^(\d+) more lines .* so far/.exec(message)?.[1] ?? 0));
  assert.deepEqual(counts, [0, 100, 1000, 10_000, 100_000, 1_000_000, 2_000_000]);
  assert.equal(told.events.length, told.notices.length);
  read.push(0, Buffer.from(status));
  assert.match(
    told.notices.at(-1)?.message ?? "",
    /^2499999 more lines in a row \(2499999 bytes\) could not be read\.$/,
  );
});

test("W3 messages that lack what they need are bad lines too, and every request among them is refused", () => {
  const told = { events: [] as Event[], notices: [] as Notice[], refused: 0 };
  const read = reading(told);
  const request = '{"type":"control_request","request_id":"r","request":{}}\n';
  read.push(0, Buffer.from(`{"type":"assistant"}\n${request}`.repeat(100)));
  read.end();
  assert.equal(told.refused, 100);
  // The first, a hundred more, and all when it is over.
  assert.deepEqual([told.events.length, told.notices.length], [3, 3]);
});

test("D5 a run of bad lines goes on in the next daemon", () => {
  const told = { events: [] as Event[], notices: [] as Notice[], refused: 0 };
  const first = reading(told);
  first.push(0, Buffer.from("x\n".repeat(10)));
  const second = reading(told, JSON.parse(JSON.stringify(first.state)) as ReadingState);
  second.push(20, Buffer.from("x\n".repeat(10)));
  second.end();
  assert.deepEqual([told.events.length, told.notices.length], [2, 2]);
  assert.match(told.notices[1]?.message ?? "", /^19 more lines/);
});

test("D5 a run of bad lines that a delta ended is not told again by the next daemon", () => {
  const told = { events: [] as Event[], notices: [] as Notice[], refused: 0 };
  const first = reading(told);
  first.push(0, Buffer.from("x\nx\n"));
  assert.ok(first.takeChanged());
  const event = { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "hi" } };
  first.push(4, Buffer.from(`${JSON.stringify({ type: "stream_event", event, session_id: "s" })}\n`));
  assert.ok(first.takeChanged(), "the state without the run is stored");
  assert.equal(first.state.badLines, undefined);
});
