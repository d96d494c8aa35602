import assert from "node:assert/strict";
import { test } from "node:test";
import { idle, next, type SessionState, type SessionStep } from "./session-state.ts";

function after(...steps: SessionStep[]): SessionState {
  return steps.reduce(next, idle);
}

test("D1 a session goes from idle over starting and running back to idle", () => {
  assert.equal(after("start").at, "starting");
  assert.equal(after("start", "ready").at, "idle");
  assert.equal(after("start", "ready", "turn").at, "running");
  assert.equal(after("start", "ready", "turn", "turn_over").at, "idle");
});

test("D1 a session waits for a person as long as any of its asks is open", () => {
  assert.deepEqual(after("start", "ready", "turn", "ask", "ask"), { at: "waiting", asking: 2 });
  assert.equal(after("start", "ready", "turn", "ask", "ask", "answer").at, "waiting");
  assert.equal(after("start", "ready", "turn", "ask", "ask", "turn").at, "waiting");
  assert.equal(after("start", "ready", "turn", "ask", "ask", "answer", "answer").at, "running");
  assert.equal(after("start", "ready", "turn", "ask", "turn_over").at, "idle");
});

test("D1 what is closed or crashed stays so until an agent is started again", () => {
  for (const end of ["close", "crash"] as const) {
    const at = end === "close" ? "closed" : "crashed";
    for (const step of ["ready", "turn", "ask", "answer", "turn_over", "exit"] as const)
      assert.equal(after("start", "ready", "turn", end, step).at, at, `${end}, ${step}`);
    assert.equal(after(end, "start").at, "starting");
  }
});

test("D1 an answer without an ask changes nothing", () => {
  assert.equal(after("answer").at, "idle");
  assert.equal(after("start", "ready", "turn", "answer").at, "running");
});
