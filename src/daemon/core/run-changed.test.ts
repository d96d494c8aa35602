import assert from "node:assert/strict";
import { test } from "node:test";
import { hook, permission } from "../../../test/daemon/support/agent-lines.ts";
import { CoreSession } from "../../../test/daemon/support/core-session.ts";
import { readyState } from "../../../test/daemon/support/session-states.ts";
import { AskState } from "../../api/gen/bridle/v1/ask_pb.js";
import { freshConversation } from "./conversation-state.ts";

const rewritten = { input: { command: "nice bash -c 'ls'" }, by: "Bash(ls) in permissions.rewrite of settings.json" };
const allow = { effect: "allow", by: "Bash(ls)", rule: "Bash(ls)" } as const;

const answer = (core: CoreSession) => core.written().at(-1)?.response?.response as Answer | undefined;
interface Answer {
  readonly behavior?: string;
  readonly updatedInput?: object;
  readonly hookSpecificOutput?: { readonly permissionDecision?: string; readonly updatedInput?: object };
}

const audited = (core: CoreSession) =>
  core.effects.flatMap((effect) =>
    effect.type === "audit" ? [[effect.entry.verdict, effect.entry.decider.by, effect.entry.editedInputJson]] : [],
  );

test("P2 P8 what a rule allows runs changed, is audited once with both, and is not asked about again", () => {
  const core = new CoreSession(readyState());
  core.ruling = { decision: allow, rewritten };
  core.says(hook("r1"));
  const { permissionDecision, updatedInput } = answer(core)?.hookSpecificOutput ?? {};
  assert.deepEqual([permissionDecision, updatedInput], ["allow", rewritten.input]);
  const edited = JSON.stringify(rewritten.input);
  assert.deepEqual(audited(core), [["allow", "rule", edited]]);
  assert.equal(core.emitted("permissionResolved")[0]?.editedInputJson, edited);
  // The agent's own settings want it asked all the same: what was changed is not changed again.
  core.ruling = { decision: undefined, rewritten: { ...rewritten, input: { command: "twice" } } };
  core.says(permission("r1"));
  assert.deepEqual([answer(core)?.behavior, answer(core)?.updatedInput], ["allow", rewritten.input]);
  assert.equal(audited(core).length, 1);
});

test("P2 P6 a person who allows what was asked allows what was shown; their own change runs as they wrote it", () => {
  for (const [given, runs] of [
    [undefined, rewritten.input],
    [{ command: "ls" }, rewritten.input],
    [{ command: "ls -l" }, { command: "ls -l" }],
  ] as const) {
    const core = new CoreSession(readyState());
    core.ruling = { willBeAsked: true, rewritten };
    core.says(hook("r1"));
    const [open] = core.state.asks;
    assert.equal(open?.ask.rewrittenInputJson, JSON.stringify(rewritten.input));
    assert.equal(open?.ask.rewrittenBy, rewritten.by);
    const verdict = { behavior: "allow", ...(given !== undefined && { updatedInput: given }) } as const;
    core.apply({
      type: "decide",
      call: "c",
      askId: open?.ask.id ?? "",
      digest: open?.ask.digest ?? "",
      verdict,
      by: "ada",
    });
    assert.deepEqual(answer(core)?.hookSpecificOutput?.updatedInput, runs);
    assert.deepEqual(audited(core), [["allow", "person", JSON.stringify(runs)]]);
  }
});

test("P2 an agent that runs no changed input is denied what has to be changed; one without hooks is given it when it asks", () => {
  const old = new CoreSession(readyState(freshConversation("2.0.9", false)));
  old.ruling = { decision: allow, rewritten };
  const effects = old.says(hook("r1"));
  assert.equal(answer(old)?.hookSpecificOutput?.permissionDecision, "deny");
  const [denied] = old.emitted("permissionResolved", effects);
  assert.equal(denied?.state, AskState.DENIED);
  assert.match(denied?.reason ?? "", /cannot be made to run it changed: use Claude Code 2\.0\.10/);
  const asking = new CoreSession(readyState());
  asking.ruling = { decision: allow, rewritten };
  asking.says(permission("r1"));
  assert.deepEqual([answer(asking)?.behavior, answer(asking)?.updatedInput], ["allow", rewritten.input]);
});
