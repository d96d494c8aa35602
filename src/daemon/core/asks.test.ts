import assert from "node:assert/strict";
import { test } from "node:test";
import { init, permission, question, result, success } from "../../../test/daemon/support/agent-lines.ts";
import { CoreSession } from "../../../test/daemon/support/core-session.ts";
import { readyState } from "../../../test/daemon/support/session-states.ts";
import { AskKind, AskState } from "../../api/gen/bridle/v1/ask_pb.js";
import type { Verdict } from "../../conversation/ask.ts";
import { isBridleError } from "../../errors.ts";
import { maxOpenAsks } from "./asks.ts";
import { freshConversation } from "./conversation-state.ts";
import type { Effect } from "./effect.ts";
import type { Limits } from "./limits.ts";
import { type OpenAsk, phaseOf } from "./session-state.ts";

/** An agent in the middle of a turn. */
function inTurn(version = "2.1.325", limits: Partial<Limits> = {}): CoreSession {
  const core = new CoreSession(readyState(freshConversation(version, false)), { limits });
  const content = { json: '"hi"', text: "hi", title: "hi" };
  core.apply({ type: "prompt", call: "p", promptId: "p", content, sender: "me", delivery: "auto" });
  core.says({ ...init, claude_code_version: version });
  core.effects.length = 0;
  return core;
}

/** What the agent was answered, by its request. */
function told(core: CoreSession, effects?: readonly Effect[]): readonly unknown[] {
  return core
    .written(effects)
    .flatMap(({ response }) => (response ? [[response.request_id, response.response?.behavior]] : []));
}

function decide(core: CoreSession, askId: string, verdict: Verdict, more: object = {}): readonly Effect[] {
  return core.apply({ type: "decide", call: `call-${askId}`, askId, digest: "", verdict, by: "me", ...more });
}

const forbids = { effect: "deny", by: "Bash(rm) in x", rule: "Bash(rm)" } as const;

/** Who waits for the answer. */
function waiting(open: Pick<OpenAsk, "waits"> | undefined): string | undefined {
  const waits = open?.waits;
  return waits && ("agent" in waits ? `${waits.agent} ${waits.requestId}` : waits.in);
}

test("P2 a rule decides at once: the agent is told, the decision is kept and shown, and nobody is asked", () => {
  for (const effect of ["allow", "deny"] as const) {
    const core = inTurn();
    core.ruling = { decision: { effect, by: "Bash(ls)", rule: "Bash(ls)" } };
    const effects = core.says(permission("r"));
    assert.deepEqual(told(core, effects), [["r", effect]]);
    const [resolved] = core.emitted("permissionResolved", effects);
    const state = effect === "allow" ? AskState.ALLOWED : AskState.DENIED;
    assert.deepEqual([resolved?.state, resolved?.decidedBy], [state, "rule: Bash(ls)"]);
    assert.equal(effects.filter(({ type }) => type === "close_ask").length, 1);
    assert.deepEqual([core.state.asks, phaseOf(core.state)], [[], "running"]);
    assert.equal(core.emitted("permissionRequest").length, 0);
  }
});

test("P6 what no rule decides, and what a rule wants asked, waits for a person with its digest and deadline", () => {
  for (const decision of [undefined, { effect: "ask" as const, by: "Bash", rule: "Bash" }]) {
    const core = inTurn("2.1.325", { askDeadlineMs: 5000 });
    core.ruling = { decision };
    const effects = core.says(permission("r"));
    assert.deepEqual(told(core, effects), []);
    const [open] = core.state.asks;
    assert.deepEqual([waiting(open), open?.ask.digest], ["a r", "seen"]);
    assert.deepEqual([open?.ask.state, open?.ask.turn], [AskState.OPEN, "p"]);
    assert.equal(Number(open?.ask.deadlineMs), core.wallMs + 5000);
    const kinds = effects.flatMap((effect) => (effect.type === "emit" ? [effect.draft.kind.case] : []));
    assert.deepEqual(kinds, ["permissionRequest", "statusChange"]);
    assert.equal(phaseOf(core.state), "waiting");
    assert.deepEqual(core.says(permission("r")), [], "one that is repeated waits for one answer");
  }
});

test("P6 the first answer wins: the agent is told once, and whoever comes later is told that it is decided", () => {
  const core = inTurn();
  core.says(permission("r"));
  const effects = decide(core, "ask-1", { behavior: "allow" });
  assert.deepEqual(told(core, effects), [["r", "allow"]]);
  const [answer] = core.answers("call-ask-1");
  assert.ok(answer?.to === "ask");
  assert.deepEqual(
    [answer.ask.state, answer.ask.decidedBy, answer.ask.decidedMs],
    [AskState.ALLOWED, "me", BigInt(core.wallMs)],
  );
  const [closed] = effects.filter((effect) => effect.type === "close_ask");
  assert.deepEqual([closed?.ask, waiting(closed)], [answer.ask, "a r"]);
  assert.equal(phaseOf(core.state), "running");
  const later = decide(core, "ask-1", { behavior: "deny", message: "no" });
  assert.deepEqual(later, [{ type: "answer", call: "call-ask-1", answer: { to: "lost_ask" } }]);
});

test("P6 a session waits as long as any of its asks is open", () => {
  const core = inTurn();
  core.says(permission("r1"), permission("r2"));
  decide(core, "ask-2", { behavior: "deny", message: "no" });
  assert.deepEqual([phaseOf(core.state), core.state.asks.map(waiting)], ["waiting", ["a r1"]]);
  decide(core, "ask-1", { behavior: "allow" });
  assert.deepEqual(
    [phaseOf(core.state), told(core)],
    [
      "running",
      [
        ["r2", "deny"],
        ["r1", "allow"],
      ],
    ],
  );
});

test("P6 an answer about another input than is asked about, or with one that a rule denies or no line holds, changes nothing", () => {
  const deep: { x?: object } = {};
  for (let n = 0, at = deep; n < 20_000; n++) at = at.x = {};
  const core = inTurn();
  core.says(permission("r"));
  const before = core.state;
  const rows = [
    ["conflict", { behavior: "allow" }, { digest: "another" }],
    [
      "invalid_option",
      { behavior: "allow", updatedInput: { command: "rm" } },
      { denial: { of: "changed", rule: forbids } },
    ],
  ] as const;
  for (const [code, verdict, more] of rows) {
    core.effects.length = 0;
    const effects = decide(core, "ask-1", verdict, more);
    const [answer] = core.answers("call-ask-1");
    assert.ok(answer?.to === "error" && isBridleError(answer.error, code), code);
    assert.deepEqual([effects.length, core.state === before], [1, true]);
  }
  const unchecked = new CoreSession(before, { isChecked: false });
  decide(unchecked, "ask-1", { behavior: "allow", updatedInput: deep as never });
  const [answer] = unchecked.answers("call-ask-1");
  assert.ok(answer?.to === "error" && isBridleError(answer.error, "unencodable"));
  assert.equal(unchecked.state, before);
  decide(core, "ask-1", { behavior: "allow" }, { digest: "seen" });
  assert.deepEqual(told(core), [["r", "allow"]]);
});

test("P6 P7 P8 what a person allows and a rule forbids by now is denied by that rule, and the person is told so", () => {
  const core = inTurn();
  core.says(permission("r"));
  const effects = decide(core, "ask-1", { behavior: "allow" }, { denial: { of: "asked", rule: forbids } });
  assert.deepEqual([told(core, effects), core.state.asks], [[["r", "deny"]], []]);
  assert.deepEqual(core.answers("call-ask-1"), [{ to: "lost_ask" }]);
  const [resolved] = core.emitted("permissionResolved", effects);
  assert.deepEqual([resolved?.state, resolved?.decidedBy], [AskState.DENIED, "rule: Bash(rm) in x"]);
  const audited = effects.flatMap((one) => (one.type === "audit" ? [[one.entry.verdict, one.entry.decider]] : []));
  assert.deepEqual(audited, [["deny", { by: "rule", why: forbids.by, rule: forbids.rule }]]);
});

test("U3 the agent is given the input that a person changed, and the log says so; the same input sent back is no change", () => {
  for (const [command, edited] of [
    ["ls -l", '{"command":"ls -l"}'],
    ["ls", ""],
  ] as const) {
    const core = inTurn();
    core.says(permission("r"));
    const effects = decide(core, "ask-1", { behavior: "allow", updatedInput: { command } });
    assert.deepEqual(core.written(effects)[0]?.response?.response?.updatedInput, { command });
    assert.equal(core.emitted("permissionResolved", effects)[0]?.editedInputJson, edited);
  }
});

test("P6 a question is answered by its answers or declined; no rule answers it, and nothing else is answered so", () => {
  const core = inTurn();
  core.ruling = { decision: { effect: "allow", by: "AskUserQuestion", rule: "AskUserQuestion" } };
  core.says(question("q"));
  assert.deepEqual([core.state.asks[0]?.ask.kind, core.emitted("question").length], [AskKind.QUESTION, 1]);
  const answer = (askId: string, answers: { [question: string]: string } | undefined) =>
    core.apply({ type: "answer_question", call: "q", askId, answers, by: "me" });
  const effects = answer("ask-1", { "Which?": "Red" });
  assert.deepEqual(told(core, effects), [["q", "allow"]]);
  assert.match(JSON.stringify(core.written(effects)[0]), /"answers":\{"Which\?":"Red"\}/);
  assert.equal(core.emitted("permissionResolved", effects)[0]?.editedInputJson, "", "answers are no changed input");
  assert.deepEqual(answer("ask-1", undefined), [{ type: "answer", call: "q", answer: { to: "lost_ask" } }]);

  core.says(question("q2"));
  assert.deepEqual(told(core, answer("ask-2", undefined)), [["q2", "deny"]]);
  core.ruling = {};
  core.says(permission("r"));
  core.effects.length = 0;
  answer("ask-3", {});
  const [refused] = core.answers("q");
  assert.ok(refused?.to === "error" && isBridleError(refused.error, "invalid_option"));
  core.ruling = { decision: { effect: "deny", by: "AskUserQuestion", rule: "AskUserQuestion" } };
  assert.deepEqual(told(core, core.says(question("q3"))), [["q3", "deny"]]);
});

test("P6 where nobody is there and nobody is to be waited for, asks are denied: the next ones and those that are open", () => {
  const core = inTurn("2.1.325", { denyUnattended: true });
  core.ruling = { isAttended: false };
  const effects = core.says(permission("r1"));
  assert.deepEqual(told(core, effects), [["r1", "deny"]]);
  assert.equal(core.emitted("permissionRequest", effects).length, 1, "it was asked for");
  assert.equal(core.emitted("permissionResolved", effects)[0]?.decidedBy, "no client");
  core.ruling = {};
  core.says(permission("r2"), permission("r3"));
  assert.deepEqual(told(core, core.apply({ type: "attendance", isAttended: false })), [
    ["r2", "deny"],
    ["r3", "deny"],
  ]);
  assert.deepEqual(core.state.asks, []);
});

test("P6 an ask whose time is over is answered by a denial; by the clock that people have", () => {
  const core = inTurn("2.1.325", { askDeadlineMs: 5000 });
  core.says(permission("r1"));
  core.later(3000);
  core.says(permission("r2"));
  core.later(1999);
  assert.equal(core.state.asks.length, 2);
  const effects = core.later(1);
  assert.deepEqual(told(core, effects), [["r1", "deny"]]);
  const [resolved] = core.emitted("permissionResolved", effects);
  assert.deepEqual([resolved?.state, resolved?.decidedBy], [AskState.EXPIRED, "deadline"]);
  // A machine that slept.
  core.wallMs += 1e9;
  assert.deepEqual(told(core, core.apply({ type: "time", isCaughtUp: true })), [["r2", "deny"]]);
  const forEver = inTurn();
  forEver.says(permission("r"));
  forEver.later(1e12);
  assert.equal(forEver.state.asks.length, 1);
});

test("P6 an ask that the agent takes back is cancelled, and the agent is told nothing", () => {
  const core = inTurn();
  core.says(permission("r1"));
  core.effects.length = 0;
  const effects = core.says({ type: "control_cancel_request", request_id: "r1" });
  assert.deepEqual(core.written(effects), []);
  assert.equal(core.emitted("permissionResolved", effects)[0]?.state, AskState.CANCELLED);
  assert.equal(phaseOf(core.state), "running");
  assert.deepEqual(
    core.emitted("permissionResolved", core.says({ type: "control_cancel_request", request_id: "r1" })),
    [],
  );
});

test("H3 a denial that is to end the turn does so on versions that pass over it: they are interrupted before they are told", () => {
  const stop: Verdict = { behavior: "deny", message: "no", interrupt: true };
  const newer = inTurn();
  newer.says(permission("r1"), permission("r2"));
  assert.deepEqual(told(newer, decide(newer, "ask-1", stop)), [["r1", "deny"]]);

  const older = inTurn("1.0.85");
  older.says(permission("r1"), permission("r2"));
  const effects = decide(older, "ask-1", stop);
  const words = older.written(effects).map(({ request, response }) => request?.subtype ?? response?.request_id);
  assert.deepEqual(words, ["interrupt", "r1", "r2"]);
  assert.deepEqual(older.state.asks, []);
  older.ruling = { decision: { effect: "allow", by: "Bash", rule: "Bash" } };
  assert.deepEqual(
    told(older, older.says(permission("r3"))),
    [["r3", "deny"]],
    "nothing of the turn is allowed any more",
  );
  older.says(success("a-1"), result("p"));
  assert.deepEqual(told(older, older.says(permission("r4"))), [["r4", "allow"]], "the turn is over");

  const oldest = inTurn("1.0.64");
  oldest.says(permission("r1"));
  const notice = oldest.emitted("notice", decide(oldest, "ask-1", stop))[0];
  assert.equal(notice?.word, "bridle/interrupt_unsupported");
  assert.deepEqual(told(oldest, oldest.says(permission("r2"))), [["r2", "deny"]]);
});

test("P6 a session has a limited number of open asks, and there is room again when one is decided", () => {
  const core = inTurn();
  const asks = Array.from({ length: maxOpenAsks }, (_, n) => permission(`r${n}`));
  for (let n = 0; n < asks.length; n += 100) core.says(...asks.slice(n, n + 100));
  assert.equal(core.state.asks.length, maxOpenAsks);
  const effects = core.says(permission("more"));
  assert.deepEqual(told(core, effects), [["more", "deny"]]);
  assert.match(
    core.emitted("permissionResolved", effects)[0]?.decidedBy ?? "",
    /^limit: 1000 asks of this session are open/,
  );
  decide(core, "ask-8", { behavior: "deny", message: "no" });
  assert.deepEqual(told(core, core.says(permission("again"))), []);
});

test("P6 open asks are limited in bytes, but for the first", () => {
  const core = new CoreSession(readyState(), { maxPayloadBytes: 20 * 2 ** 20 });
  core.says(permission("long", { command: "x".repeat(17 * 2 ** 20) }));
  assert.equal(core.state.asks.length, 1);
  const effects = core.says(permission("short"));
  assert.match(core.emitted("permissionResolved", effects)[0]?.reason ?? "", /16777216 bytes/);
  decide(core, "ask-1", { behavior: "allow" });
  core.says(permission("again"));
  assert.equal(core.state.asks.length, 1);
});
