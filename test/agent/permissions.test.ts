import assert from "node:assert/strict";
import { test } from "node:test";
import type { AgentDefinition } from "../../src/agent/kit/agent-definition.ts";
import type { Fields } from "../../src/wire/fields.ts";
import { answer, asking, Driven, refusal, request, streamJson, user } from "./drive.ts";

/** Uses one tool that has to be asked for, then says what came of it. */
const careful: AgentDefinition = {
  name: "careful",
  onTurn: async (turn) => {
    const { content } = await turn.useTool("Touch", { path: turn.prompt }, ({ path }) => `touched ${path}`);
    turn.text(`it said: ${content}`);
  },
};

const rejected = "tool_result The user doesn't want to proceed with this t… (error)";

function resultOf(agent: Driven): Fields {
  return agent.frames.find(({ tool_result_meta }) => tool_result_meta !== undefined) as Fields;
}

async function asked(agent: Driven): Promise<Fields> {
  agent.send(user("a"));
  return agent.saw("asks can_use_tool Touch");
}

test("G2 can_use_tool names the call, and an allowed tool runs", async () => {
  await using agent = new Driven(careful);
  const ask = await asked(agent);
  const { tool_use_id, ...rest } = ask.request as Fields;
  const always = { type: "addRules", rules: [{ toolName: "Touch" }], behavior: "allow", destination: "localSettings" };
  assert.deepEqual(rest, {
    subtype: "can_use_tool",
    tool_name: "Touch",
    display_name: "Touch",
    input: { path: "a" },
    permission_suggestions: [always],
  });
  agent.send(answer(ask, { behavior: "allow", updatedInput: { path: "a" }, toolUseID: tool_use_id }));
  const result = await agent.saw("result");
  assert.deepEqual(agent.labels, [
    "init",
    "tool_use Touch",
    "asks can_use_tool Touch",
    "tool_result touched a",
    "text it said: touched a",
    "result success it said: touched a",
  ]);
  assert.deepEqual([result.num_turns, result.permission_denials], [2, []]);
  assert.deepEqual(resultOf(agent).tool_result_meta, [
    { id: tool_use_id, permission_decision: { decision: "accept", source: "user_temporary" } },
  ]);
});

/** What the host answers, and what the model reads then. */
const answers: readonly { title: string; response: unknown; reads: string; denied: boolean; meta: Fields }[] = [
  {
    title: "an allow without an input takes the one that was asked",
    response: { behavior: "allow" },
    reads: "touched a",
    denied: false,
    meta: { permission_decision: { decision: "accept", source: "user_temporary" } },
  },
  {
    title: "an allow with an input replaces it whole",
    response: { behavior: "allow", updatedInput: { path: "b" } },
    reads: "touched b",
    denied: false,
    meta: { permission_decision: { decision: "accept", source: "user_temporary" } },
  },
  {
    title: "a permanent allow is told as such",
    response: { behavior: "allow", updatedInput: { path: "a" }, decisionClassification: "user_permanent" },
    reads: "touched a",
    denied: false,
    meta: { permission_decision: { decision: "accept", source: "user_permanent" } },
  },
  {
    title: "a deny is told in its own words",
    response: { behavior: "deny", message: "not on my watch" },
    reads: "not on my watch",
    denied: true,
    meta: {
      non_execution_kind: "permission-rule",
      permission_decision: { decision: "reject", source: "user_reject" },
    },
  },
  {
    title: "an answer of another shape does not allow",
    response: { behavior: "maybe" },
    reads: "The canUseTool callback returned an",
    denied: true,
    meta: {
      non_execution_kind: "permission-rule",
      permission_decision: { decision: "reject", source: "config", reason_type: "other" },
    },
  },
  {
    title: "an input of another shape does not allow",
    response: { behavior: "allow", updatedInput: "rm" },
    reads: "The canUseTool callback returned an",
    denied: true,
    meta: {
      non_execution_kind: "permission-rule",
      permission_decision: { decision: "reject", source: "config", reason_type: "other" },
    },
  },
];

for (const { title, response, reads, denied, meta } of answers) {
  test(`G2 ${title}`, async () => {
    await using agent = new Driven(careful);
    const ask = await asked(agent);
    agent.send(answer(ask, response));
    const { subtype, permission_denials } = await agent.saw("result");
    const { tool_use_id, tool_name } = ask.request as Fields;
    assert.equal(subtype, "success");
    assert.ok(agent.labels[3]?.startsWith(`tool_result ${reads}`), agent.labels[3]);
    assert.equal(agent.labels[3]?.endsWith("(error)"), denied);
    assert.deepEqual(resultOf(agent).tool_result_meta, [{ id: tool_use_id, ...meta }]);
    assert.deepEqual(permission_denials, denied ? [{ tool_name, tool_use_id, tool_input: { path: "a" } }] : []);
  });
}

test("G2 an error for an answer fails the call and not the turn", async () => {
  await using agent = new Driven(careful);
  agent.send(refusal(await asked(agent), "host blew up"));
  await agent.saw("result success");
  assert.equal(agent.labels[3], "tool_result Tool permission request failed: Error: host … (error)");
  assert.equal(resultOf(agent).tool_use_result, "Error: Tool permission request failed: Error: host blew up");
});

test("G2 the end of input while an ask is open fails the call, and the turn is finished", async () => {
  const agent = new Driven(careful);
  await asked(agent);
  assert.equal(await agent.finish(), 0);
  const { message } = resultOf(agent) as { message: { content: Fields[] } };
  assert.equal(
    message.content[0]?.content,
    "Tool permission request failed: AbortError: Tool permission stream closed before response received",
  );
  assert.equal(agent.labels.at(-1)?.startsWith("result success"), true);
});

test("G2 deny with interrupt ends the turn, and the next one runs", async () => {
  await using agent = new Driven(careful);
  agent.send(answer(await asked(agent), { behavior: "deny", message: "stop all", interrupt: true }));
  const result = await agent.saw("result");
  assert.deepEqual(agent.labels, [
    "init",
    "tool_use Touch",
    "asks can_use_tool Touch",
    rejected,
    "user [Request interrupted by user for tool use]",
    "result error_during_execution aborted_tools",
  ]);
  assert.deepEqual([result.num_turns, result.is_error], [3, true]);
  assert.equal((result.permission_denials as unknown[]).length, 1);
  assert.equal(resultOf(agent).tool_use_result, "User rejected tool use");
  agent.send(answer(await asked(agent), { behavior: "allow" }));
  await agent.saw("result success");
});

test("G2 an interrupt withdraws the open ask before it is answered, and a late answer is ignored", async () => {
  await using agent = new Driven(careful);
  const ask = await asked(agent);
  agent.send(request("interrupt"));
  const result = await agent.saw("result");
  assert.deepEqual(agent.labels, [
    "init",
    "tool_use Touch",
    "asks can_use_tool Touch",
    "control_cancel_request",
    "answers interrupt",
    rejected,
    "user [Request interrupted by user for tool use]",
    "result error_during_execution aborted_tools",
  ]);
  assert.equal(agent.frames[3]?.request_id, ask.request_id);
  assert.equal((result.permission_denials as unknown[]).length, 1);
  agent.send(answer(ask, { behavior: "allow" }), user("b"));
  const second = await agent.saw("asks can_use_tool");
  assert.notEqual(second.request_id, ask.request_id);
  agent.send(answer(second, { behavior: "allow" }));
  assert.equal((await agent.saw("result")).result, "it said: touched b");
});

test("G2 without anybody to ask the tool is denied and said so", async () => {
  await using agent = new Driven(careful, { argv: streamJson });
  agent.send(user("a"));
  const { permission_denials } = await agent.saw("result success");
  assert.deepEqual(agent.labels.slice(1, 3), [
    "tool_use Touch",
    "permission_denied Touch needs approval (Asked: no rule decides…",
  ]);
  assert.equal((permission_denials as unknown[]).length, 1);
  assert.deepEqual((resultOf(agent).tool_result_meta as Fields[])[0]?.non_execution_kind, "user-rejected");
});

test("G2 rules a person gives with the answer hold from then on, and a mode is told", async () => {
  await using agent = new Driven(careful);
  const updatedPermissions = [
    { type: "addRules", rules: [{ toolName: "Touch" }], behavior: "allow", destination: "session" },
    { type: "setMode", mode: "acceptEdits", destination: "session" },
    { type: "addRules", rules: [{ toolName: "Other" }], behavior: "constructor" },
    { type: "removeRules", rules: [{ toolName: "Other" }], behavior: "__proto__" },
  ];
  agent.send(answer(await asked(agent), { behavior: "allow", updatedPermissions }));
  await agent.saw("result success");
  agent.send(user("b"));
  await agent.saw("result success it said: touched b");
  assert.deepEqual(agent.labels, [
    "init",
    "tool_use Touch",
    "asks can_use_tool Touch",
    "mode acceptEdits",
    "tool_result touched a",
    "text it said: touched a",
    "result success it said: touched a",
    "init",
    "tool_use Touch",
    "tool_result touched b",
    "text it said: touched b",
    "result success it said: touched b",
  ]);
});

test("G2 an answer cannot switch to bypassPermissions where the session was not started so", async () => {
  const updatedPermissions = [{ type: "setMode", mode: "bypassPermissions", destination: "session" }];
  await using agent = new Driven(careful);
  agent.send(answer(await asked(agent), { behavior: "allow", updatedPermissions }));
  await agent.saw("result success");
  await asked(agent);
  await using willing = new Driven(careful, { argv: [...asking, "--allow-dangerously-skip-permissions"] });
  willing.send(answer(await asked(willing), { behavior: "allow", updatedPermissions }));
  await willing.saw("result success");
  willing.send(user("b"));
  await willing.saw("result success");
  assert.equal(willing.labels.filter((label) => label.startsWith("asks")).length, 1);
});

test("G2 a host that initializes anew is told of the asks that are open", async () => {
  await using agent = new Driven(careful);
  assert.deepEqual((await agent.control("initialize", {}, "first")).pending_permission_requests, []);
  const ask = await asked(agent);
  const again = await agent.control("initialize", {}, "again");
  assert.deepEqual([again.pending_permission_requests, again.pending_user_dialog_requests], [[ask], []]);
  assert.equal((again.response as Fields).session_state, "running");
  agent.send(answer(ask, { behavior: "allow" }));
  await agent.saw("result success");
  assert.deepEqual((await agent.control("initialize", {}, "third")).pending_permission_requests, []);
});

test("P2 a person may change a call, not lift what a rule forbids", async () => {
  await using agent = new Driven(careful, { argv: [...asking, "--disallowedTools", "Touch(path:b)"] });
  const ask = await asked(agent);
  agent.send(answer(ask, { behavior: "allow", updatedInput: { path: "b" } }));
  await agent.saw("result");
  assert.match(JSON.stringify(resultOf(agent)), /has been denied/);
});
