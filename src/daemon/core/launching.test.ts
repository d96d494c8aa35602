import assert from "node:assert/strict";
import { test } from "node:test";
import { permission } from "../../../test/daemon/support/agent-lines.ts";
import { CoreSession } from "../../../test/daemon/support/core-session.ts";
import { someFacts, someProcess, withAgent } from "../../../test/daemon/support/session-states.ts";
import { launchOptions } from "./launch.ts";
import { type AgentState, newSession, phaseOf, type WaitingPrompt } from "./session-state.ts";

const waiting: readonly WaitingPrompt[] = [{ id: "p", position: 1, content: '"hi"', sender: "me", delivery: "auto" }];

function launchReady(core: CoreSession, launch: number, agentId = "a"): void {
  core.apply({ type: "launch_ready", launch, agentId, version: "2.1.325", dialect: undefined });
}

test("D5 an agent is stored before it is started; what comes of a launch that is no longer wanted is passed over", () => {
  const core = new CoreSession(newSession(someFacts));
  core.apply({ type: "wake" });
  core.apply({ type: "wake" });
  assert.deepEqual(
    core.effects.filter(({ type }) => type === "launch"),
    [{ type: "launch", launch: 1 }],
  );
  launchReady(core, 0);
  assert.equal(core.at, "launching");
  launchReady(core, 1);
  assert.equal(core.at, "starting");
  assert.deepEqual(core.effects.at(-1), { type: "start", launch: 1, agentId: "a" });
  launchReady(core, 1, "b");
  assert.equal(core.process.id, "a");
  assert.equal(core.process.conversation.resumed, false);
});

test("D5 the next agent goes on with the conversation; a fork is one only until it has an id of its own", () => {
  const rows = [
    { agentSessionId: "", options: {}, resume: undefined, fork: false },
    { agentSessionId: "own", options: {}, resume: "own", fork: false },
    { agentSessionId: "", options: { resume: "other", fork: true }, resume: "other", fork: true },
    { agentSessionId: "own", options: { resume: "other", fork: true }, resume: "own", fork: false },
  ];
  for (const { agentSessionId, options, resume, fork } of rows) {
    const found = launchOptions({ facts: { ...someFacts, agentSessionId, options } });
    assert.deepEqual([found.resume, found.options.fork], [resume, fork]);
  }
});

test("D5 an agent that has given its conversation no id begins a new one, of which a person is told once per turn", () => {
  const core = new CoreSession({ ...newSession({ ...someFacts, turns: 2 }) });
  core.apply({ type: "wake" });
  launchReady(core, 1);
  assert.equal(core.emitted("notice")[0]?.word, "bridle/resume_failed");
  core.apply({ type: "launch_failed", launch: 1, agentId: "a", code: "closed", message: "x", mayRun: false });
  core.apply({ type: "wake" });
  launchReady(core, 2);
  assert.equal(core.emitted("notice").length, 1);
});

test("D5 what cannot be started waits for a person; where the holder is gone it is tried again", () => {
  const launching: AgentState = { at: "launching", launch: 1, sinceMs: 5 };
  const starting: AgentState = { at: "starting", process: someProcess() };
  const failure = { type: "launch_failed", launch: 1, message: "no such file", mayRun: false } as const;
  for (const [agent, agentId] of [
    [launching, undefined],
    [starting, "a"],
  ] as const) {
    const state = withAgent(agent, { queue: waiting, launches: 1 });
    const core = new CoreSession(state);
    core.apply({ ...failure, agentId, code: "agent_not_found" });
    assert.deepEqual([core.at, core.emitted("error")[0]?.code], ["crashed", "agent_not_found"]);
    assert.equal(core.emitted("statusChange").at(-1)?.reason, "no such file");
    assert.deepEqual(core.state.queue, waiting);
    const again = new CoreSession(state);
    again.apply({ ...failure, agentId, code: "closed" });
    assert.equal(again.at, "backing_off");
    const other = new CoreSession(state);
    assert.deepEqual(other.apply({ ...failure, launch: 2, agentId: "b", code: "closed" }), []);
  }
  const maybe = new CoreSession(withAgent(starting));
  maybe.apply({ ...failure, agentId: "a", code: "timeout", mayRun: true });
  assert.deepEqual(maybe.state.leftovers, ["a"]);
  const wanted = new CoreSession(
    withAgent({
      at: "ending",
      process: someProcess(),
      why: "wanted",
      wasReady: false,
      stage: "input_ended",
      untilMs: 1,
    }),
  );
  wanted.apply({ ...failure, agentId: "a", code: "agent_not_found" });
  assert.equal(wanted.at, "asleep", "it was to end anyway");
});

test("P6 what an agent asked before its start was heard of waits on when that fails", () => {
  const core = new CoreSession(withAgent({ at: "starting", process: someProcess() }, { launches: 1 }));
  core.says(permission("r1"));
  assert.equal(phaseOf(core.state), "waiting");
  core.apply({ type: "launch_failed", launch: 1, agentId: "a", code: "closed", message: "x", mayRun: true });
  assert.deepEqual([core.state.asks[0]?.waits, core.at], [{ in: "nothing" }, "backing_off"]);
  assert.equal(core.emitted("permissionResolved").length, 0);
});

test("D5 an agent that was known and could not be started is forgotten by the holder, which ends it if it runs all the same", () => {
  const core = new CoreSession(withAgent({ at: "starting", process: someProcess() }, { launches: 1 }));
  core.apply({ type: "launch_failed", launch: 1, agentId: "a", code: "timeout", message: "x", mayRun: true });
  const outward = core.effects.filter(({ type }) => type === "forget" || type === "end_leftover");
  assert.deepEqual(outward, [
    { type: "end_leftover", agentId: "a" },
    { type: "forget", agentId: "a" },
  ]);
});
