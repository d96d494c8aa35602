import assert from "node:assert/strict";
import { test } from "node:test";
import { permission } from "../../../test/daemon/support/agent-lines.ts";
import { CoreSession } from "../../../test/daemon/support/core-session.ts";
import { readyState, someFacts, someProcess, withAgent } from "../../../test/daemon/support/session-states.ts";
import { type AgentState, isDormant, isReady, newSession, phase, phaseOf, type SessionPhase } from "./session-state.ts";
import { waitingIn } from "./waiting-in.ts";

const process = someProcess();
const agents: { readonly [At in AgentState["at"]]: Extract<AgentState, { at: At }> } = {
  asleep: { at: "asleep" },
  crashed: { at: "crashed" },
  backing_off: { at: "backing_off", untilMs: 1 },
  launching: { at: "launching", launch: 1, sinceMs: 1 },
  starting: { at: "starting", process },
  handshake: { at: "handshake", process },
  ready: { at: "ready", process, idleSinceMs: undefined },
  ending: { at: "ending", process, why: "wanted", wasReady: true, stage: "killed", untilMs: 1 },
};

test("D1 what a session does follows from its agent, its asks and whether it was closed", () => {
  const rest: { readonly [At in AgentState["at"]]: SessionPhase } = {
    ...{ asleep: "idle", crashed: "crashed", backing_off: "starting", launching: "starting" },
    ...{ starting: "starting", handshake: "starting", ready: "idle", ending: "idle" },
  };
  for (const [at, expected] of Object.entries(rest) as [AgentState["at"], SessionPhase][]) {
    assert.equal(phaseOf(withAgent(agents[at])), expected, at);
    assert.equal(phaseOf(withAgent(agents[at], { isClosed: true })), "closed", at);
    const busy = { at, isClosed: false, runs: true };
    const running = expected === "idle" ? "running" : expected;
    assert.equal(phase({ ...busy, isAsking: false }), running);
    assert.equal(phase({ ...busy, isAsking: true }), at === "crashed" ? "crashed" : "waiting");
  }
});

test("D1 a session that nobody needs in memory has no agent, nothing that waits and nothing left over", () => {
  for (const agent of Object.values(agents))
    assert.equal(isDormant(withAgent(agent)), agent.at === "asleep" || agent.at === "crashed", agent.at);
  const asking = new CoreSession(readyState());
  asking.says(permission("r"));
  const queue = [{ id: "p", position: 1, content: '""', sender: "", delivery: "auto" as const }];
  for (const changes of [{ queue }, { asks: asking.state.asks }, { leftovers: ["a"] }])
    assert.equal(isDormant({ ...newSession(someFacts), ...changes }), false);
});

test("P6 an ask that waits without an agent keeps no session in memory", () => {
  const asking = new CoreSession(readyState());
  asking.says(permission("r"));
  for (const word of ["parked", "nothing"] as const) {
    const asks = asking.state.asks.map((open) => waitingIn(open, { in: word }));
    assert.equal(isDormant({ ...newSession(someFacts), asks }), true, word);
  }
});

test("D5 an agent takes prompts when it is ready and not gone", () => {
  for (const agent of Object.values(agents)) assert.equal(isReady({ agent }), agent.at === "ready");
  assert.equal(isReady({ agent: { ...agents.ready, process: { ...process, hasEnded: true } } }), false);
});
