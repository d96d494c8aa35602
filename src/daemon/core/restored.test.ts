import assert from "node:assert/strict";
import { test } from "node:test";
import { permission, success } from "../../../test/daemon/support/agent-lines.ts";
import { CoreSession } from "../../../test/daemon/support/core-session.ts";
import { readyState, someProcess, withAgent } from "../../../test/daemon/support/session-states.ts";
import { type AgentState, type OpenRequest, phaseOf, type WaitingPrompt } from "./session-state.ts";

const waiting: readonly WaitingPrompt[] = [{ id: "p", position: 1, content: '"hi"', sender: "me", delivery: "auto" }];

test("D5 D13 where the holder does not have the agent, the next daemon goes on without it, whatever it was about to do", () => {
  const process = someProcess();
  const rows: readonly [AgentState, AgentState["at"]][] = [
    [{ at: "starting", process }, "backing_off"],
    [{ at: "handshake", process }, "backing_off"],
    [{ at: "ready", process, idleSinceMs: 5 }, "backing_off"],
    [{ at: "ending", process, why: "wanted", wasReady: true, stage: "killed", untilMs: 5 }, "launching"],
    [{ at: "ending", process, why: "silent", wasReady: false, stage: "killed", untilMs: 5 }, "backing_off"],
    [{ at: "launching", launch: 7, sinceMs: 5 }, "launching"],
    [{ at: "backing_off", untilMs: 9e9 }, "launching"],
    [{ at: "asleep" }, "launching"],
    [{ at: "crashed" }, "crashed"],
  ];
  for (const [agent, at] of rows) {
    const core = new CoreSession(withAgent(agent, { queue: waiting, launches: 7, leftovers: ["old"] }));
    core.apply({ type: "restored", held: undefined });
    assert.equal(core.at, at, agent.at);
    assert.deepEqual(core.state.queue, waiting);
    assert.ok(core.effects.some((effect) => effect.type === "end_leftover" && effect.agentId === "old"));
    const isGone = "process" in agent;
    assert.deepEqual(core.state.leftovers, isGone ? ["old", "a"] : ["old"]);
    if (at === "launching") assert.deepEqual(core.state.agent, { at, launch: 8, sinceMs: core.steadyMs });
  }
  for (const at of ["asleep", "crashed"] as const) {
    const core = new CoreSession(withAgent({ at }));
    core.apply({ type: "restored", held: undefined });
    assert.equal(core.at, at, "nothing waits for an agent");
  }
});

test("D5 P6 asks of an agent that is gone wait on with the next daemon", () => {
  const asking = new CoreSession(readyState());
  asking.says(permission("r"));
  for (const agent of [asking.state.agent, { at: "asleep" }, { at: "crashed" }] as const) {
    const core = new CoreSession({ ...asking.state, agent });
    core.apply({ type: "restored", held: undefined });
    assert.deepEqual([core.state.asks[0]?.waits, core.emitted("permissionResolved").length], [{ in: "nothing" }, 0]);
  }
});

test("D5 D13 where the holder has the agent, the next daemon goes on with it as it was left", () => {
  const held = { inputReceived: 40 };
  const request: OpenRequest = {
    ...{ id: "a-1", subtype: "initialize", purpose: { for: "handshake", hooked: true } },
    ...{ untilMs: 10, timeoutMs: 60_000 },
  };
  const process = someProcess({
    requests: [request],
    requestsMade: 1,
    input: { offset: 50, confirmed: 7, isEnded: false },
  });

  const starting = new CoreSession(withAgent({ at: "starting", process: someProcess() }, { queue: waiting }));
  starting.apply({ type: "restored", held: { inputReceived: 0 } });
  assert.deepEqual([starting.at, starting.written()[0]?.request?.subtype], ["handshake", "initialize"]);

  const handshake = new CoreSession(withAgent({ at: "handshake", process }, { queue: waiting }));
  handshake.apply({ type: "restored", held });
  assert.equal(handshake.process.input.confirmed, 40);
  // Its time begins anew: nobody could hear the answer.
  assert.equal(handshake.process.requests[0]?.untilMs, handshake.steadyMs + 60_000);
  handshake.says(success("a-1"));
  assert.deepEqual([handshake.at, handshake.written()[0]?.uuid], ["ready", "p"]);

  const ready = new CoreSession(
    withAgent({ at: "ready", process: someProcess(), idleSinceMs: undefined }, { queue: waiting }),
  );
  ready.apply({ type: "restored", held });
  assert.deepEqual([ready.written()[0]?.uuid, phaseOf(ready.state)], ["p", "running"]);
  const idle = new CoreSession(readyState());
  idle.apply({ type: "restored", held });
  assert.ok(idle.state.agent.at === "ready" && idle.state.agent.idleSinceMs === idle.steadyMs);
});

test("D5 D13 what an agent said while nobody read may change what is due: its time begins when the next daemon comes", () => {
  const ledger = { prompts: [{ uuid: "p", at: "folded" as const }], turns: 1, past: [] };
  // 0.1.0 stored no time.
  for (const quietSinceMs of [undefined, 5]) {
    const process = someProcess({ conversation: { ...someProcess().conversation, ledger, quietSinceMs } });
    const core = new CoreSession(withAgent({ at: "ready", process, idleSinceMs: undefined }));
    core.apply({ type: "restored", held: { inputReceived: 0 } });
    assert.deepEqual(core.emitted("turnComplete", core.later(1999)), []);
    assert.deepEqual(core.emitted("turnComplete", core.later(1))[0]?.prompts, ["p"]);
  }
  const idle = new CoreSession(withAgent({ at: "ready", process: someProcess(), idleSinceMs: 5 }));
  idle.apply({ type: "restored", held: { inputReceived: 0 } });
  idle.later(0);
  assert.equal(idle.at, "ready");
});

test("D5 D13 an end that an earlier daemon began is gone on with: what it may not have done is done again", () => {
  const process = someProcess();
  const rows = [
    ["interrupting", []],
    ["input_ended", ["end_input"]],
    ["terminated", ["signal"]],
    ["killed", ["signal"]],
    ["given_up", ["give_up"]],
  ] as const;
  for (const [stage, expected] of rows) {
    const agent: AgentState = { at: "ending", process, why: "wanted", wasReady: true, stage, untilMs: 5 };
    const core = new CoreSession(withAgent(agent));
    const effects = core.apply({ type: "restored", held: { inputReceived: 0 } });
    assert.deepEqual(
      effects.map(({ type }) => type),
      expected,
    );
    assert.ok(core.state.agent.at === "ending" && core.state.agent.stage === stage);
    assert.ok(core.state.agent.untilMs > core.steadyMs, "it has all its time again");
  }
});
