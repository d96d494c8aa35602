import assert from "node:assert/strict";
import { test } from "node:test";
import { init, permission, result, success } from "../../../test/daemon/support/agent-lines.ts";
import { CoreSession } from "../../../test/daemon/support/core-session.ts";
import {
  orderlyExit,
  readyState,
  someFacts,
  someProcess,
  withAgent,
} from "../../../test/daemon/support/session-states.ts";
import type { Effect } from "./effect.ts";
import { type AgentState, newSession, phaseOf } from "./session-state.ts";

/** What reaches the agent's process. */
function done(effects: readonly Effect[]): readonly string[] {
  return effects.flatMap((effect) => {
    if (effect.type === "signal") return [effect.signal];
    return ["end_input", "give_up", "stop_reading"].includes(effect.type) ? [effect.type] : [];
  });
}

/** With a turn that runs. */
function busy(): CoreSession {
  const core = new CoreSession(readyState());
  const content = { json: '"hi"', text: "hi", title: "hi" };
  core.apply({ type: "prompt", call: "p", promptId: "p", content, sender: "me", delivery: "auto" });
  core.says(init);
  return core;
}

function stage({ state: { agent } }: CoreSession): string {
  return agent.at === "ending" ? agent.stage : agent.at;
}

test("D5 an agent is ended politely first: each stage has its time, and none is skipped or entered early", () => {
  const core = busy();
  const first = core.apply({ type: "sleep" });
  assert.deepEqual([stage(core), core.written(first)[0]?.request?.subtype], ["interrupting", "interrupt"]);
  const ladder: readonly [number, string, string][] = [
    [2000, "input_ended", "end_input"],
    [2000, "terminated", "SIGTERM"],
    [3000, "killed", "SIGKILL"],
    [1000, "given_up", "give_up"],
  ];
  for (const [ms, next, effect] of ladder) {
    const before = stage(core);
    assert.deepEqual([done(core.later(ms - 1)), stage(core)], [[], before]);
    assert.deepEqual([done(core.later(1)), stage(core)], [[effect], next]);
  }
  assert.deepEqual(done(core.later(1e9)), [], "the last stage ends with the agent");
});

test("D5 an agent with nothing to do is not interrupted, and one whose turn ended has its input ended at once", () => {
  const idle = new CoreSession(readyState());
  assert.deepEqual([done(idle.apply({ type: "sleep" })), idle.written()], [["end_input"], []]);
  const core = busy();
  core.apply({ type: "sleep" });
  assert.deepEqual(done(core.says(success("a-1"))), [], "it has not ended the turn yet");
  assert.deepEqual(done(core.says(result("p"))), ["end_input"]);
  const late = busy();
  late.apply({ type: "sleep" });
  assert.deepEqual(done(late.says({ type: "control_response", response: { subtype: "error", request_id: "a-1" } })), [
    "end_input",
  ]);
});

test("D5 an agent that cannot be interrupted has its input ended at once", () => {
  const conversation = {
    ...someProcess().conversation,
    version: "1.0.64",
    ledger: { prompts: [], turn: "t", turns: 1, past: [] },
  };
  const core = new CoreSession(
    withAgent({ at: "ready", process: someProcess({ conversation }), idleSinceMs: undefined }),
  );
  assert.deepEqual(done(core.apply({ type: "sleep" })), ["end_input"]);
});

test("D5 to be ended again does not begin anew; an end for silence becomes one that was wanted", () => {
  const core = new CoreSession(readyState());
  core.apply({ type: "sleep" });
  core.later(2000);
  assert.deepEqual([core.apply({ type: "sleep" }).length, stage(core)], [0, "terminated"]);
  const { process } = core;
  const silent: AgentState = { at: "ending", process, why: "silent", wasReady: false, stage: "killed", untilMs: 9e9 };
  const other = new CoreSession(withAgent(silent));
  other.apply({ type: "sleep" });
  assert.deepEqual(other.state.agent, { ...silent, why: "wanted" });
});

test("D1 a closed session cancels what waits, ends its agent and starts none; also one whose agent is not there yet", () => {
  const queue = [{ id: "p", position: 1, content: '"hi"', sender: "me", delivery: "auto" as const }];
  const agents: readonly AgentState[] = [
    { at: "asleep" },
    { at: "crashed" },
    { at: "backing_off", untilMs: 5 },
    { at: "launching", launch: 3, sinceMs: 5 },
  ];
  for (const agent of agents) {
    const core = new CoreSession(withAgent(agent, { queue, launches: 3 }));
    core.apply({ type: "close", call: "c" });
    assert.deepEqual([core.at, phaseOf(core.state), core.state.queue], ["asleep", "closed", []], agent.at);
    assert.deepEqual(core.answers("c"), [{ to: "done" }]);
    assert.equal(core.emitted("prompt").length, 1);
    core.apply({ type: "launch_ready", launch: 3, agentId: "a", version: undefined, dialect: undefined });
    assert.equal(core.at, "asleep", "it comes too late");
  }
  for (const at of ["starting", "handshake"] as const) {
    const core = new CoreSession(withAgent({ at, process: someProcess() }));
    assert.deepEqual(done(core.apply({ type: "close", call: "c" })), ["end_input"]);
    assert.deepEqual([stage(core), phaseOf(core.state)], ["input_ended", "closed"]);
  }
  const twice = new CoreSession(newSession(someFacts));
  twice.apply({ type: "close", call: "c" });
  assert.deepEqual(twice.apply({ type: "close", call: "d" }), [{ type: "answer", call: "d", answer: { to: "done" } }]);
});

test("D5 an agent whose output could not be dealt with is killed, told of once and not read on", () => {
  const core = busy();
  const effects = core.apply({ type: "unreadable", agentId: "a", where: "TypeError at x" });
  assert.deepEqual(done(effects), ["stop_reading", "SIGKILL"]);
  assert.equal(core.emitted("error", effects)[0]?.code, "internal");
  assert.doesNotMatch(JSON.stringify(core.emitted("error")), /TypeError/);
  assert.deepEqual(core.apply({ type: "unreadable", agentId: "a", where: "again" }), []);
  assert.deepEqual(core.apply({ type: "unreadable", agentId: "another", where: "x" }), []);
  assert.deepEqual(core.written(core.says(permission("r"))), [], "it is told nothing any more");
  const killed = { ...orderlyExit, exitCode: null, signal: "SIGKILL" };
  core.apply({ type: "exited", agentId: "a", exit: killed });
  assert.equal(core.at, "backing_off");
});

test("D5 nothing is written behind the end of an agent's input, which is told once", () => {
  const core = new CoreSession(readyState());
  core.says(permission("r1"));
  core.ruling = { decision: { effect: "allow", by: "x", rule: "x" } };
  core.says(permission("r2"));
  const { offset } = core.process.input;
  const end = core.apply({ type: "sleep" });
  assert.deepEqual(
    end.filter(({ type }) => type === "end_input"),
    [{ type: "end_input", agentId: "a", offset }],
  );
  assert.deepEqual(core.written(core.says(permission("r3"))), []);
  core.apply({ type: "decide", call: "c", askId: "ask-1", digest: "", verdict: { behavior: "allow" }, by: "me" });
  assert.equal(core.answers("c")[0]?.to, "ask");
  assert.deepEqual([core.process.input.offset, core.apply({ type: "sleep" })], [offset, []]);
});
