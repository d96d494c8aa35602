import assert from "node:assert/strict";
import { test } from "node:test";
import { Ledger } from "./ledger.ts";

function ledgerWith(...prompts: string[]): Ledger {
  const ledger = new Ledger();
  for (const uuid of prompts) ledger.add({ uuid });
  return ledger;
}

const silent = { listed: false, startedByAgent: false, names: true };
const unnamed = { ...silent, names: false };

test("H14 a result that names its prompts settles these and no others", () => {
  const ledger = ledgerWith("a", "b", "c");
  ledger.begin([]);
  assert.deepEqual(ledger.end(["a", "c"], { ...silent, listed: true }), ["a", "c"]);
  assert.equal(ledger.outstanding, 1);
});

test("H14 prompts that the agent repeated, and those sent before them, belong to the turn", () => {
  const ledger = ledgerWith("a", "b", "c");
  ledger.begin([]);
  ledger.took("b", "");
  assert.deepEqual(ledger.end([], silent), ["a", "b"]);
});

test("H14 a result that says nothing answers the oldest prompt", () => {
  const ledger = ledgerWith("a", "b");
  ledger.begin([]);
  assert.deepEqual(ledger.end([], silent), ["a"]);
});

test("H14 a turn that began while no prompt waited answers none, also when one is sent meanwhile", () => {
  const ledger = ledgerWith();
  assert.match(ledger.begin([]), /^agent-/);
  ledger.add({ uuid: "late" });
  assert.deepEqual(ledger.end([], silent), []);
  assert.equal(ledger.outstanding, 1);
});

test("H14 a turn that the agent calls its own answers none", () => {
  const ledger = ledgerWith("a");
  ledger.begin([]);
  assert.deepEqual(ledger.end([], { ...silent, startedByAgent: true }), []);
});

test("H14 a prompt that the agent repeats under another uuid is known by its words", () => {
  const ledger = new Ledger();
  for (const uuid of ["a", "b", "c"]) ledger.add({ uuid, mark: `mark of ${uuid}` });
  ledger.begin([]);
  ledger.took("another", "mark of b");
  assert.deepEqual(ledger.end([], unnamed), ["a", "b"]);
});

test("H14 what an agent that folds without a word has left open is over when no turn begins", () => {
  const ledger = ledgerWith("a", "b", "c");
  ledger.begin([]);
  assert.deepEqual(ledger.end([], unnamed), ["a"]);
  assert.ok(ledger.inDoubt);
  const restored = new Ledger(JSON.parse(JSON.stringify(ledger.state)));
  assert.deepEqual(restored.resolve().folded, ["b", "c"]);
  assert.ok(restored.settled);
});

test("H14 a turn that begins in time is that of the prompt in doubt", () => {
  const ledger = ledgerWith("a", "b");
  ledger.begin([]);
  ledger.end([], unnamed);
  assert.equal(ledger.begin([]), "b");
  assert.ok(!ledger.inDoubt);
  assert.deepEqual(ledger.resolve().folded, []);
  assert.deepEqual(ledger.end([], unnamed), ["b"]);
  assert.ok(ledger.settled);
});

test("H14 a prompt is in doubt neither after a list of ours nor with an agent that repeats what it folds", () => {
  for (const [named, how] of [
    [["a"], { ...unnamed, listed: true }],
    [[], silent],
  ] as const) {
    const ledger = ledgerWith("a", "b");
    ledger.begin([]);
    ledger.end(named, how);
    assert.ok(!ledger.inDoubt);
    assert.equal(ledger.outstanding, 1);
  }
});

test("H14 a prompt that the agent repeats while no turn runs, and none begins, was ignored", () => {
  const ledger = ledgerWith("a");
  ledger.took("a", "");
  assert.ok(ledger.inDoubt);
  assert.deepEqual(ledger.resolve().ignored, ["a"]);
});

test("H14 P6 a command that nobody here sent begins the agent's own turn, whoever waits", () => {
  const ledger = ledgerWith("a");
  ledger.started("a");
  assert.equal(ledger.turn, undefined, "our own prompt's turn begins with its init");
  ledger.started("of the agent");
  assert.match(ledger.turn ?? "", /^agent-/);
  assert.match(ledger.begin([]), /^agent-/);
  assert.deepEqual(ledger.end([], silent), []);
  assert.equal(ledger.begin(["a"]), "a");
  assert.deepEqual(ledger.end(["a"], { ...silent, listed: true }), ["a"]);
  ledger.started("a");
  assert.equal(ledger.turn, undefined, "one that has its result is none of the agent's");
});
