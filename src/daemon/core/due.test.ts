import assert from "node:assert/strict";
import { test } from "node:test";
import { init, permission, result } from "../../../test/daemon/support/agent-lines.ts";
import { CoreSession } from "../../../test/daemon/support/core-session.ts";
import { readyState, someProcess, withAgent } from "../../../test/daemon/support/session-states.ts";
import { nextDue, quietMs } from "./due.ts";
import { type AgentState, newSession, type OpenRequest } from "./session-state.ts";

const never = Number.POSITIVE_INFINITY;
const process = someProcess();

function request(untilMs: number): OpenRequest {
  return { id: "a-1", subtype: "x", purpose: { for: "stop" }, untilMs, timeoutMs: 5 };
}

test("D13 when a session is due follows from its state alone, in every state of its agent", () => {
  const conversation = { ...process.conversation, quietSinceMs: 100 };
  const ending = { at: "ending", process, why: "wanted", wasReady: true, stage: "terminated" } as const;
  const rows: readonly [AgentState, number][] = [
    [{ at: "asleep" }, never],
    [{ at: "crashed" }, never],
    [{ at: "backing_off", untilMs: 7 }, 7],
    [{ at: "launching", launch: 1, sinceMs: 7 }, never],
    [{ at: "starting", process }, never],
    [{ at: "handshake", process: { ...process, requests: [request(9), request(8)] } }, 8],
    [{ at: "ready", process, idleSinceMs: undefined }, never],
    [{ at: "ready", process, idleSinceMs: 7 }, 7 + 50],
    [{ at: "ready", process: { ...process, requests: [request(20)] }, idleSinceMs: 7 }, 20],
    [{ at: "ready", process: { ...process, conversation }, idleSinceMs: undefined }, 100 + quietMs],
    [{ ...ending, untilMs: 7 }, 7],
    [{ ...ending, untilMs: 7, process: { ...process, requests: [request(6)] } }, 6],
  ];
  for (const [agent, steadyMs] of rows)
    assert.deepEqual(
      nextDue(withAgent(agent), { idleSleepMs: 50, parkAfterMs: 0 }),
      { wallMs: never, steadyMs },
      agent.at,
    );
  const idle = withAgent({ at: "ready", process, idleSinceMs: 7 });
  assert.equal(nextDue(idle, { idleSleepMs: 0, parkAfterMs: 0 }).steadyMs, never, "agents never sleep by themselves");
});

test("P6 D13 the earliest deadline of open asks is due by the clock that people have", () => {
  const core = new CoreSession(readyState(), { limits: { askDeadlineMs: 5000 } });
  const { wallMs } = core;
  core.says(permission("r1"));
  core.later(10);
  core.says(permission("r2"));
  assert.equal(nextDue(core.state, core.limits).wallMs, wallMs + 5000);
  core.later(4990);
  assert.equal(nextDue(core.state, core.limits).wallMs, wallMs + 5010);
});

test("D5 an agent that has had nothing to do for a while goes to sleep, and not one that works", () => {
  const core = new CoreSession(readyState());
  const content = { json: '"hi"', text: "hi", title: "hi" };
  core.apply({ type: "prompt", call: "p", promptId: "p", content, sender: "me", delivery: "auto" });
  core.says(init);
  core.later(1e9);
  assert.equal(core.at, "ready");
  core.says(result("p"));
  core.later(599_999);
  assert.equal(core.at, "ready");
  core.later(1);
  assert.equal(core.at, "ending");
});

test("D13 what is due is done once: then something else is due, or nothing", () => {
  const states = [
    withAgent({ at: "backing_off", untilMs: 7 }),
    withAgent({ at: "ready", process: { ...process, requests: [request(7)] }, idleSinceMs: undefined }),
    withAgent({ at: "ready", process, idleSinceMs: 7 }),
    withAgent({ at: "handshake", process: { ...process, requests: [request(7)] } }),
    withAgent({ at: "ending", process, why: "wanted", wasReady: true, stage: "interrupting", untilMs: 7 }),
    newSession(withAgent({ at: "asleep" }).facts),
  ];
  for (const state of states) {
    const core = new CoreSession(state);
    core.apply({ type: "time", isCaughtUp: true });
    assert.ok(nextDue(core.state, core.limits).steadyMs > core.steadyMs, core.at);
    assert.deepEqual(core.apply({ type: "time", isCaughtUp: true }), []);
  }
});
