import assert from "node:assert/strict";
import { test } from "node:test";
import { init, result } from "../../../test/daemon/support/agent-lines.ts";
import { CoreSession } from "../../../test/daemon/support/core-session.ts";
import {
  orderlyExit,
  readyState,
  someFacts,
  someProcess,
  withAgent,
} from "../../../test/daemon/support/session-states.ts";
import { PromptState } from "../../api/gen/bridle/v1/event_pb.js";
import { isBridleError } from "../../errors.ts";
import type { Effect } from "./effect.ts";
import { type Delivery, newSession, phaseOf } from "./session-state.ts";

function prompt(core: CoreSession, promptId: string, delivery: Delivery = "auto", json = JSON.stringify(promptId)) {
  const content = { json, text: promptId, title: `Title of ${promptId}` };
  return core.apply({ type: "prompt", call: `call-${promptId}`, promptId, content, sender: "me", delivery });
}

/** In which state prompts were told to be, in order. */
function told(core: CoreSession, effects?: readonly Effect[]): readonly unknown[] {
  return core.emitted("prompt", effects).map(({ promptId, state }) => [promptId, PromptState[state ?? 0]]);
}

test("D4 a prompt to an agent that has nothing to do is told to it, and answered with where it is", () => {
  const core = new CoreSession(readyState());
  const effects = prompt(core, "one");
  assert.deepEqual(told(core, effects), [["one", "SENT"]]);
  const state = PromptState.SENT;
  assert.deepEqual(core.answers("call-one"), [{ to: "prompt", promptId: "one", state, position: 0 }]);
  const [line] = core.written(effects);
  assert.deepEqual([line?.type, line?.uuid, line?.message?.content], ["user", "one", "one"]);
  assert.equal(phaseOf(core.state), "running");
  assert.equal(core.state.facts.title, "Title of one");
  // The event comes first: the texts and the answer are of its number.
  const order = effects.map(({ type }) => type).filter((type) => type !== "trace");
  assert.deepEqual(order, ["emit", "index_text", "answer", "write", "emit"]);
});

test("D4 prompts wait while a turn runs, and go out one by one as turns end; nobody hears of an idle moment between", () => {
  const core = new CoreSession(readyState());
  prompt(core, "one");
  prompt(core, "two");
  prompt(core, "three", "queue");
  assert.deepEqual(told(core), [
    ["one", "SENT"],
    ["two", "QUEUED"],
    ["three", "QUEUED"],
  ]);
  assert.deepEqual(
    core.state.queue.map(({ id, position, delivery }) => [id, position, delivery]),
    [
      ["two", 1, "auto"],
      ["three", 2, "queue"],
    ],
  );
  const [answer] = core.answers("call-three");
  assert.equal(answer?.to === "prompt" && answer.position, 1);
  const effects = core.says(init, result("one"));
  assert.deepEqual(told(core, effects), [["two", "SENT"]]);
  assert.equal(core.emitted("statusChange", effects).length, 0);
  core.says(init, result("two"));
  core.says(init, result("three"));
  assert.deepEqual(core.state.queue, []);
  assert.equal(phaseOf(core.state), "idle");
  assert.equal(core.state.facts.turns, 3);
  assert.equal(core.state.facts.title, "Title of one");
});

test("D4 a prompt is injected into the running turn where that is wanted; between turns it is simply sent", () => {
  const core = new CoreSession(readyState());
  prompt(core, "one", "inject");
  prompt(core, "two", "inject");
  assert.deepEqual(told(core), [
    ["one", "SENT"],
    ["two", "INJECTED"],
  ]);
  assert.deepEqual(
    core.written().map(({ uuid }) => uuid),
    ["one", "two"],
  );
});

test("D4 a prompt that no line can hold is refused and changes nothing; one that waited is cancelled, and the next goes out", () => {
  const deep = `[{"type":"text","text":${"[".repeat(20_000)}${"]".repeat(20_000)}}]`;
  const core = new CoreSession(readyState());
  const before = core.state;
  const effects = prompt(core, "deep", "auto", deep);
  const [answer] = core.answers("call-deep");
  assert.ok(answer?.to === "error" && isBridleError(answer.error, "unencodable"));
  assert.equal(effects.length, 1);
  assert.equal(core.state, before);

  prompt(core, "one");
  prompt(core, "deep", "auto", deep);
  prompt(core, "two");
  const later = core.says(init, result("one"));
  assert.deepEqual(told(core, later), [
    ["deep", "CANCELLED"],
    ["two", "SENT"],
  ]);
  assert.equal(core.emitted("error", later)[0]?.code, "unencodable");
});

test("D5 while an agent does not read what it was told, prompts are refused", () => {
  const offset = 8 * 2 ** 20 + 1;
  const process = someProcess({ input: { offset, confirmed: 0, isEnded: false } });
  const core = new CoreSession(withAgent({ at: "ready", process, idleSinceMs: 5 }));
  prompt(core, "one");
  const [answer] = core.answers("call-one");
  assert.ok(answer?.to === "error" && isBridleError(answer.error, "overflow"));
  core.apply({ type: "input_confirmed", agentId: "a", to: 1 });
  prompt(core, "two");
  assert.equal(core.answers("call-two")[0]?.to, "prompt");
});

test("D5 a prompt of any size is taken by an agent that reads", () => {
  const core = new CoreSession(readyState());
  prompt(core, "long", "auto", JSON.stringify("x".repeat(32 * 2 ** 20)));
  assert.equal(core.at, "ready");
  assert.equal(core.answers("call-long")[0]?.to, "prompt");
});

test("D4 D5 a prompt starts an agent where there is none, whatever became of the last one", () => {
  const states = [
    newSession(someFacts),
    withAgent({ at: "asleep" }, { isClosed: true }),
    withAgent({ at: "crashed" }, { crashesMs: [1, 2, 3] }),
    withAgent({ at: "backing_off", untilMs: 9e9 }, { crashesMs: [1] }),
  ];
  for (const state of states) {
    const core = new CoreSession(state);
    const effects = prompt(core, "one");
    assert.deepEqual(core.state.agent, { at: "launching", launch: 1, sinceMs: core.steadyMs });
    assert.deepEqual(
      effects.filter(({ type }) => type === "launch"),
      [{ type: "launch", launch: 1 }],
    );
    assert.deepEqual(told(core), [["one", "QUEUED"]]);
    assert.deepEqual([phaseOf(core.state), core.state.crashesMs], ["starting", []]);
    prompt(core, "two");
    assert.equal(core.state.launches, 1, "one is on its way");
  }
});

test("D4 D5 a prompt to a session whose agent is being ended opens it again, when that one is gone", () => {
  const core = new CoreSession(readyState());
  core.apply({ type: "close", call: "c" });
  prompt(core, "one");
  core.apply({ type: "exited", agentId: "a", exit: orderlyExit });
  assert.equal(core.at, "launching");
  assert.equal(phaseOf(core.state), "starting");
});

test("D4 a prompt that waits can be cancelled, and no other", () => {
  const core = new CoreSession(newSession(someFacts));
  prompt(core, "one");
  prompt(core, "two");
  core.apply({ type: "cancel_prompt", call: "c", promptId: "one" });
  assert.deepEqual(core.answers("c"), [{ to: "done" }]);
  assert.deepEqual(told(core).at(-1), ["one", "CANCELLED"]);
  assert.deepEqual(
    core.state.queue.map(({ id }) => id),
    ["two"],
  );
  core.apply({ type: "cancel_prompt", call: "d", promptId: "one" });
  const [answer] = core.answers("d");
  assert.ok(answer?.to === "error" && isBridleError(answer.error, "not_found"));
  prompt(core, "three");
  assert.equal(core.state.queue.at(-1)?.position, 3, "positions only grow");
});

test("D5 a prompt that a dialect drops without a result ends its turn, and the next goes out", () => {
  const core = new CoreSession(readyState());
  prompt(core, "one");
  prompt(core, "two");
  // It repeats the first, as one does that it had before, and says nothing else.
  core.says({ type: "user", uuid: "one", message: { role: "user", content: "one" }, isReplay: true });
  assert.equal(core.process.conversation.quietSinceMs, core.steadyMs);
  assert.equal(core.later(1999).length, 0);
  core.later(1, false);
  assert.equal(core.state.queue.length, 1, "what it says is not read yet");
  const effects = core.later(2000);
  assert.deepEqual(core.emitted("turnComplete", effects)[0]?.prompts, ["one"]);
  assert.deepEqual(told(core, effects), [["two", "SENT"]]);
});
