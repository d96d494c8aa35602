import assert from "node:assert/strict";
import { test } from "node:test";
import { hook, init, permission, question, result } from "../../../test/daemon/support/agent-lines.ts";
import { CoreSession } from "../../../test/daemon/support/core-session.ts";
import { readyState } from "../../../test/daemon/support/session-states.ts";
import type { AuditEntry } from "./audit-entry.ts";
import { freshConversation } from "./conversation-state.ts";
import type { Effect } from "./effect.ts";
import type { Limits } from "./limits.ts";

function inTurn(limits: Partial<Limits> = {}, version = "2.1.325"): CoreSession {
  const core = new CoreSession(readyState(freshConversation(version, false)), { limits });
  const content = { json: '"hi"', text: "hi", title: "hi" };
  core.apply({ type: "prompt", call: "p", promptId: "p", content, sender: "me", delivery: "auto" });
  core.says({ ...init, claude_code_version: version });
  core.effects.length = 0;
  return core;
}

function audited(effects: readonly Effect[]): readonly AuditEntry[] {
  return effects.flatMap((effect) => (effect.type === "audit" ? [effect.entry] : []));
}

/** What was decided, by whom, about which use. */
function told(effects: readonly Effect[]): readonly string[] {
  return audited(effects).map(({ verdict, decider, toolUseId }) => `${verdict} by ${decider.by}: ${toolUseId}`);
}

function toolUse(id: string): object {
  const content = [{ type: "tool_use", id, name: "Bash", input: { command: "ls" } }];
  return { type: "assistant", message: { role: "assistant", content }, parent_tool_use_id: null };
}

function toolResult(id: string, isError = false): object {
  const content = [{ type: "tool_result", tool_use_id: id, content: "x", is_error: isError }];
  return { type: "user", message: { role: "user", content }, parent_tool_use_id: null };
}

const decide = (core: CoreSession, askId: string, more: object): readonly Effect[] =>
  core.apply({ type: "decide", call: askId, askId, digest: "", by: "phone", ...more } as never);

test("P8 a person's decision is audited with its verdict: who, what, when it was asked and when decided", () => {
  const core = inTurn();
  core.says(hook("r"), permission("r"));
  assert.deepEqual(audited(core.effects), []);
  const askedMs = core.wallMs;
  core.later(1500);
  const effects = decide(core, "ask-2", { verdict: { behavior: "allow" } });
  const [{ decider, ...entry } = { decider: undefined }] = audited(effects);
  assert.deepEqual(decider, { by: "person", name: "phone" });
  assert.deepEqual(entry, {
    ...{ toolName: "Bash", toolUseId: "use-r", digest: "seen", editedInputJson: "", verdict: "allow" },
    ...{ askedMs, decidedMs: askedMs + 1500, folder: "/elsewhere" },
  });
  assert.deepEqual(told(core.says(toolResult("use-r"))), [], "the use is decided, and has a row");
});

test("P8 an input that a person changed is audited as another one", () => {
  const core = inTurn();
  core.says(permission("r"));
  const verdict = { behavior: "allow", updatedInput: { command: "ls -l" } };
  assert.equal(audited(decide(core, "ask-1", { verdict }))[0]?.editedInputJson, '{"command":"ls -l"}');
});

test("P8 whoever and whatever decides is told apart: rule, limit, deadline, nobody there, a stop, the agent", () => {
  const rule = { by: "why, with `a part`", rule: "rule Bash(x) of settings.json (user)" };
  const ruled = inTurn();
  ruled.ruling = { decision: { effect: "deny", ...rule } };
  assert.deepEqual(audited(ruled.says(hook("h")))[0]?.decider, { by: "rule", why: rule.by, rule: rule.rule });
  assert.deepEqual(told(ruled.says(toolResult("use-h", true), result("p"))), [], "once");
  ruled.ruling = { decision: { effect: "allow", ...rule } };
  assert.deepEqual(told(ruled.says(hook("r"), permission("r"))), ["allow by rule: use-r"]);
  const late = inTurn({ askDeadlineMs: 1000 });
  late.says(permission("r"), question("q"));
  assert.deepEqual(told(late.later(1000)), ["deny by deadline: use-r", "deny by deadline: use-q"]);
  const alone = inTurn({ denyUnattended: true });
  alone.ruling = { isAttended: false };
  assert.deepEqual(told(alone.says(permission("r"))), ["deny by no client: use-r"]);
  const withdrawn = inTurn();
  withdrawn.says(permission("r"));
  const cancel = { type: "control_cancel_request", request_id: "r" };
  assert.deepEqual(told(withdrawn.says(cancel)), ["cancelled by agent: use-r"]);
  const stopped = inTurn({}, "2.1.101");
  stopped.says(permission("r1"), permission("r2"));
  const stop = decide(stopped, "ask-1", { verdict: { behavior: "deny", message: "no", interrupt: true } });
  assert.equal(told(stop)[0], "deny by person: use-r1");
  const full = inTurn();
  for (let n = 0; n < 1000; n++) full.says(permission(`r${n}`));
  assert.deepEqual(told(full.says(permission("last"))), ["deny by limit: use-last"]);
});

test("P8 what the agent allows by itself is audited when its result comes, once, and not when it asks", () => {
  const core = inTurn();
  assert.deepEqual(told(core.says(toolUse("use-h"), hook("h"))), []);
  const [entry] = audited(core.says(toolResult("use-h")));
  assert.deepEqual([entry?.verdict, entry?.decider, entry?.toolName], ["allow", { by: "agent" }, "Bash"]);
  assert.deepEqual([entry?.digest, entry?.folder], ["seen", "/elsewhere"]);
  assert.deepEqual(told(core.says(toolResult("use-h"), result("p"))), []);
});

test("P8 of uses that failed the end of the turn tells which the agent denied by itself", () => {
  const core = inTurn();
  const denied = { permission_denials: [{ tool_name: "Bash", tool_use_id: "use-d", tool_input: {} }] };
  core.says(hook("d"), hook("f"), toolResult("use-d", true), toolResult("use-f", true));
  assert.deepEqual(told(core.effects), []);
  assert.deepEqual(told(core.says(result("p", denied))), ["deny by agent: use-d", "allow by agent: use-f"]);
  assert.deepEqual(core.process.toolUses, []);
});

test("P8 whether a use ran whose agent is gone is not known, and said so; asks outlive it", () => {
  const core = inTurn();
  core.says(hook("h"), permission("r"));
  const exit = { exitCode: 1, signal: null, message: "gone", stderr: "", saysUnknownConversation: false };
  const effects = core.apply({ type: "exited", agentId: "a", exit: { ...exit, isConfirmed: true } });
  assert.deepEqual(told(effects), ["unknown by agent: use-h"]);
});

test("P8 of an agent without hooks the start of a tool is what is known", () => {
  const core = inTurn({}, "1.0.24");
  core.says(toolUse("use-a"), toolUse("use-r"), permission("r"));
  assert.deepEqual(told(core.says(toolResult("use-a"))), ["allow by agent: use-a"]);
  decide(core, "ask-1", { verdict: { behavior: "allow" } });
  assert.deepEqual(told(core.effects), ["allow by agent: use-a", "allow by person: use-r"]);
  assert.deepEqual(told(core.says(toolResult("use-r"))), []);
});
