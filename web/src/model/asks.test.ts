import assert from "node:assert/strict";
import { test } from "node:test";
import { create } from "@bufbuild/protobuf";
import { type Ask, AskSchema, AskState } from "../../../src/api/gen/bridle/v1/ask_pb.js";
import { Asks } from "./asks.ts";

const ask = (id: string, more: Partial<Ask> = {}): Ask =>
  create(AskSchema, { id, state: AskState.OPEN, digest: id, createdMs: 1n, ...more } as Ask);

test("U3 what is on the screen stays the same object however often it is looked for, until something of it changes", () => {
  const asks = new Asks();
  asks.replace([ask("b"), ask("a")]);
  const [first] = asks.open.value;
  assert.equal(first?.id, "a", "those of one moment are in the order of their ids");
  asks.replace([ask("a"), ask("b")]);
  assert.equal(asks.open.value[0], first);
  const later = create(AskSchema, { ...first, suggestions: [{ updateJson: "{}", label: "more" }] } as Ask);
  asks.replace([later, ask("b")]);
  assert.equal(asks.open.value[0], later, "a suggestion that comes later is shown");
});

test("U3 what was answered here does not come back with a list that was on its way", () => {
  const asks = new Asks();
  asks.replace([ask("a"), ask("b")]);
  asks.answered(ask("a"), { sessionId: "s", tone: "done", text: "Allowed." });
  asks.replace([ask("a"), ask("b")]);
  assert.deepEqual(
    asks.open.value.map(({ id }) => id),
    ["b"],
  );
  assert.equal(asks.outcome.value?.text, "Allowed.");
  assert.deepEqual([asks.isAnswered("a"), asks.isAnswered("b")], [true, false]);
});

test("U3 what waits longest is first, and what is decided does not wait", () => {
  const asks = new Asks();
  assert.equal(asks.isKnown.value, false);
  asks.replace([ask("new", { createdMs: 9n }), ask("old"), ask("done", { state: AskState.DENIED })]);
  assert.deepEqual(
    asks.open.value.map(({ id }) => id),
    ["old", "new"],
  );
  assert.equal(asks.isKnown.value, true);
});
