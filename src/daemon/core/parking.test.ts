import assert from "node:assert/strict";
import { test } from "node:test";
import { hook, init, permission, result } from "../../../test/daemon/support/agent-lines.ts";
import { CoreSession } from "../../../test/daemon/support/core-session.ts";
import {
  decide,
  deferred,
  hookSaid,
  inTurn,
  parkAfterMs,
  parked,
  prompt,
  resume,
  waits,
} from "../../../test/daemon/support/parked-session.ts";
import { orderlyExit } from "../../../test/daemon/support/session-states.ts";
import { throughRows } from "../../../test/daemon/support/through-rows.ts";
import { AskState, AskWait } from "../../api/gen/bridle/v1/ask_pb.js";
import type { Verdict } from "../../conversation/ask.ts";
import { phaseOf } from "./session-state.ts";

test("P6 a call that will be asked about waits in its hook, and is decided there", () => {
  const rows: readonly (readonly [Verdict, unknown])[] = [
    [{ behavior: "allow" }, "allow"],
    [{ behavior: "allow", updatedInput: { command: "ls -l" } }, ["allow", { command: "ls -l" }]],
    [{ behavior: "deny", message: "no" }, "deny"],
    // Rules that the agent is to keep it takes only with the request that it is made to send.
    [{ behavior: "allow", updatedPermissions: [{ type: "setMode", mode: "acceptEdits" }] }, "ask"],
  ];
  for (const [verdict, said] of rows) {
    const core = inTurn();
    const effects = core.says(hook("h"));
    assert.deepEqual([core.written(effects), waits(core), phaseOf(core.state)], [[], ["hook"], "waiting"]);
    assert.equal(core.state.asks[0]?.ask.wait, AskWait.HELD);
    assert.deepEqual(hookSaid(core, decide(core, verdict)), said);
    assert.deepEqual(waits(core), []);
  }
});

test("P6 a request for permission that follows the hook is answered as the person decided, and nobody is asked twice", () => {
  const core = inTurn();
  core.says(hook("h"));
  const updatedPermissions = [{ type: "setMode", mode: "acceptEdits", destination: "session" }];
  decide(core, { behavior: "allow", updatedPermissions });
  const effects = core.says(permission("r", { command: "ls" }, { tool_use_id: "use-h" }));
  const [line] = core.written(effects);
  assert.deepEqual([line?.response?.request_id, line?.response?.response?.behavior], ["r", "allow"]);
  assert.deepEqual([waits(core), core.process.updates], [[], updatedPermissions]);
  core.says(permission("again", { command: "ls" }, { tool_use_id: "use-h" }));
  assert.deepEqual(waits(core), ["request"], "each is used once");
});

test("P6 calls of a sub-agent, of agents that cannot defer, and those that nobody is asked about or a rule allows are not held", () => {
  const sub = { input: { tool_name: "Bash", tool_input: { command: "ls" }, cwd: "/w", agent_id: "sub" } };
  const core = inTurn();
  assert.equal(hookSaid(core, core.says(hook("h", sub))), "none");
  assert.equal(hookSaid(core, inTurn("2.1.70").says(hook("h"))), "none");
  core.ruling = {};
  assert.equal(hookSaid(core, core.says(hook("h2"))), "none");
  core.ruling = { willBeAsked: true, decision: { effect: "allow", by: "Bash", rule: "Bash" } };
  assert.equal(hookSaid(core, core.says(hook("h3"))), "none", "a rule answers the request that comes");
});

test("P6 a call that nobody decides in time is parked: its turn ends, its agent is let go, and the ask stays", () => {
  const core = inTurn();
  core.says(hook("h"));
  assert.deepEqual(core.later(parkAfterMs - 1), []);
  assert.equal(hookSaid(core, core.later(1)), "defer");
  assert.deepEqual([waits(core), core.state.asks[0]?.ask.wait], [["parked"], AskWait.PARKED]);
  const effects = core.says(result("p", deferred));
  assert.deepEqual([core.at, effects.some(({ type }) => type === "end_input")], ["ending", true]);
  core.apply({ type: "exited", agentId: "a", exit: orderlyExit });
  assert.deepEqual([core.at, phaseOf(core.state), waits(core)], ["asleep", "waiting", ["parked"]]);
});

test("P6 of several calls that wait none is parked until one is left", () => {
  const core = inTurn();
  core.says(hook("h1"), hook("h2"));
  assert.deepEqual(core.written(core.later(parkAfterMs)), []);
  decide(core, { behavior: "allow" });
  assert.equal(hookSaid(core, core.later(0)), "defer");
  assert.deepEqual(waits(core), ["parked"]);
});

test("P6 the answer resumes the agent, whose hook asks again and is told; prompts wait until its turn is over", () => {
  for (const verdict of [{ behavior: "allow" }, { behavior: "deny", message: "no" }] as const) {
    const core = parked();
    prompt(core, "later");
    assert.deepEqual([core.at, core.state.queue.length], ["asleep", 1], "a prompt would drop the call");
    decide(core, verdict);
    assert.equal(core.at, "launching");
    resume(core);
    assert.deepEqual(core.state.queue.length, 1);
    assert.equal(hookSaid(core, core.says(hook("again", { tool_use_id: "use-h" }))), verdict.behavior);
    assert.equal(core.state.queue.length, 1);
    core.says(init, result(undefined));
    assert.deepEqual([core.state.queue.length, core.state.verdicts], [0, []]);
    assert.equal(core.emitted("permissionResolved").length, 1, "it is decided once");
  }
});

test("P6 a rule that came meanwhile forbids what was allowed, and another input is asked about anew", () => {
  const denied = parked();
  decide(denied, { behavior: "allow" });
  resume(denied);
  denied.ruling = { willBeAsked: true, decision: { effect: "deny", by: "Bash", rule: "Bash" } };
  assert.equal(hookSaid(denied, denied.says(hook("again", { tool_use_id: "use-h" }))), "deny");
  const undecided = parked();
  undecided.apply({ type: "wake" });
  resume(undecided);
  undecided.ruling = denied.ruling;
  undecided.says(hook("again", { tool_use_id: "use-h" }));
  assert.deepEqual(waits(undecided), []);
  assert.equal(undecided.emitted("permissionResolved")[0]?.state, AskState.DENIED);
});

test("P6 an agent that is started for something else asks again about what is parked: it is held once more", () => {
  const core = parked();
  core.apply({ type: "wake" });
  resume(core);
  core.says(hook("again", { tool_use_id: "use-h" }));
  assert.deepEqual([waits(core), core.state.asks[0]?.ask.id], [["hook"], "ask-1"]);
  prompt(core, "later");
  assert.equal(core.state.queue.length, 1);
  assert.equal(hookSaid(core, decide(core, { behavior: "allow" })), "allow");
  core.says(init, result(undefined));
  assert.equal(core.state.queue.length, 0);
});

test("P6 an agent that has lost the parked call is told in words, and may make the call once", () => {
  const core = parked();
  decide(core, { behavior: "allow" });
  resume(core);
  const effects = core.later(30_000);
  assert.match(String(core.emitted("prompt", effects)[0]?.contentJson), /has allowed your earlier call of Bash/);
  core.says(init);
  assert.equal(hookSaid(core, core.says(hook("new"))), "allow");
  core.says(hook("newer"));
  assert.deepEqual(waits(core), ["hook"], "once");
});

test("P6 an ask whose agent died is answered all the same: another one is told, and a grant is made of an allow", () => {
  for (const behavior of ["allow", "deny"] as const) {
    const core = inTurn();
    core.says(hook("h"));
    core.apply({ type: "exited", agentId: "a", exit: { ...orderlyExit, exitCode: null, signal: "SIGKILL" } });
    assert.deepEqual([waits(core), core.state.asks[0]?.ask.wait], [["nothing"], AskWait.AGENT_GONE]);
    const effects = decide(core, { behavior });
    assert.match(
      String(core.emitted("prompt", effects)[0]?.contentJson),
      new RegExp(`has ${behavior === "deny" ? "denied" : "allowed"}`),
    );
    assert.deepEqual(
      core.state.verdicts.map((kept) => kept.for.next),
      behavior === "allow" ? ["same_call"] : [],
    );
  }
});

test("P6 an agent that is put to sleep while calls wait: the last is parked, the others wait without an agent", () => {
  const core = inTurn();
  core.says(hook("h1"), hook("h2"), permission("r"));
  const effects = core.apply({ type: "sleep" });
  const said = core.written(effects).map(({ response }) => response?.request_id);
  assert.deepEqual(said, ["h1", "r", "h2"]);
  assert.deepEqual(waits(core), ["nothing", "parked", "nothing"]);
  const ends = core.says(result("p", deferred));
  assert.ok(ends.some(({ type }) => type === "end_input"));
});

test("P6 what is parked expires, too: the agent is resumed and told", () => {
  const late = new CoreSession(inTurn().state, { limits: { parkAfterMs, askDeadlineMs: 5000 } });
  late.ruling = { willBeAsked: true };
  late.says(hook("h"));
  late.later(parkAfterMs);
  late.says(result("p", deferred));
  late.apply({ type: "exited", agentId: "a", exit: orderlyExit });
  late.later(4000);
  assert.deepEqual([waits(late), late.at], [[], "launching"]);
  resume(late);
  assert.equal(hookSaid(late, late.says(hook("again", { tool_use_id: "use-h" }))), "deny");
});

test("P6 who closes a session gives up what is parked in it", () => {
  const core = parked();
  core.apply({ type: "close", call: "c" });
  assert.deepEqual([waits(core), core.emitted("permissionResolved")[0]?.state], [[], AskState.CANCELLED]);
});

test("P6 an answer that comes when a call is put off and its turn is not over yet: the agent is ended, and resumed with it", () => {
  const core = inTurn();
  core.says(hook("h"));
  core.later(parkAfterMs);
  decide(core, { behavior: "allow" });
  core.says(result("p", deferred));
  assert.equal(core.at, "ending");
  core.apply({ type: "exited", agentId: "a", exit: orderlyExit });
  resume(core);
  assert.equal(hookSaid(core, core.says(hook("again", { tool_use_id: "use-h" }))), "allow");
});

test("P6 an agent that was resumed and does not know the parked call: it waits for its answer without one, prompts go on, and the agent may sleep", () => {
  const core = parked();
  prompt(core, "later");
  core.apply({ type: "wake" });
  resume(core);
  assert.equal(core.state.queue.length, 1, "it may ask yet");
  core.later(30_000);
  assert.deepEqual([waits(core), core.state.queue.length], [["nothing"], 0]);
  core.says(init, result("later"));
  core.later(core.limits.idleSleepMs);
  assert.equal(core.at, "ending");
  const known = parked();
  known.apply({ type: "wake" });
  resume(known);
  known.apply({ type: "exited", agentId: "b", exit: { ...orderlyExit, exitCode: 1 } });
  assert.deepEqual([waits(known), known.later(60_000).length > 0], [["parked"], true], "the next one may ask");
});

test("P6 that the agent goes on with a parked call is known after a restart: prompts wait", () => {
  const core = parked();
  core.apply({ type: "wake" });
  resume(core);
  core.says(hook("again", { tool_use_id: "use-h" }));
  const next = new CoreSession(throughRows(core.state), { limits: core.limits });
  assert.deepEqual(next.state.asks, core.state.asks);
  next.apply({ type: "restored", held: { inputReceived: core.process.input.offset } });
  prompt(next, "later");
  decide(next, { behavior: "allow" });
  assert.equal(next.state.queue.length, 1);
});

test("P6 of two calls that are put off one after the other the agent keeps the last: the first waits for its answer without it", () => {
  const core = inTurn();
  core.says(hook("h1"));
  core.later(parkAfterMs);
  core.says(hook("h2"));
  core.later(parkAfterMs);
  assert.deepEqual(waits(core), ["nothing", "parked"]);
});

test("P6 a clock that is set back between two daemons lets no call be held for longer", () => {
  const core = inTurn();
  core.says(hook("h"));
  const next = new CoreSession(throughRows(core.state), { limits: core.limits });
  next.steadyMs = core.steadyMs - 7_200_000;
  next.apply({ type: "restored", held: { inputReceived: core.process.input.offset } });
  assert.equal(hookSaid(next, next.later(parkAfterMs)), "defer");
});

test("P6 an approval slower than 60 s aborts and the tool runs anyway: here nothing is said until somebody decides, and then just that", () => {
  const asked = [hook("r"), permission("r")];
  for (const line of asked)
    for (const behavior of ["allow", "deny"] as const) {
      const core = inTurn();
      const patient = new CoreSession(core.state, { limits: { parkAfterMs: 0, askDeadlineMs: 7 * 86_400_000 } });
      patient.ruling = core.ruling;
      patient.says(line);
      for (const ms of [59_999, 1, 1, 3_600_000, 5 * 86_400_000]) assert.deepEqual(patient.later(ms), [], `${ms} more`);
      const told = JSON.stringify(patient.written(decide(patient, { behavior })));
      assert.match(told, new RegExp(`"${behavior}"`));
      assert.equal(patient.emitted("permissionResolved").length, 1);
    }
});
