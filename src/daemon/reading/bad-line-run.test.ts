import assert from "node:assert/strict";
import { test } from "node:test";
import type { Notice } from "../../adapters/notice.ts";
import type { Event } from "../../host/event.ts";
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
  read.push(0, Buffer.from("x\n".repeat(100_000)));
  assert.deepEqual([told.events.length, told.notices.length], [1, 1]);
  read.push(0, Buffer.from(status));
  assert.deepEqual(
    told.events.map(({ type }) => type),
    ["error", "error", "status"],
  );
  assert.equal(told.notices.length, 2);
  assert.match(told.notices[1]?.message ?? "", /^99999 more lines in a row \(99999 bytes\) could not be read/);
  read.push(0, Buffer.from(`x\n${status}`));
  assert.deepEqual([told.events.length, told.notices.length], [5, 3]);
});

test("W3 messages that lack what they need are bad lines too, and every request among them is refused", () => {
  const told = { events: [] as Event[], notices: [] as Notice[], refused: 0 };
  const read = reading(told);
  const request = '{"type":"control_request","request_id":"r","request":{}}\n';
  read.push(0, Buffer.from(`{"type":"assistant"}\n${request}`.repeat(100)));
  read.end();
  assert.equal(told.refused, 100);
  assert.deepEqual([told.events.length, told.notices.length], [2, 2]);
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
