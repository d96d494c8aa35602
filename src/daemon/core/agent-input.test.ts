import assert from "node:assert/strict";
import { test } from "node:test";
import { permission } from "../../../test/daemon/support/agent-lines.ts";
import { CoreSession } from "../../../test/daemon/support/core-session.ts";
import { someProcess, withAgent } from "../../../test/daemon/support/session-states.ts";

const MiB = 2 ** 20;

function writing(offset: number, confirmed = 0): CoreSession {
  const process = someProcess({ input: { offset, confirmed, isEnded: false } });
  const core = new CoreSession(withAgent({ at: "ready", process, idleSinceMs: undefined }));
  core.ruling = { decision: { effect: "allow", by: "x", rule: "x" } };
  return core;
}

test("D5 what an agent is told is numbered by its offset, without a gap", () => {
  const core = writing(100, 100);
  core.says(permission("r1"), permission("r2"));
  core.says(permission("r3"));
  let at = 100;
  for (const effect of core.effects) {
    if (effect.type !== "write") continue;
    assert.deepEqual([effect.agentId, effect.offset], ["a", at]);
    at += effect.data.length;
  }
  assert.equal(core.process.input.offset, at);
});

test("D5 what the holder has only grows, and is no reason to change anything else", () => {
  const core = writing(100);
  core.apply({ type: "input_confirmed", agentId: "a", to: 60 });
  core.apply({ type: "input_confirmed", agentId: "a", to: 40 });
  assert.deepEqual(core.process.input, { offset: 100, confirmed: 60, isEnded: false });
  assert.deepEqual(core.effects, []);
});

test("D5 an agent that reads nothing is told so much and no more: then it is ended", () => {
  const core = writing(16 * MiB - 10);
  core.says(permission("r1"));
  assert.equal(core.at, "ready", "the line that goes over the bound is written");
  const effects = core.says(permission("r2"));
  assert.ok(core.state.agent.at === "ending" && core.state.agent.why === "failed");
  assert.equal(core.emitted("error", effects)[0]?.code, "overflow");
  assert.match(core.emitted("error", effects)[0]?.message ?? "", /does not read its input: 167\d+ bytes wait/);
  assert.deepEqual(
    effects.flatMap((effect) => (effect.type === "signal" ? [effect.signal] : [])),
    ["SIGKILL"],
  );
  const later = core.says(permission("r3"));
  assert.deepEqual([core.written(later), core.emitted("error", later)], [[], []]);
});
