import assert from "node:assert/strict";
import { test } from "node:test";
import { Ledger } from "./ledger.ts";

function ledgerWith(...prompts: string[]): Ledger {
  const ledger = new Ledger();
  for (const uuid of prompts) ledger.add({ uuid, settle: () => {}, fail: () => {} });
  return ledger;
}

const silent = { listed: false, startedByAgent: false };

test("H14 a result that names its prompts settles these and no others", () => {
  const ledger = ledgerWith("a", "b", "c");
  ledger.begin([]);
  assert.deepEqual(ledger.end(["a", "c"], { listed: true, startedByAgent: false }).uuids, ["a", "c"]);
  assert.equal(ledger.outstanding, 1);
});

test("H14 prompts that the agent repeated, and those sent before them, belong to the turn", () => {
  const ledger = ledgerWith("a", "b", "c");
  ledger.begin([]);
  ledger.took("b");
  assert.deepEqual(ledger.end([], silent).uuids, ["a", "b"]);
});

test("H14 a result that says nothing answers the oldest prompt", () => {
  const ledger = ledgerWith("a", "b");
  ledger.begin([]);
  assert.deepEqual(ledger.end([], silent).uuids, ["a"]);
});

test("H14 a turn that began while no prompt waited answers none, also when one is sent meanwhile", () => {
  const ledger = ledgerWith();
  assert.match(ledger.begin([]), /^agent-/);
  ledger.add({ uuid: "late", settle: () => {}, fail: () => {} });
  assert.deepEqual(ledger.end([], silent).uuids, []);
  assert.equal(ledger.outstanding, 1);
});

test("H14 a turn that the agent calls its own answers none", () => {
  const ledger = ledgerWith("a");
  ledger.begin([]);
  assert.deepEqual(ledger.end([], { listed: false, startedByAgent: true }).uuids, []);
});
