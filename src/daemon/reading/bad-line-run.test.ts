import assert from "node:assert/strict";
import { test } from "node:test";
import { CoreSession } from "../../../test/daemon/support/core-session.ts";
import { orderlyExit, readyState } from "../../../test/daemon/support/session-states.ts";
import { throughRows } from "../../../test/daemon/support/through-rows.ts";
import type { Effect } from "../core/effect.ts";
import type { SessionState } from "../core/session-state.ts";

/** What is told of lines, by one daemon or several. */
interface Told {
  readonly events: string[];
  readonly notices: string[];
  refused: number;
}

function nothingTold(): Told {
  return { events: [], notices: [], refused: 0 };
}

function reading(told: Told, state: SessionState = readyState()): CoreSession {
  const heard = (effects: readonly Effect[]): void => {
    for (const effect of effects) {
      if (effect.type === "emit") told.events.push(effect.draft.kind.case);
      else if (effect.type === "trace" && effect.entry.what === "notice") told.notices.push(effect.entry.message);
      else if (effect.type === "write") told.refused += 1;
    }
  };
  return new CoreSession(state, { heard, isChecked: false });
}

const status = '{"type":"system","subtype":"status","status":"x"}\n';

test("W3 a run of bad lines is told by its first, and the others as one when it is over", () => {
  const told = nothingTold();
  const read = reading(told);
  read.reads(Buffer.from("x\n".repeat(50)));
  assert.deepEqual([told.events.length, told.notices.length], [1, 1]);
  read.reads(Buffer.from(status));
  assert.deepEqual(told.events, ["error", "error", "agentStatus"]);
  assert.equal(told.notices.length, 2);
  assert.match(told.notices[1] ?? "", /^49 more lines in a row \(49 bytes\) could not be read\.$/);
  read.reads(Buffer.from(`x\n${status}`));
  assert.deepEqual([told.events.length, told.notices.length], [5, 3]);
});

test("W3 a run of bad lines that does not end is told of with its size so far, ever more seldom", () => {
  const told = nothingTold();
  let read = reading(told);
  const lines = Buffer.from("x\n".repeat(10_000));
  for (let n = 0; n < 25; n++) {
    for (let part = 0; part < 10; part++) read.reads(lines);
    // Daemons come and go; the count goes on.
    read = reading(told, throughRows(read.state));
  }
  const counts = told.notices.map((message) => Number(/^(\d+) more lines .* so far/.exec(message)?.[1] ?? 0));
  assert.deepEqual(counts, [0, 100, 1000, 10_000, 100_000, 1_000_000, 2_000_000]);
  assert.equal(told.events.length, told.notices.length);
  read.reads(Buffer.from(status));
  assert.match(told.notices.at(-1) ?? "", /^2499999 more lines in a row \(2499999 bytes\) could not be read\.$/);
});

/** The agent is gone, and nothing follows what it said. */
function end(read: CoreSession): void {
  read.decoder.end();
  read.apply({ type: "exited", agentId: read.process.id, exit: orderlyExit });
}

test("W3 messages that lack what they need are bad lines too, and every request among them is refused", () => {
  const told = nothingTold();
  const read = reading(told);
  const request = '{"type":"control_request","request_id":"r","request":{}}\n';
  read.reads(Buffer.from(`{"type":"assistant"}\n${request}`.repeat(100)));
  end(read);
  assert.equal(told.refused, 100);
  // The first, a hundred more, and all when it is over.
  assert.deepEqual([told.events, told.notices.length], [["error", "error", "error"], 3]);
});

test("D5 a run of bad lines goes on in the next daemon", () => {
  const told = nothingTold();
  const first = reading(told);
  first.reads(Buffer.from("x\n".repeat(10)));
  const second = reading(told, throughRows(first.state));
  second.reads(Buffer.from("x\n".repeat(10)));
  end(second);
  assert.deepEqual([told.events, told.notices.length], [["error", "error"], 2]);
  assert.match(told.notices[1] ?? "", /^19 more lines/);
});

test("D5 a run of bad lines that a delta ended is not told again by the next daemon", () => {
  const read = reading(nothingTold());
  read.reads(Buffer.from("x\nx\n"));
  assert.deepEqual(read.process.conversation.badLines, { lines: 1, bytes: 1 });
  const event = { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "hi" } };
  read.says({ type: "stream_event", event, session_id: "s" });
  assert.equal(read.process.conversation.badLines, undefined, "the state without the run is stored");
});
