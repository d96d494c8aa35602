import assert from "node:assert/strict";
import { test } from "node:test";
import { init, refusal, result, success } from "../../../test/daemon/support/agent-lines.ts";
import { CoreSession } from "../../../test/daemon/support/core-session.ts";
import { readyState, someFacts, someProcess, withAgent } from "../../../test/daemon/support/session-states.ts";
import { anyId } from "../../channel/open-requests.ts";
import { type ErrorCode, isBridleError } from "../../errors.ts";
import { freshConversation } from "./conversation-state.ts";
import { type Configuration, newSession, type OpenRequest } from "./session-state.ts";

function request(core: CoreSession, call = "c", subtype = "mcp_status", timeoutMs = 1000): void {
  core.apply({ type: "request", call, subtype, payload: {}, timeoutMs });
}

function assertError(core: CoreSession, call: string, code: ErrorCode): void {
  const answers = core.answers(call);
  assert.equal(answers.length, 1);
  assert.ok(answers[0]?.to === "error" && isBridleError(answers[0].error, code), JSON.stringify(answers));
}

test("D4 a request of ours is answered once, by its id, whatever else the agent says", () => {
  const core = new CoreSession(readyState());
  request(core, "c");
  request(core, "d");
  assert.deepEqual(
    core.written().map(({ request_id }) => request_id),
    ["a-1", "a-2"],
  );
  assert.ok(core.effects.every((effect) => effect.type !== "write" || effect.isRequest));
  core.says(success("nobody's"), success("a-2", { x: 2 }), success("a-2", { x: 3 }), success("a-1", { x: 1 }));
  assert.deepEqual(core.answers("c"), [{ to: "request", payload: { x: 1 } }]);
  assert.deepEqual(core.answers("d"), [{ to: "request", payload: { x: 2 } }]);
  assert.deepEqual([core.process.requests, core.process.requestsMade], [[], 2]);
});

test("H2 a request that the agent refuses as unknown is learned: the next one is refused by us, and nothing is sent", () => {
  const core = new CoreSession(readyState());
  request(core, "c");
  core.says(refusal("a-1", "it does not please me"));
  assertError(core, "c", "refused");
  request(core, "d");
  core.says(refusal("a-2", "Unsupported control request subtype: mcp_status"));
  assertError(core, "d", "refused");
  assert.deepEqual(core.process.conversation.lost, ["controls mcp_status"]);
  const before = core.state;
  request(core, "e");
  assertError(core, "e", "unsupported");
  assert.equal(core.state, before);
  assert.equal(core.written().length, 2);
});

test("D5 requests are answered with timeout when theirs is over, by the clock that never jumps, and with closed where there is no agent", () => {
  const core = new CoreSession(readyState());
  request(core, "c", "mcp_status", 1000);
  request(core, "d", "mcp_status", 2000);
  core.wallMs += 1e9;
  core.apply({ type: "time", isCaughtUp: true });
  assert.equal(core.process.requests.length, 2);
  core.later(1000);
  assertError(core, "c", "timeout");
  assert.equal(core.answers("d").length, 0);
  core.says(success("a-1"));
  assert.equal(core.answers("c").length, 1, "it comes too late");
  const asleep = new CoreSession(newSession(someFacts));
  request(asleep);
  assertError(asleep, "c", "closed");
});

test("D5 a dialect answers in order, or not at all", () => {
  const core = new CoreSession(readyState(freshConversation(undefined, false, "seed-001")));
  request(core, "c", "status");
  request(core, "d", "status");
  core.says({ type: "system", subtype: "status", running: true, n: 1 });
  core.says({ type: "system", subtype: "status", running: true, n: 2 });
  const payloads = ["c", "d"].map((call) => core.answers(call)[0]).map((one) => one?.to === "request" && one.payload.n);
  assert.deepEqual(payloads, [1, 2]);
  request(core, "e", "interrupt");
  assert.deepEqual(core.answers("e"), [{ to: "request", payload: {} }], "the turn's result is the only answer");
});

test("D5 where an earlier daemon did not store which request waits, the first answer is its answer", () => {
  const purpose = { for: "handshake", hooked: true } as const;
  const open: OpenRequest = { id: anyId, subtype: "initialize", purpose, untilMs: 9e9, timeoutMs: 60_000 };
  const core = new CoreSession(withAgent({ at: "handshake", process: someProcess({ requests: [open] }) }));
  core.says(success("some-uuid-of-0.1.0"));
  assert.equal(core.at, "ready");
});

test("D4 an interrupt asks the agent where a turn runs; queued prompts are cancelled where that is wanted", () => {
  const core = new CoreSession(readyState());
  core.apply({ type: "interrupt", call: "c", cancelQueued: false });
  assert.deepEqual(core.answers("c"), [{ to: "interrupt", interrupted: false }]);
  const content = { json: '"hi"', text: "hi", title: "hi" };
  for (const promptId of ["p", "q"])
    core.apply({ type: "prompt", call: promptId, promptId, content, sender: "me", delivery: "auto" });
  core.says(init);
  core.apply({ type: "interrupt", call: "d", cancelQueued: true });
  assert.deepEqual([core.state.queue, core.answers("d")], [[], []]);
  assert.equal(core.written().at(-1)?.request?.subtype, "interrupt");
  core.says(success("a-1"), result("p"));
  assert.deepEqual(core.answers("d"), [{ to: "interrupt", interrupted: true }]);
});

test("D4 an interrupt that the agent's version lacks cancels nothing", () => {
  const ledger = { prompts: [], turn: "t", turns: 1, past: [] };
  const process = someProcess({ conversation: { ...freshConversation("1.0.64", false), ledger } });
  const queue = [{ id: "q", position: 1, content: '"hi"', sender: "me", delivery: "auto" as const }];
  const core = new CoreSession(withAgent({ at: "ready", process, idleSinceMs: undefined }, { queue }));
  core.apply({ type: "interrupt", call: "c", cancelQueued: true });
  assertError(core, "c", "unsupported");
  assert.deepEqual([core.state.queue, core.emitted("prompt")], [queue, []]);
});

test("D1 model and mode are the session's when the agent has agreed; without an agent at once", () => {
  const configure = (core: CoreSession, change: Configuration) => core.apply({ type: "configure", call: "c", change });
  const asleep = new CoreSession(newSession(someFacts));
  configure(asleep, { model: "m2" });
  assert.deepEqual(asleep.state.facts, { ...someFacts, model: "m2", options: { model: "m2" } });
  assert.deepEqual(asleep.answers("c"), [{ to: "done" }]);

  const rows = [
    [{ model: "m2" }, { subtype: "set_model", model: "m2" }],
    [{ model: "" }, { subtype: "set_model" }],
    [{ permissionMode: "plan" }, { subtype: "set_permission_mode", mode: "plan" }],
  ] as const;
  for (const [change, sent] of rows) {
    const core = new CoreSession(readyState());
    configure(core, change);
    assert.deepEqual(core.written()[0]?.request, sent);
    assert.equal(core.state.facts, someFacts, "not yet");
    core.says(success("a-1"));
    assert.deepEqual(core.state.facts, { ...someFacts, ...change, options: change });
    assert.deepEqual(core.answers("c"), [{ to: "done" }]);
  }
  const core = new CoreSession(readyState());
  configure(core, { model: "none such" });
  core.says(refusal("a-1", "no such model"));
  assertError(core, "c", "refused");
  assert.equal(core.state.facts, someFacts);
});
