import assert from "node:assert/strict";
import { test } from "node:test";
import { init, permission } from "../../../test/daemon/support/agent-lines.ts";
import { CoreSession, limits } from "../../../test/daemon/support/core-session.ts";
import { frozen } from "../../../test/daemon/support/frozen.ts";
import { readyState, someFacts, someProcess, withAgent } from "../../../test/daemon/support/session-states.ts";
import { throughRows } from "../../../test/daemon/support/through-rows.ts";
import type { Happening } from "../session/happening.ts";
import { advance } from "./advance.ts";
import { unconfirmedExit } from "./exit.ts";
import type { Input } from "./input.ts";
import { newSession, type OpenRequest, type SessionState } from "./session-state.ts";

const initialize: OpenRequest = {
  ...{ id: "a-1", subtype: "initialize", purpose: { for: "handshake", hooked: true } },
  ...{ untilMs: 1_000_000, timeoutMs: 60_000 },
};
const content = { json: '"hi"', text: "hi", title: "hi" };

/** In every state of the agent; some with prompts that wait, a turn that runs or an ask. */
function manyStates(): readonly SessionState[] {
  const process = someProcess();
  const queue = [{ id: "q", position: 1, content: '"hi"', sender: "me", delivery: "auto" as const }];
  const asking = new CoreSession(readyState());
  asking.apply({ type: "prompt", call: "p", promptId: "p", content, sender: "me", delivery: "auto" });
  asking.says(init, permission("r"));
  asking.apply({ type: "request", call: "c", subtype: "mcp_status", payload: {}, timeoutMs: 5 });
  const ending = { at: "ending", process, why: "wanted", wasReady: true, untilMs: 5 } as const;
  return [
    newSession(someFacts),
    withAgent({ at: "crashed" }, { queue }),
    withAgent({ at: "backing_off", untilMs: 5 }, { queue, crashesMs: [4] }),
    withAgent({ at: "launching", launch: 1, sinceMs: 5 }, { queue, launches: 1 }),
    withAgent({ at: "starting", process }, { queue, launches: 1 }),
    withAgent({ at: "handshake", process: { ...process, requests: [initialize], requestsMade: 1 } }, { queue }),
    withAgent({ at: "ready", process, idleSinceMs: 5 }),
    asking.state,
    withAgent({ ...ending, stage: "interrupting" }, { queue }),
    withAgent({ ...ending, stage: "killed" }, { isClosed: true, leftovers: ["b"] }),
  ];
}

/** Everything that can happen, at least once. */
const everything: readonly Happening[] = [
  { type: "prompt", call: "c", promptId: "n", content, sender: "me", delivery: "auto" },
  { type: "prompt", call: "c", promptId: "n", content, sender: "me", delivery: "inject" },
  { type: "cancel_prompt", call: "c", promptId: "q" },
  { type: "interrupt", call: "c", cancelQueued: true },
  { type: "decide", call: "c", askId: "ask-1", digest: "", verdict: { behavior: "allow" }, by: "me" },
  { type: "decide", call: "c", askId: "ask-1", digest: "another", verdict: { behavior: "allow" }, by: "me" },
  { type: "answer_question", call: "c", askId: "ask-1", answers: {}, by: "me" },
  { type: "configure", call: "c", change: { model: "m" } },
  { type: "change", call: "c", changes: { title: "T", archived: true } },
  { type: "request", call: "c", subtype: "mcp_status", payload: {}, timeoutMs: 5 },
  { type: "request", call: "c", subtype: "elicitation", payload: {}, timeoutMs: 5 },
  { type: "notice", word: "bridle/x", fields: {} },
  { type: "close", call: "c" },
  { type: "wake" },
  { type: "sleep" },
  { type: "launch_ready", launch: 1, agentId: "a", version: "2.1.325", dialect: undefined },
  { type: "launch_failed", launch: 1, agentId: "a", code: "timeout", message: "x", mayRun: true },
  { type: "started", agentId: "a" },
  { type: "said", agentId: "a", items: [], offset: 5, isOneLine: false, degradedBecause: undefined },
  { type: "attempt", agentId: "a", from: 5 },
  { type: "skipped", agentId: "a", offset: 5, line: { bytes: 5, scan: {} as never } },
  { type: "input_confirmed", agentId: "a", to: 5 },
  { type: "unreadable", agentId: "a", where: "x" },
  { type: "ended", agentId: "a" },
  { type: "exited", agentId: "a", exit: unconfirmedExit },
  { type: "leftover_ended", agentId: "b" },
  { type: "time", isCaughtUp: true },
  { type: "restored", held: undefined },
  { type: "restored", held: { inputReceived: 0 } },
  { type: "attendance", isAttended: false },
];

test("D13 whatever happens in whatever state: the same gives the same, and the given state stays as it is", () => {
  for (const state of manyStates())
    for (const happening of everything) {
      const input = frozen({ ...happening, wallMs: 1_700_000_000_000, steadyMs: 1_000_000 } as Input);
      const first = advance(frozen(state), input, limits);
      assert.deepStrictEqual(advance(state, input, limits), first, `${state.agent.at} ${happening.type}`);
    }
});

test("D13 whatever happens in whatever state: what was stored and read goes on as what was not", () => {
  for (const state of manyStates())
    for (const happening of everything) {
      const input = { ...happening, wallMs: 1_700_000_000_000, steadyMs: 1_000_000 } as Input;
      const kept = advance(state, input, limits);
      const restored = advance(throughRows(state), input, limits);
      assert.deepEqual(restored.effects, kept.effects, `${state.agent.at} ${happening.type}`);
      assert.deepEqual(throughRows(restored.state), throughRows(kept.state), `${state.agent.at} ${happening.type}`);
    }
});

test("D4 D13 every call is answered once: at once, or by the agent's answer, which it waits for", () => {
  for (const state of manyStates())
    for (const happening of everything) {
      if (!("call" in happening)) continue;
      const core = new CoreSession(state);
      core.apply({ ...happening, call: "this one" });
      const waits = (one: SessionState): number =>
        "process" in one.agent
          ? one.agent.process.requests.filter(({ purpose }) => "call" in purpose && purpose.call === "this one").length
          : 0;
      assert.equal(core.answers("this one").length + waits(core.state), 1, `${state.agent.at} ${happening.type}`);
      core.apply({ type: "restored", held: undefined });
      assert.deepEqual([core.answers("this one").length, waits(core.state)], [1, 0]);
    }
});

test("D13 a call that cannot be carried out changes nothing, and is answered with the error", () => {
  let refused = 0;
  for (const state of manyStates())
    for (const happening of everything) {
      if (!("call" in happening)) continue;
      const core = new CoreSession(state);
      const effects = core.apply(happening);
      if (!core.answers("c", effects).some(({ to }) => to === "error")) continue;
      refused++;
      assert.deepEqual([effects.length, core.state === state], [1, true], `${state.agent.at} ${happening.type}`);
    }
  assert.ok(refused > 10, `${refused} calls were refused`);
});

test("D13 a fault of the core's own is thrown, not answered", () => {
  const broken = { ...content, json: "no JSON" };
  const input = { type: "prompt", call: "c", promptId: "n", content: broken, sender: "me", delivery: "auto" } as const;
  assert.throws(() => advance(readyState(), { ...input, wallMs: 1, steadyMs: 1 }, limits), SyntaxError);
});

test("D1 a title and the archive are changed without an agent", () => {
  const core = new CoreSession(newSession(someFacts));
  core.apply({ type: "change", call: "c", changes: { title: "T", archived: true } });
  assert.deepEqual(core.state.facts, { ...someFacts, title: "T", archived: true });
  assert.deepEqual(core.effects, [{ type: "answer", call: "c", answer: { to: "done" } }]);
});
