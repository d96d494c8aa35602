import assert from "node:assert/strict";
import { test } from "node:test";
import type { Effect } from "../core/effect.ts";
import type { Draft, EventKind } from "../events/draft.ts";
import { occasionsOf } from "./occasions-of.ts";

const draft = (kind: EventKind): Draft => ({ turn: "", parentToolUseId: "", kind });
const turn = (outcome: string): Effect => ({ type: "trace", entry: { what: "turn", session: "s", outcome } });
const crash: Effect = { type: "trace", entry: { what: "state", session: "s", from: "idle", to: "crashed" } };

test("D14 asks, questions and their ends are occasions, each by its id", () => {
  const drafts = [
    draft({ case: "permissionRequest", value: { ask: { id: "a" } } }),
    draft({ case: "textDelta", value: { text: "x" } }),
    draft({ case: "question", value: { ask: { id: "q" } } }),
    draft({ case: "permissionResolved", value: { askId: "a" } }),
  ];
  assert.deepEqual(occasionsOf(drafts, []), [
    { kind: "ask", askId: "a" },
    { kind: "question", askId: "q" },
    { kind: "ask_over", askId: "a" },
  ]);
});

const waits = (by: string): Effect => ({ type: "trace", entry: { what: "held_back", session: "s", by } });
const goesOn: Effect = { type: "trace", entry: { what: "went_on", session: "s", after: "limit" } };

test("D14 D15 a session that waits for its provider or for a login is told as that, not as a turn that failed; and that it goes on", () => {
  assert.deepEqual(occasionsOf([], [waits("limit"), turn("api_error")]), [{ kind: "limit", outcome: "" }]);
  assert.deepEqual(occasionsOf([], [turn("api_error"), waits("login")]), [{ kind: "login", outcome: "" }]);
  assert.deepEqual(occasionsOf([], [waits("budget")]), []);
  assert.deepEqual(occasionsOf([], [goesOn]), [{ kind: "resumed", outcome: "" }]);
  assert.deepEqual(occasionsOf([], [goesOn, waits("limit")]), [{ kind: "limit", outcome: "" }]);
  assert.deepEqual(occasionsOf([], [waits("limit"), goesOn]), [{ kind: "resumed", outcome: "" }]);
  assert.deepEqual(occasionsOf([], [goesOn, turn("success")]), [{ kind: "end", outcome: "success" }]);
});

test("D14 of several turns in a commit the last one counts, a crash before all; one that a person ended is no news", () => {
  assert.deepEqual(occasionsOf([], [turn("api_error"), () => {}, turn("success")]), [
    { kind: "end", outcome: "success" },
  ]);
  assert.deepEqual(occasionsOf([], [turn("api_error")]), [{ kind: "failure", outcome: "api_error" }]);
  assert.deepEqual(occasionsOf([], [crash, turn("lost")]), [{ kind: "crash", outcome: "crashed" }]);
  assert.deepEqual(occasionsOf([], [turn("interrupted")]), []);
  assert.deepEqual(occasionsOf([], []), []);
});
