import assert from "node:assert/strict";
import { test } from "node:test";
import { adapterFor } from "../adapters/adapters.ts";
import { deferrable } from "./deferrable.ts";

const defers = { hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "defer" } };

function decisionOf(input: object, version: string): unknown[] {
  const { hookSpecificOutput } = deferrable(defers, { ...input }, adapterFor(version));
  return [hookSpecificOutput?.permissionDecision, hookSpecificOutput?.permissionDecisionReason];
}

test("P6 H12 a hook puts a call off where the agent can", () => {
  assert.equal(deferrable(defers, {}, adapterFor("2.1.325")), defers);
  assert.equal(deferrable(defers, {}, adapterFor("2.1.89")), defers);
});

test("P6 H12 where it cannot, the call is denied: an older version would use the tool, a sub-agent would lose the call", () => {
  const [decision, reason] = decisionOf({}, "2.1.88");
  assert.equal(decision, "deny");
  assert.match(String(reason), /^This call cannot be deferred: .* does not know how\.$/);
  assert.deepEqual(decisionOf({ agent_id: "a" }, "2.1.325"), [
    "deny",
    "This call cannot be deferred: it is a sub-agent's.",
  ]);
});

test("H12 whatever else a hook says is left as it is", () => {
  const allows = { hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "allow" } };
  for (const output of [{}, allows]) assert.equal(deferrable(output, { agent_id: "a" }, adapterFor("1.0.85")), output);
});
