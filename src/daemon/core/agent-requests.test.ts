import assert from "node:assert/strict";
import { test } from "node:test";
import { hook, permission } from "../../../test/daemon/support/agent-lines.ts";
import { CoreSession } from "../../../test/daemon/support/core-session.ts";
import { readyState } from "../../../test/daemon/support/session-states.ts";
import { AskState } from "../../api/gen/bridle/v1/ask_pb.js";
import { freshConversation } from "./conversation-state.ts";

const decisionOf = (core: CoreSession): unknown =>
  (core.written().at(-1)?.response?.response?.hookSpecificOutput as { permissionDecision?: string } | undefined)
    ?.permissionDecision;

test("P2 the hook denies and asks as the rules say, and has no opinion where nothing may be forbidden", () => {
  for (const effect of ["allow", "ask", "deny", undefined] as const) {
    const core = new CoreSession(readyState());
    core.ruling = { decision: effect && { effect, by: "Bash(ls)", rule: "Bash(ls)" } };
    const effects = core.says(hook("h"));
    assert.equal(core.written(effects).length, 1);
    assert.equal(decisionOf(core), effect === "allow" ? undefined : effect);
    const denied = core.emitted("permissionResolved", effects);
    assert.deepEqual(
      denied.map(({ state, decidedBy, toolName }) => [state, decidedBy, toolName]),
      effect === "deny" ? [[AskState.DENIED, "rule: Bash(ls)", "Bash"]] : [],
    );
  }
});

test("P2 an agent that asks nobody when a hook wants it to is denied what is to be asked", () => {
  const core = new CoreSession(readyState(freshConversation("2.1.70", false)));
  core.ruling = { decision: { effect: "ask", by: "Bash(ls)", rule: "Bash(ls)" } };
  const effects = core.says(hook("h"));
  assert.equal(decisionOf(core), "deny");
  assert.match(core.emitted("permissionResolved", effects)[0]?.reason ?? "", /cannot be made to ask: use Claude Code/);
});

test("P2 where a tool use runs is told by the hook, and is known of the ask that follows; of the newest uses only", () => {
  const core = new CoreSession(readyState());
  core.says(hook("r1"), permission("r1"), permission("r2"));
  assert.deepEqual(
    core.state.asks.map(({ folder }) => folder),
    ["/elsewhere", undefined],
  );
  assert.equal(core.process.toolUses.length, 0, "it is not needed twice");
  for (let n = 0; n < 300; n++) core.says(hook(`many-${n}`));
  const known = core.process.toolUses.map(({ toolUseId }) => toolUseId);
  assert.deepEqual([known.length, known.at(0), known.at(-1)], [256, "use-many-44", "use-many-299"]);
});

test("W3 requests that nobody knows, that lack something or could not be read are refused at once, each once", () => {
  const core = new CoreSession(readyState());
  const request = (id: string, payload: object) => ({ type: "control_request", request_id: id, request: payload });
  core.says(
    request("r1", { subtype: "make_coffee" }),
    request("r2", { subtype: "can_use_tool" }),
    request("r3", {}),
    hook("r4", { callback_id: "another" }),
  );
  const errors = core.written().map(({ response }) => [response?.request_id, response?.error]);
  assert.match(String(errors[0]), /^r1,Unsupported control request subtype: make_coffee/);
  assert.match(String(errors[1]), /^r2,Invalid can_use_tool request: /);
  assert.match(String(errors[2]), /^r3,The request has no subtype/);
  assert.match(String(errors[3]), /^r4,no hook is registered under this id/);
  assert.deepEqual(core.state.asks, []);
});
