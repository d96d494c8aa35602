import assert from "node:assert/strict";
import { test } from "node:test";
import type { Hook, Hooks } from "../../src/exports/host.ts";
import { hookEvents } from "../../src/host/hooks.ts";
import type { Fields } from "../../src/wire/fields.ts";
import { openAgent, told } from "./open-agent.ts";
import { within } from "./within.ts";

/** What the agent was told in `initialize`, and what it gets when it calls hooks back. */
async function callHooks(hooks: Hooks, calls: readonly Fields[]): Promise<{ initialize: Fields; answers: Fields[] }> {
  await using agent = await openAgent("puppet", { hooks });
  const frames = calls.map((call, n) => ({
    type: "control_request",
    request_id: `r${n}`,
    request: { subtype: "hook_callback", input: { hook_event_name: "PreToolUse" }, ...call },
  }));
  const turn = await agent.session.send(JSON.stringify(frames));
  const read = async (): Promise<{ initialize: Fields; answers: Fields[] }> => {
    let initialize: Fields = {};
    const answers: Fields[] = [];
    for await (const event of turn) {
      initialize = (told([event], "initialize")[0] as Fields | undefined) ?? initialize;
      answers.push(...(told([event], "answer") as Fields[]));
      if (answers.length === calls.length && initialize.subtype !== undefined) return { initialize, answers };
    }
    throw new Error("the turn ended");
  };
  return await within(5000, "the answers", read());
}

const nothing: Hook = () => ({});

test("H12 matchers are registered in initialize with their ids, and their time in seconds", async () => {
  const { initialize } = await callHooks(
    {
      PreToolUse: [{ matcher: "Bash", hooks: [nothing, nothing], timeoutMs: 1500 }, { hooks: [nothing] }],
      Stop: [{ hooks: [nothing] }],
    },
    [{ callback_id: "hook_0" }],
  );
  assert.deepEqual(initialize.hooks, {
    PreToolUse: [
      { matcher: "Bash", hookCallbackIds: ["hook_0", "hook_1"], timeout: 1.5 },
      { hookCallbackIds: ["hook_2"] },
    ],
    Stop: [{ hookCallbackIds: ["hook_3"] }],
  });
});

test("H12 a hook gets the event's input and the tool use, and its output goes back as it is", async () => {
  const seen: unknown[] = [];
  const output = {
    continue: true,
    hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason: "no" },
  };
  const deny: Hook = (input, { toolUseId, signal }) => {
    seen.push(input, toolUseId, signal.aborted);
    return output;
  };
  const input = { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "ls" } };
  const { answers } = await callHooks({ PreToolUse: [{ hooks: [deny] }] }, [
    { callback_id: "hook_0", input, tool_use_id: "t1" },
  ]);
  assert.deepEqual(seen, [input, "t1", false]);
  assert.deepEqual(answers[0]?.response, output);
});

test("H12 hooks run beside each other; one that throws is an error for the agent, one that is silent has no opinion", async () => {
  const gate = Promise.withResolvers<void>();
  const hooks: Hook[] = [
    async () => {
      await gate.promise;
      return { decision: "block", reason: "waited" };
    },
    () => {
      gate.resolve();
      throw new Error("broken hook");
    },
    () => undefined as never,
  ];
  const calls = hooks.map((_, n) => ({ callback_id: `hook_${n}` }));
  const { answers } = await callHooks({ Stop: [{ hooks }] }, calls);
  const byId = Object.fromEntries(answers.map((answer) => [answer.request_id, answer]));
  assert.deepEqual(byId.r0?.response, { decision: "block", reason: "waited" });
  assert.deepEqual([byId.r1?.subtype, byId.r1?.error], ["error", "broken hook"]);
  assert.deepEqual(byId.r2?.response, {});
});

test("H12 every event of the list can be registered", async () => {
  const hooks = Object.fromEntries(hookEvents.map((event) => [event, [{ hooks: [nothing] }]]));
  const { initialize } = await callHooks(hooks, [{ callback_id: `hook_${hookEvents.length - 1}` }]);
  assert.deepEqual(Object.keys(initialize.hooks as Fields), hookEvents);
});
