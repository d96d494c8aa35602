import assert from "node:assert/strict";
import { test } from "node:test";
import { decide } from "../../src/exports/permission.ts";
import { askOf, policyOf } from "./policy-of.ts";

test("P2 placeholder", () => {
  assert.equal(decide(askOf("Read", {}), policyOf([])).effect, "ask");
});
