import assert from "node:assert/strict";
import { test } from "node:test";
import { init, permission } from "../../../test/daemon/support/agent-lines.ts";
import { CoreSession } from "../../../test/daemon/support/core-session.ts";
import {
  orderlyExit,
  readyState,
  someFacts,
  someProcess,
  withAgent,
} from "../../../test/daemon/support/session-states.ts";
import { TurnOutcome } from "../../api/gen/bridle/v1/event_pb.js";
import { SessionState as State } from "../../api/gen/bridle/v1/session_pb.js";
import { freshConversation } from "./conversation-state.ts";
import { unconfirmedExit } from "./exit.ts";
import type { ExitFacts } from "./input.ts";
import type { AgentProcess, AgentState, SessionState } from "./session-state.ts";

const failed: ExitFacts = { ...orderlyExit, exitCode: 1, message: "it exited with code 1" };
const killed: ExitFacts = { ...orderlyExit, exitCode: null, signal: "SIGKILL", message: "it was killed" };
const unknown: ExitFacts = { ...failed, saysUnknownConversation: true };

const running = { prompts: [], turn: "t", turns: 1, past: [] };
const resumed = { conversation: freshConversation("2.1.325", true) };
const inTurn = { conversation: { ...freshConversation("2.1.325", false), ledger: running } };

function ready(changes: Partial<AgentProcess> = {}): AgentState {
  return { at: "ready", process: someProcess(changes), idleSinceMs: undefined };
}
function handshake(changes: Partial<AgentProcess> = {}): AgentState {
  return { at: "handshake", process: someProcess(changes) };
}
function ending(why: "wanted" | "silent" | "failed", wasReady = true, changes: Partial<AgentProcess> = {}): AgentState {
  return { at: "ending", process: someProcess(changes), why, wasReady, stage: "terminated", untilMs: 9e9 };
}

function after(agent: AgentState, exit: ExitFacts, changes: Partial<SessionState> = {}): CoreSession {
  const core = new CoreSession(withAgent(agent, changes));
  core.apply({ type: "exited", agentId: "a", exit });
  return core;
}

test("D5 an agent that was told to end, or ends in order with nothing to do, has not crashed", () => {
  const rows: readonly [AgentState, ExitFacts, AgentState["at"]][] = [
    [ending("wanted", true, inTurn), killed, "asleep"],
    [ready(), orderlyExit, "asleep"],
    [ending("silent", true), orderlyExit, "asleep"],
    [ready(inTurn), orderlyExit, "backing_off"],
    [handshake(), orderlyExit, "backing_off"],
    [{ at: "starting", process: someProcess() }, orderlyExit, "backing_off"],
    [ready(), failed, "backing_off"],
    [ending("failed"), killed, "backing_off"],
  ];
  for (const [agent, exit, at] of rows) {
    const core = after(agent, exit);
    assert.equal(core.at, at, `${JSON.stringify(agent)} ${exit.message}`);
    assert.equal(core.emitted("error").length, at === "asleep" ? 0 : 1);
    assert.deepEqual(
      core.effects.filter(({ type }) => type === "forget"),
      [{ type: "forget", agentId: "a" }],
    );
  }
  assert.equal(
    after(ready(inTurn), failed, { isClosed: true }).at,
    "asleep",
    "of a closed session every end is wanted",
  );
});

test("D5 a conversation counts as forgotten only by the agent's own word, before it was ready", () => {
  const rows: readonly [AgentState, ExitFacts, boolean][] = [
    [handshake(resumed), unknown, true],
    [{ at: "starting", process: someProcess(resumed) }, unknown, true],
    [handshake({ ...resumed, refusedToResume: true }), failed, true],
    [handshake(resumed), failed, false],
    [handshake({ ...resumed, refusedToResume: true }), killed, false],
    [ending("silent", false, resumed), unknown, false],
    [ready(resumed), unknown, false],
    [handshake(), unknown, false],
  ];
  for (const [agent, exit, isForgotten] of rows)
    assert.equal(after(agent, exit).at, isForgotten ? "launching" : "backing_off", JSON.stringify([agent.at, exit]));
});

test("D5 with an agent that has forgotten the conversation a new one is begun, and a person is told", () => {
  const options = { model: "m", resume: "other", fork: true, resumeAt: "u" };
  const facts = { ...someFacts, agentSessionId: "gone", turns: 3, options };
  const core = after(handshake(resumed), unknown, { facts });
  assert.deepEqual(core.state.facts, { ...facts, agentSessionId: "", options: { model: "m" } });
  assert.equal(core.emitted("notice")[0]?.word, "bridle/resume_failed");
  assert.equal(core.state.forgottenTurns, 3);
  assert.ok(core.effects.some(({ type }) => type === "launch"));
  assert.deepEqual(core.state.crashesMs, []);
});

test("D5 an agent that crashes is started again after 500 ms, then twice as long each time, five times in a minute", () => {
  const core = new CoreSession(readyState());
  const delays: unknown[] = [];
  for (let n = 0; n < 6; n++) {
    core.state = { ...core.state, agent: ready() };
    core.apply({ type: "exited", agentId: "a", exit: failed });
    const { agent } = core.state;
    delays.push(agent.at === "backing_off" ? agent.untilMs - core.steadyMs : agent.at);
    core.steadyMs += 1000;
  }
  assert.deepEqual(delays, [500, 1000, 2000, 4000, 8000, "crashed"]);
  const last = core.emitted("statusChange").at(-1);
  assert.equal(last?.state, State.CRASHED);
  assert.match(last?.reason ?? "", /it ended too often: it exited with code 1/);
});

test("D5 crashes of more than a minute ago are forgotten, also when the clock was set back; the wait has a longest", () => {
  const now = 1_000_000;
  const rows: readonly [readonly number[], number][] = [
    [[now - 60_000, now - 60_001], 500],
    [[now - 59_999], 1000],
    [[now + 1, now + 2, now + 3, now + 4, now + 5], 500],
  ];
  for (const [crashesMs, delayMs] of rows) {
    const core = after(ready(), failed, { crashesMs });
    assert.deepEqual(core.state.agent, { at: "backing_off", untilMs: now + delayMs });
  }
  const restart = { firstMs: 500, maxMs: 30_000, limit: 20, windowMs: 60_000 };
  const core = new CoreSession(withAgent(ready(), { crashesMs: Array.from({ length: 10 }, () => now) }), {
    limits: { restart },
  });
  core.apply({ type: "exited", agentId: "a", exit: failed });
  assert.deepEqual(core.state.agent, { at: "backing_off", untilMs: now + 30_000 });
});

test("D5 an agent is started again when its wait is over, and not before", () => {
  const core = after(ready(), failed);
  assert.equal(core.later(499).length, 0);
  const effects = core.later(1);
  assert.deepEqual([core.at, effects.filter(({ type }) => type === "launch").length], ["launching", 1]);
  assert.equal(core.state.crashesMs.length, 1, "it may crash again");
});

test("D5 P6 an agent that is gone takes its turn and our requests with it, each told to be over once; its ask waits on", () => {
  const core = new CoreSession(readyState());
  const content = { json: '"hi"', text: "hi", title: "hi" };
  core.apply({ type: "prompt", call: "p", promptId: "p", content, sender: "me", delivery: "auto" });
  core.says(init, permission("r"));
  core.apply({ type: "request", call: "q", subtype: "mcp_status", payload: {}, timeoutMs: 1000 });
  core.says({ type: "assistant", message: { role: "assistant", content: [] } });
  core.reads(Buffer.from("x\nx\n"));
  core.apply({ type: "ended", agentId: "a" });
  const effects = core.apply({ type: "exited", agentId: "a", exit: failed });
  const kinds = effects.flatMap((effect) => (effect.type === "emit" ? [effect.draft.kind.case] : []));
  // The run of bad lines, the turn, the error.
  assert.deepEqual(kinds, ["error", "turnComplete", "error"]);
  const [lost] = core.emitted("turnComplete", effects);
  assert.deepEqual([lost?.outcome, lost?.prompts, lost?.errors], [TurnOutcome.LOST, ["p"], [failed.message]]);
  const [answer] = core.answers("q");
  assert.ok(answer?.to === "error" && answer.error.code === "closed");
  assert.deepEqual(
    core.state.asks.map(({ waits }) => waits),
    [{ in: "nothing" }],
  );
  assert.deepEqual(core.apply({ type: "exited", agentId: "a", exit: failed }), [], "once");
});

test("D5 an agent whose end nobody confirmed is ended by its mark before another one is started", () => {
  const core = after(ready(), unconfirmedExit);
  assert.deepEqual(core.state.leftovers, ["a"]);
  assert.deepEqual(
    core.effects.filter(({ type }) => type === "end_leftover"),
    [{ type: "end_leftover", agentId: "a" }],
  );
  core.apply({ type: "leftover_ended", agentId: "a" });
  assert.deepEqual(core.state.leftovers, []);
});

test("D5 an agent that is gone takes nothing any more while its last words are read", () => {
  const core = new CoreSession(readyState());
  core.apply({ type: "ended", agentId: "another" });
  assert.equal(core.process.hasEnded, false);
  core.apply({ type: "ended", agentId: "a" });
  const content = { json: '"hi"', text: "hi", title: "hi" };
  core.apply({ type: "prompt", call: "p", promptId: "p", content, sender: "me", delivery: "auto" });
  core.ruling = { decision: { effect: "allow", by: "Bash", rule: "Bash" } };
  core.says(permission("r"));
  assert.deepEqual(core.written(), []);
  core.apply({ type: "exited", agentId: "a", exit: orderlyExit });
  assert.equal(core.at, "launching", "the prompt waits for the next one");
});
