import assert from "node:assert/strict";
import { test } from "node:test";
import type { AgentDefinition } from "../../src/agent/kit/agent-definition.ts";
import type { Fields } from "../../src/wire/fields.ts";
import { answer, asking, Driven, refusal, request, user } from "./drive.ts";

/** Asks for one tool, says what it read, and what it was told besides. */
const worker: AgentDefinition = {
  name: "worker",
  onTurn: async (turn) => {
    if (!turn.prompt.startsWith("Stop hook")) {
      const { content } = await turn.useTool("Touch", { path: "a" }, ({ path }) => `touched ${path}`);
      turn.text(`read: ${content}`);
    } else turn.text("went on");
  },
};

const rules = ["--allowedTools", "Touch"];

function hooks(events: Fields): Fields {
  return request("initialize", { hooks: events });
}

function hook(id: string, more: Fields = {}): Fields[] {
  return [{ hookCallbackIds: [id], ...more }];
}

test("G2 hooks are called around the prompt, the tool and the end, in this order", async () => {
  await using agent = new Driven(worker, { argv: [...asking, ...rules] });
  agent.send(
    hooks({
      PreToolUse: hook("pre", { matcher: "Touch", timeout: 30 }),
      PostToolUse: hook("post", { matcher: null }),
      UserPromptSubmit: hook("prompt"),
      Stop: hook("stop"),
    }),
    user("go"),
  );
  const seen: Fields[] = [];
  for (const id of ["prompt", "pre", "post", "stop"]) {
    const call = await agent.saw(`asks hook_callback ${id}`);
    seen.push(call.request as Fields);
    agent.send(answer(call, {}));
  }
  await agent.saw("result success");
  assert.deepEqual(agent.labels, [
    "answers initialize",
    "asks hook_callback prompt",
    "init",
    "tool_use Touch",
    "asks hook_callback pre",
    "asks hook_callback post",
    "tool_result touched a",
    "text read: touched a",
    "asks hook_callback stop",
    "result success read: touched a",
  ]);
  const inputs = seen.map(({ input }) => {
    const { session_id, transcript_path, cwd, prompt_id, duration_ms, tool_use_id, ...rest } = input as Fields;
    assert.ok([session_id, transcript_path, cwd, prompt_id].every((field) => typeof field === "string"));
    assert.ok(tool_use_id === undefined || seen.some((call) => call.tool_use_id === tool_use_id));
    return rest;
  });
  const mode = { permission_mode: "default" };
  const tool = { ...mode, tool_name: "Touch", tool_input: { path: "a" } };
  assert.deepEqual(inputs, [
    { ...mode, hook_event_name: "UserPromptSubmit", prompt: "go" },
    { ...tool, hook_event_name: "PreToolUse" },
    { ...tool, hook_event_name: "PostToolUse", tool_response: "touched a" },
    {
      ...mode,
      hook_event_name: "Stop",
      stop_hook_active: false,
      last_assistant_message: "read: touched a",
      background_tasks: [],
      session_crons: [],
    },
  ]);
});

/** What a PreToolUse hook answers, and what comes of the call. */
const preToolUse: readonly { title: string; says: Fields; argv?: readonly string[]; labels: readonly string[] }[] = [
  {
    title: "allow with another input: nobody is asked",
    says: { permissionDecision: "allow", updatedInput: { path: "b" } },
    labels: ["tool_result touched b"],
  },
  {
    title: "deny: the model reads why",
    says: { permissionDecision: "deny", permissionDecisionReason: "hook says no" },
    argv: rules,
    labels: ["tool_result PreToolUse:Touch hook error: hook says no (error)"],
  },
  {
    title: "ask: the person is asked in spite of a rule, with the hook's input",
    says: { permissionDecision: "ask", updatedInput: { path: "b" } },
    argv: rules,
    labels: ["asks can_use_tool Touch", "tool_result touched b"],
  },
  {
    title: "allow does not overrule a deny rule",
    says: { permissionDecision: "allow" },
    argv: ["--disallowedTools", "Touch"],
    labels: [
      "permission_denied Permission to use Touch has been denied. Den…",
      "tool_result Permission to use Touch has been denied. Den… (error)",
    ],
  },
  { title: "nothing: the rules decide", says: {}, argv: rules, labels: ["tool_result touched a"] },
];

for (const { title, says, argv = [], labels } of preToolUse) {
  test(`G2 a PreToolUse hook says ${title}`, async () => {
    await using agent = new Driven(worker, { argv: [...asking, ...argv] });
    agent.send(hooks({ PreToolUse: hook("pre") }), user("go"));
    const hookSpecificOutput = { hookEventName: "PreToolUse", ...says };
    agent.send(answer(await agent.saw("asks hook_callback"), { continue: true, hookSpecificOutput }));
    if (labels[0]?.startsWith("asks")) agent.send(answer(await agent.saw("asks can_use_tool"), { behavior: "allow" }));
    await agent.saw("result success");
    assert.deepEqual(agent.labels.slice(4, -2), labels);
  });
}

test("G2 a PreToolUse hook's allow does not overrule a rule to ask", async () => {
  await using agent = new Driven(worker);
  agent.send(user("go"));
  const ask = { type: "addRules", rules: [{ toolName: "Touch" }], behavior: "ask", destination: "session" };
  agent.send(answer(await agent.saw("asks can_use_tool"), { behavior: "allow", updatedPermissions: [ask] }));
  await agent.saw("result success");
  agent.send(hooks({ PreToolUse: hook("pre") }), user("go"));
  const hookSpecificOutput = { hookEventName: "PreToolUse", permissionDecision: "allow" };
  agent.send(answer(await agent.saw("asks hook_callback"), { hookSpecificOutput }));
  agent.send(answer(await agent.saw("asks can_use_tool"), { behavior: "allow" }));
  await agent.saw("result success");
});

test("G2 a hook that fails is told, and the action goes ahead", async () => {
  await using agent = new Driven(worker, { argv: [...asking, ...rules] });
  agent.send(hooks({ PreToolUse: hook("h0"), PostToolUse: hook("h1") }), user("go"));
  agent.send(refusal(await agent.saw("asks hook_callback h0"), "hook exploded"));
  const told = await agent.saw("informational");
  agent.send(answer(await agent.saw("asks hook_callback h1"), { async: true }));
  await agent.saw("result success read: touched a");
  assert.equal(told.tag, "hook_callback_failed");
  assert.match(String(told.content), /^PreToolUse: Hook callback h0 failed/);
});

test("G2 a Stop hook that blocks sends the agent back to work, with its reason", async () => {
  await using agent = new Driven(worker, { argv: [...asking, ...rules] });
  agent.send(hooks({ Stop: hook("stop") }), user("go"));
  agent.send(answer(await agent.saw("asks hook_callback"), { decision: "block", reason: "once more" }));
  const second = await agent.saw("asks hook_callback");
  agent.send(answer(second, {}));
  const result = await agent.saw("result");
  assert.equal(((second.request as Fields).input as Fields).stop_hook_active, true);
  assert.deepEqual(agent.labels.slice(-5), [
    "asks hook_callback stop",
    "synthetic Stop hook feedback:\nonce more",
    "text went on",
    "asks hook_callback stop",
    "result success went on",
  ]);
  assert.equal(result.num_turns, 3);
});

test("G2 a UserPromptSubmit hook that blocks keeps the prompt from the model", async () => {
  await using agent = new Driven({ name: "a", onTurn: () => assert.fail("asked") });
  agent.send(hooks({ UserPromptSubmit: hook("h0") }), user("hello"));
  agent.send(answer(await agent.saw("asks hook_callback"), { decision: "block", reason: "prompt blocked" }));
  const result = await agent.saw("result");
  const text = "UserPromptSubmit operation blocked by hook:\nprompt blocked\n\nOriginal prompt: hello";
  assert.deepEqual([result.subtype, result.is_error, result.num_turns, result.result], ["success", false, 0, text]);
  assert.deepEqual(
    agent.labels.map((label) => label.split(" ")[0]),
    ["answers", "asks", "init", "informational", "result"],
  );
  assert.equal(agent.frames[3]?.prevent_continuation, true);
});

test("G2 what a UserPromptSubmit hook adds goes to the model with the prompt, and not to the next", async () => {
  const contents: unknown[] = [];
  await using agent = new Driven({ name: "a", onTurn: (turn) => void contents.push(turn.content) });
  agent.send(hooks({ UserPromptSubmit: hook("h0") }));
  for (const additionalContext of ["EXTRA", ""]) {
    agent.send(user("hello"));
    const hookSpecificOutput = { hookEventName: "UserPromptSubmit", additionalContext };
    agent.send(answer(await agent.saw("asks hook_callback"), { hookSpecificOutput }));
    await agent.saw("result success");
  }
  const blocks = ["hello", "EXTRA"].map((text) => ({ type: "text", text }));
  assert.deepEqual(contents, [blocks, "hello"]);
});

test("G2 a hook that says stop ends the turn", async () => {
  const onTurn: AgentDefinition["onTurn"] = async (turn) => {
    const { stops } = await turn.useTool("Touch", {}, () => "never");
    turn.text(String(stops));
  };
  await using agent = new Driven({ name: "a", onTurn }, { argv: [...asking, ...rules] });
  agent.send(hooks({ PreToolUse: hook("pre") }), user("go"));
  agent.send(answer(await agent.saw("asks hook_callback"), { continue: false, stopReason: "enough" }));
  await agent.saw("result success enough");
});

test("G2 initialize again without hooks takes none away, with others it replaces them", async () => {
  await using agent = new Driven(worker, { argv: [...asking, ...rules] });
  agent.send(hooks({ PreToolUse: hook("old") }));
  agent.send(request("initialize", { hooks: null }, "again"), user("go"));
  agent.send(answer(await agent.saw("asks hook_callback old"), {}));
  await agent.saw("result success");
  agent.send(request("initialize", { hooks: { PreToolUse: hook("new") } }, "third"), user("go"));
  agent.send(answer(await agent.saw("asks hook_callback new"), {}));
  await agent.saw("result success");
  assert.equal(agent.labels.filter((label) => label.startsWith("asks hook_callback")).length, 2);
});

test("G2 an interrupt withdraws an open hook", async () => {
  await using agent = new Driven(worker, { argv: [...asking, ...rules] });
  agent.send(hooks({ PreToolUse: hook("pre") }), user("go"));
  const call = await agent.saw("asks hook_callback");
  agent.send(request("interrupt"));
  await agent.saw("result error_during_execution");
  const withdrawn = agent.frames.find(({ type }) => type === "control_cancel_request");
  assert.equal(withdrawn?.request_id, call.request_id);
  assert.ok(agent.labels.indexOf("control_cancel_request") < agent.labels.indexOf("answers interrupt"));
});
