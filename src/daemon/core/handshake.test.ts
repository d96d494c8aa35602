import assert from "node:assert/strict";
import { test } from "node:test";
import { refusal, result, success } from "../../../test/daemon/support/agent-lines.ts";
import { CoreSession } from "../../../test/daemon/support/core-session.ts";
import { orderlyExit, someProcess, withAgent } from "../../../test/daemon/support/session-states.ts";
import type { Dialect } from "../../adapters/adapters.ts";
import { freshConversation } from "./conversation-state.ts";
import { phaseOf } from "./session-state.ts";

function starting(version: string | undefined = "2.1.325", dialect?: Dialect, resumed = false): CoreSession {
  const process = someProcess({ conversation: freshConversation(version, resumed, dialect) });
  const queue = [{ id: "p", position: 1, content: '"hello"', sender: "me", delivery: "auto" as const }];
  return new CoreSession(withAgent({ at: "starting", process }, { queue }));
}

test("D5 an agent that was started is told of the hook, and what waits goes out when it has answered", () => {
  const core = starting();
  core.apply({ type: "started", agentId: "a" });
  assert.equal(core.at, "handshake");
  const [first] = core.written();
  assert.deepEqual([first?.request?.subtype, first?.request_id], ["initialize", "a-1"]);
  assert.deepEqual(Object.keys(first?.request?.hooks ?? {}), ["PreToolUse"]);
  const effects = core.says(success("a-1", { claude_code_version: "2.1.325", commands: [{ name: "review" }] }));
  assert.equal(core.at, "ready");
  assert.ok(effects.some((effect) => effect.type === "keep_agent_facts" && effect.facts.saidAt === "initialize"));
  assert.equal(core.written(effects)[0]?.uuid, "p");
  // Nobody is told of an idle moment that is none.
  assert.deepEqual(core.emitted("statusChange").length, 1);
  assert.equal(phaseOf(core.state), "running");
  assert.equal(core.state.facts.degraded, false);
  assert.deepEqual(core.process.requests, []);
});

test("D5 an agent without hooks, and one that refuses initialize, is used all the same, and a person is told what is missing", () => {
  const rows = [
    { version: "1.0.77", answer: success("a-1"), missing: /has no hooks/ },
    { version: "2.1.325", answer: refusal("a-1", "no"), missing: /refused initialize/ },
  ];
  for (const { version, answer, missing } of rows) {
    const core = starting(version);
    core.apply({ type: "started", agentId: "a" });
    core.says(answer);
    assert.equal(core.at, "ready", version);
    assert.equal(core.state.facts.degraded, true);
    const [notice] = core.emitted("notice");
    assert.equal(notice?.word, "bridle/degraded");
    assert.match(notice?.fieldsJson ?? "", missing);
  }
});

test("D5 an agent of another dialect is ready as soon as it runs, and is told to be judged by nobody", () => {
  const core = starting(undefined, "seed-001");
  core.apply({ type: "started", agentId: "a" });
  assert.equal(core.at, "ready");
  assert.match(core.emitted("notice")[0]?.fieldsJson ?? "", /seed-001, which has no permissions/);
  // The only thing that it is told is the prompt.
  assert.deepEqual(
    core.written().map(({ type }) => type),
    ["user"],
  );
});

test("D5 an agent that runs and does not answer is ended, and that counts as a crash", () => {
  const core = starting();
  core.apply({ type: "started", agentId: "a" });
  assert.equal(core.later(59_999).length, 0);
  const effects = core.later(1);
  assert.equal(core.emitted("error", effects)[0]?.code, "initialize_failed");
  assert.deepEqual(core.state.agent, {
    ...{ at: "ending", process: core.process, why: "silent", wasReady: false },
    ...{ stage: "input_ended", untilMs: core.steadyMs + 2000 },
  });
  // Too late.
  core.says(success("a-1"));
  assert.equal(core.at, "ending");
  core.apply({ type: "exited", agentId: "a", exit: orderlyExit });
  assert.equal(core.at, "backing_off");
});

test("D5 an agent whose version lacks initialize is ended like one that does not answer", () => {
  const core = starting("1.0.24");
  const effects = core.apply({ type: "started", agentId: "a" });
  assert.match(core.emitted("error", effects)[0]?.message ?? "", /initialize/);
  assert.ok(core.state.agent.at === "ending" && core.state.agent.why === "silent");
  assert.ok(effects.some(({ type }) => type === "end_input"));
});

test("D5 that an agent was started counts once, and only of the one that is awaited", () => {
  const core = starting();
  core.apply({ type: "started", agentId: "another" });
  assert.equal(core.at, "starting");
  core.apply({ type: "started", agentId: "a" });
  core.apply({ type: "started", agentId: "a" });
  assert.equal(core.written().length, 1);
});

test("D5 a result before the answer to initialize is the word of an agent that cannot resume, not of a turn", () => {
  for (const isStarted of [true, false]) {
    const core = starting("2.1.325", undefined, true);
    if (isStarted) core.apply({ type: "started", agentId: "a" });
    core.says(result(undefined, { subtype: "error_during_execution", is_error: true }));
    assert.equal(core.process.refusedToResume, true);
    assert.deepEqual([core.emitted("turnComplete"), core.emitted("usageReport"), core.state.facts.turns], [[], [], 0]);
  }
});
