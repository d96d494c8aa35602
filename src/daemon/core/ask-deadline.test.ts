import assert from "node:assert/strict";
import { test } from "node:test";
import { hook, init, permission, question } from "../../../test/daemon/support/agent-lines.ts";
import { CoreSession } from "../../../test/daemon/support/core-session.ts";
import { orderlyExit, readyState } from "../../../test/daemon/support/session-states.ts";
import { throughRows } from "../../../test/daemon/support/through-rows.ts";
import { AskState } from "../../api/gen/bridle/v1/ask_pb.js";
import { freshConversation } from "./conversation-state.ts";
import { nextDue } from "./due.ts";
import type { Effect } from "./effect.ts";
import type { Limits } from "./limits.ts";

const day = 86_400_000;
const both = { askDeadlineMs: day, connectedDeadlineMs: 1000, disconnectedDeadlineMs: 5000 };
const killed = { ...orderlyExit, exitCode: null, signal: "SIGKILL" };

function inTurn(limits: Partial<Limits>, version = "2.1.325"): CoreSession {
  const core = new CoreSession(readyState(freshConversation(version, false)), { limits });
  const content = { json: '"hi"', text: "hi", title: "hi" };
  core.apply({ type: "prompt", call: "p", promptId: "p", content, sender: "me", delivery: "auto" });
  core.says({ ...init, claude_code_version: version });
  core.effects.length = 0;
  return core;
}

/** How long the only ask waits from now on. */
const leftMs = ({ state, wallMs }: CoreSession): number => Number(state.asks[0]?.ask.deadlineMs) - wallMs;

const attend = (core: CoreSession, isAttended: boolean): readonly Effect[] =>
  core.apply({ type: "attendance", isAttended });

const extend = (core: CoreSession, byMs: number): readonly Effect[] =>
  core.apply({ type: "extend", call: "x", askId: "ask-1", byMs, by: "me" });

const told = (core: CoreSession, effects: readonly Effect[]): readonly unknown[] =>
  core.emitted("notice", effects).map(({ fieldsJson }) => JSON.parse(String(fieldsJson)).deadlineMs);

test("P6 a deadline is another while somebody who may decide is connected than while nobody is; clients are told of each", () => {
  const core = inTurn(both);
  core.says(permission("r"));
  assert.equal(leftMs(core), 1000);
  core.later(900);
  assert.deepEqual(told(core, attend(core, false)), [core.wallMs + 5000]);
  assert.equal(leftMs(core), 5000);
  core.later(4000);
  attend(core, true);
  assert.equal(leftMs(core), 1000, "who comes has all their time");
  assert.equal(nextDue(core.state, core.limits).wallMs, core.wallMs + 1000);
  core.later(999);
  assert.equal(core.state.asks.length, 1);
  core.later(1);
  assert.equal(core.emitted("permissionResolved")[0]?.state, AskState.EXPIRED);
});

test("P6 who comes or goes never lets an ask wait for longer than approvals.deadline_ms, and where no setting says so changes nothing", () => {
  const core = inTurn({ ...both, askDeadlineMs: 3000 });
  core.says(permission("r"));
  attend(core, false);
  assert.equal(leftMs(core), 3000);
  const off = inTurn({ askDeadlineMs: 3000 });
  off.says(permission("r"));
  assert.deepEqual(attend(off, false), []);
  const never = inTurn({ connectedDeadlineMs: 1000 });
  never.says(permission("r"));
  attend(never, false);
  assert.equal(Number(never.state.asks[0]?.ask.deadlineMs), 0, "while nobody is there it waits for ever");
});

test("P6 a restart of the daemon renews no deadline: it is stored with what it goes by", () => {
  const core = inTurn(both);
  core.says(permission("r"));
  core.later(400);
  const next = new CoreSession(throughRows(core.state), { limits: both });
  next.wallMs = core.wallMs;
  assert.deepEqual(attend(next, true), [], "who was there came back");
  assert.equal(leftMs(next), 600);
  attend(next, false);
  assert.equal(leftMs(next), 5000);
});

test("P6 an ask can be given more time, and who comes or goes does not take it back", () => {
  const core = inTurn(both);
  core.says(permission("r"));
  const effects = extend(core, 60_000);
  assert.equal(leftMs(core), 61_000);
  assert.deepEqual(told(core, effects), [core.wallMs + 61_000]);
  assert.match(String(core.emitted("notice", effects)[0]?.fieldsJson), /extended by me/);
  const [answer] = core.answers("x", effects);
  assert.ok(answer?.to === "ask" && Number(answer.ask.deadlineMs) === core.wallMs + 61_000);
  const next = new CoreSession(throughRows(core.state), { limits: both });
  next.wallMs = core.wallMs;
  for (const isAttended of [false, true]) assert.deepEqual(attend(next, isAttended), []);
  next.later(60_999);
  assert.equal(next.state.asks.length, 1);
  next.later(1);
  assert.equal(next.state.asks.length, 0);
});

test("P6 what is decided or waits for ever cannot be given more time, and whoever tries is told", () => {
  const core = inTurn({});
  core.says(permission("r"));
  const [refused] = core.answers("x", extend(core, 1000));
  assert.ok(refused?.to === "error" && refused.error.code === "invalid_option");
  core.apply({ type: "decide", call: "d", askId: "ask-1", digest: "", verdict: { behavior: "allow" }, by: "me" });
  assert.deepEqual(core.answers("x", extend(core, 1000)), [{ to: "lost_ask" }]);
});

test("P6 the agent of an ask that expired is told, also where the one that asked is gone; one that crashed too often waits for a person", () => {
  for (const asked of [permission("r"), question("q")]) {
    const core = inTurn({ askDeadlineMs: day });
    core.says(asked);
    core.apply({ type: "exited", agentId: "a", exit: killed });
    const effects = core.later(day);
    assert.match(String(core.emitted("prompt", effects)[0]?.contentJson), /the time is over|in time/);
    assert.deepEqual([core.state.asks, core.state.queue.length, core.at], [[], 1, "launching"]);
  }
  const left = inTurn({ askDeadlineMs: day, restart: { firstMs: 1, maxMs: 1, limit: 0, windowMs: 1000 } });
  left.says(permission("r"));
  left.apply({ type: "exited", agentId: "a", exit: killed });
  left.later(day);
  assert.deepEqual([left.at, left.state.asks, left.state.queue.length], ["crashed", [], 1]);
});

test("P6 with approvals.at_deadline an ask that expires ends its turn, once, and the agent is told so before it is answered", () => {
  const core = inTurn({ askDeadlineMs: 1000, interruptAtDeadline: true }, "1.0.85");
  core.says(permission("r1"), permission("r2"));
  const lines = core.written(core.later(1000));
  assert.deepEqual(
    lines.map(({ request, response }) => request?.subtype ?? response?.request_id),
    ["interrupt", "r1", "r2"],
  );
  assert.match(JSON.stringify(lines[1]), /Nobody answered in time.*turn ended/);
});

test("P6 a parked call that was denied with an end of the turn ends the turn that is resumed for it", () => {
  const limits = { askDeadlineMs: 60_000, parkAfterMs: 1000, interruptAtDeadline: true };
  const core = inTurn(limits);
  core.ruling = { willBeAsked: true };
  core.says(hook("h"));
  core.later(1000);
  core.apply({ type: "exited", agentId: "a", exit: orderlyExit });
  core.later(60_000);
  const launch = core.state.launches;
  core.apply({ type: "launch_ready", launch, agentId: "b", version: "2.1.325", dialect: undefined });
  core.apply({ type: "started", agentId: "b" });
  const lines = core.written(core.says(hook("again", { tool_use_id: "use-h" })));
  assert.deepEqual(
    lines.map(({ request, response }) => request?.subtype ?? response?.request_id),
    ["interrupt", "again"],
  );
});
