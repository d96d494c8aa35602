import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { codingAgent } from "../../src/agent/loop/coding-agent.ts";
import type { Step } from "../../src/script/script.ts";
import { scripted } from "../../src/script/scripted-prompt.ts";
import { type Fields, objects } from "../../src/wire/fields.ts";
import { ScriptedModelApi } from "../lab/scripted-model-api.ts";
import { answer, asking, Driven, request, user } from "./drive.ts";
import { lastMessages } from "./last-messages.ts";
import { ownFolders } from "./own-folders.ts";

const { folder, environment } = ownFolders("coding-agent");

/** The coding agent on the scripted model, in a folder of its own. */
function coding(argv: readonly string[] = [], env: NodeJS.ProcessEnv = {}): Driven {
  const all = [...asking, "--model", "scripted", "--no-session-persistence", ...argv];
  return new Driven(codingAgent, { argv: all, env: environment(env), cwd: folder() });
}

const echo: Step = { tools: [{ name: "Bash", input: { command: "touch 1; echo 1" } }] };

test("G2 partial messages of a model: the request, each event, each block's line before its end", async () => {
  await using agent = coding(["--include-partial-messages"]);
  agent.send(user(scripted({ thinking: "hm", text: "Hello", chunks: 2 }), { uuid: "u1" }));
  await agent.saw("u1 completed");
  const delta = "event content_block_delta";
  const block = (line: string, deltas: number): string[] => [
    "event content_block_start",
    ...Array.from({ length: deltas }, () => delta),
    line,
    "event content_block_stop",
  ];
  const labels = agent.labels.filter((label, index) => label !== delta || agent.labels[index - 1] !== delta);
  assert.deepEqual(labels, [
    "u1 queued",
    "u1 started",
    "init",
    "status requesting",
    "event message_start",
    ...block("thinking hm", 1),
    ...block("text Hello", 1),
    "event message_delta",
    "event message_stop",
    "result success Hello",
    "u1 completed",
  ]);
});

test("G2 several blocks and calls of one message: one line each, all results before the next request", async () => {
  await using agent = coding(["--allowedTools", "Bash"]);
  const run = (command: string): { name: string; input: Fields } => ({ name: "Bash", input: { command } });
  agent.send(user(scripted({ text: "Running", tools: [run("echo a"), run("echo b")] }, { text: "done" })));
  const result = await agent.saw("result");
  assert.deepEqual(agent.labels, [
    "init",
    "text Running",
    "tool_use Bash",
    "tool_use Bash",
    "tool_result a",
    "tool_result b",
    "text done",
    "result success done",
  ]);
  assert.deepEqual([result.num_turns, result.stop_reason], [3, "end_turn"]);
  const usage = result.usage as Fields;
  assert.ok(Number(usage.input_tokens) > 0 && Number(usage.output_tokens) > 0);
  assert.deepEqual(Object.keys(result.modelUsage as Fields), ["scripted"]);
});

test("G2 --max-turns: the limit is the result, and the next turn runs", async () => {
  await using agent = coding(["--allowedTools", "Bash", "--max-turns", "2"]);
  agent.send(user(scripted(echo, echo, echo)));
  const result = await agent.saw("result");
  assert.deepEqual(
    [result.subtype, result.is_error, result.errors, result.num_turns, result.terminal_reason],
    ["error_max_turns", true, ["Reached maximum number of turns (2)"], 3, "max_turns"],
  );
  agent.send(user(scripted({ text: "fine" })));
  await agent.saw("result success fine");
});

test("G2 --max-budget-usd ends a turn before its next tool, the next one before it asks, and the conversation stays sound", async () => {
  await using api = await ScriptedModelApi.start();
  const env = environment({ ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: api.url });
  const cwd = folder();
  const argv = [...asking, "--db", join(cwd, "agent.db"), "--allowedTools", "Bash"];
  const poor = new Driven(codingAgent, { argv: [...argv, "--max-budget-usd", "0.000001"], env, cwd });
  poor.send(user(scripted(echo, { text: "never" })));
  const result = await poor.saw("result");
  assert.deepEqual(
    [result.subtype, result.is_error, result.errors, result.terminal_reason],
    ["error_max_budget_usd", true, ["Reached maximum budget ($0.000001)"], "budget_exhausted"],
  );
  assert.ok(Number(result.total_cost_usd) > 0.000001);
  poor.send(user(scripted({ text: "not asked" })));
  await poor.saw("result error_max_budget_usd");
  assert.equal(await poor.finish(), 1);
  assert.equal(api.requests.length, 1);

  await using agent = new Driven(codingAgent, { argv: [...argv, "--resume", String(result.session_id)], env, cwd });
  agent.send(user(scripted({ text: "fine" })));
  await agent.saw("result success fine");
  const [, called, next] = lastMessages(api);
  const [call] = objects(called?.content).filter(({ type }) => type === "tool_use");
  assert.equal(objects(next?.content)[0]?.tool_use_id, call?.id);
});

test("G3 an empty prompt gets a result that says so, and the model is not asked", async () => {
  await using agent = coding();
  for (const content of ["", " \n", [], [{ type: "text", text: "" }]]) {
    agent.send({ type: "user", message: { role: "user", content } });
    assert.deepEqual((await agent.saw("result")).errors, ["The prompt is empty."]);
  }
  agent.send(user(scripted({ text: "fine" })));
  await agent.saw("result success fine");
});

test("G2 structured output is the result; one that does not fit may be tried again, not for ever", async () => {
  const schema = JSON.stringify({ type: "object", properties: { a: { type: "number" } }, required: ["a"] });
  const give = (a: unknown): Step => ({ tools: [{ name: "StructuredOutput", input: { a } }] });
  await using agent = coding(["--json-schema", schema]);
  agent.send(user(scripted(give("no"), { text: "forgot" }, give(1), { text: "never" })));
  const result = await agent.saw("result");
  assert.deepEqual([result.subtype, result.structured_output, result.result], ["success", { a: 1 }, '{"a":1}']);
  assert.ok(agent.labels.some((label) => label.startsWith("synthetic Give your answer by calling")));
  for (const step of [give("no"), { text: "forgot" }]) {
    agent.send(user(scripted(step)));
    const failed = await agent.saw("result");
    assert.equal(failed.subtype, "error_max_structured_output_retries");
    assert.deepEqual(failed.errors, ["Failed to provide valid structured output after 5 attempts"]);
  }
});

/** What the model API does, and how the result tells it. */
const failures: readonly { title: string; step: Step; expected: Fields; error: string }[] = [
  {
    title: "429",
    step: { error: { status: 429, type: "rate_limit_error", message: "slow down" } },
    expected: {
      api_error_status: 429,
      api_error_type: "rate_limit_error",
      result: "API Error: Request rejected (429) · slow down",
    },
    error: "rate_limit",
  },
  {
    title: "401",
    step: { error: { status: 401, type: "authentication_error", message: "who" } },
    expected: {
      api_error_status: 401,
      api_error_type: "authentication_error",
      result: "Failed to authenticate. API Error: 401 who",
    },
    error: "authentication_failed",
  },
  {
    title: "400",
    step: { error: { status: 400, type: "invalid_request_error", message: "what" } },
    expected: { api_error_status: 400, api_error_type: "invalid_request_error", result: "API Error: 400 what" },
    error: "invalid_request",
  },
  {
    title: "a connection that breaks",
    step: { text: "part of it", cut: { afterBytes: 10 } },
    expected: { api_error_status: null },
    error: "unknown",
  },
];

for (const { title, step, expected, error } of failures) {
  test(`G2 the model API fails with ${title}: said, and a result that is an error by is_error alone`, async () => {
    const agent = coding([], { CLAUDE_CODE_MAX_RETRIES: "0" });
    agent.send(user(scripted(step)));
    const result = await agent.saw("result");
    assert.deepEqual([result.subtype, result.is_error, result.terminal_reason], ["success", true, "api_error"]);
    for (const [key, value] of Object.entries(expected)) assert.equal(result[key], value, key);
    const said = agent.frames.find(({ is_api_error_message }) => is_api_error_message === true);
    assert.equal(said?.error, error);
    assert.equal(await agent.finish(), 1);
  });
}

test("G4 what can be tried again is, and the host is told each time", async () => {
  await using agent = coding([], { CLAUDE_CODE_MAX_RETRIES: "2" });
  agent.send(user(scripted({ error: { status: 529, times: 1, retryAfter: 0 } }, { text: "recovered" })));
  const { attempt, max_retries, error_status } = await agent.saw("api_retry");
  assert.deepEqual([attempt, max_retries, error_status], [1, 2, 529]);
  await agent.saw("result");
});

test("G2 an answer that is too long is gone on with three times, then it is an error", async () => {
  await using agent = coding();
  agent.send(user(scripted({ text: "cut", stopReason: "max_tokens" })));
  const result = await agent.saw("result");
  assert.deepEqual(
    agent.labels.map((label) => label.split(" ")[0]),
    ["init", ...Array.from({ length: 3 }, () => ["text", "synthetic"]).flat(), "text", "text", "result"],
  );
  assert.deepEqual(
    [result.is_error, result.api_error, result.terminal_reason, result.num_turns],
    [true, "max_output_tokens", "api_error", 4],
  );
});

test("G2 a refusal is an error result", async () => {
  await using agent = coding();
  agent.send(user(scripted({ text: "no", stopReason: "refusal" })));
  const result = await agent.saw("result");
  assert.deepEqual([result.is_error, result.terminal_reason, result.api_error_status], [true, "api_error", null]);
});

test("G2 a background command ends, and the agent begins a turn of its own", async () => {
  await using agent = coding(["--allowedTools", "Bash"]);
  const background = { command: "echo done", description: "bg", run_in_background: true };
  agent.send(user(scripted({ tools: [{ name: "Bash", input: background }] }, { text: "started" })));
  await agent.saw("task_started");
  const own = async (): Promise<Fields> => {
    const result = await agent.saw("result");
    return result.origin === undefined ? own() : result;
  };
  assert.deepEqual((await own()).origin, { kind: "task-notification", producer: "session-task" });
  const subtypes = agent.frames.map(({ subtype }) => subtype);
  const notices = ["task_updated", "task_notification", "background_tasks_changed"];
  assert.deepEqual(
    notices.map((notice) => subtypes.lastIndexOf(notice)),
    [0, 1, 2].map((offset) => subtypes.lastIndexOf("task_updated") + offset),
  );
});

test("G2 /clear empties the conversation and changes the session id behind its notice", async () => {
  const db = join(folder(), "agent.db");
  const argv = [...asking, "--model", "scripted", "--db", db];
  await using agent = new Driven(codingAgent, { argv, env: environment(), cwd: folder() });
  agent.send(user(scripted({ text: "one" })));
  const before = await agent.saw("result");
  agent.send(user("/clear"));
  const reset = await agent.saw("conversation_reset");
  const after = await agent.saw("result");
  assert.equal(reset.session_id, before.session_id);
  assert.equal(reset.new_conversation_id, after.session_id);
  assert.notEqual(after.session_id, before.session_id);
  assert.deepEqual([after.local_command, after.num_turns, after.result], ["clear", 0, ""]);
  agent.send(user("hello"));
  const fresh = await agent.saw("result");
  assert.match(String(fresh.result), /scripted model/, "it introduces itself: the conversation is new");
  assert.equal(fresh.session_id, after.session_id);
});

test("G2 a message that comes while a tool runs goes to the model before its next answer", async () => {
  await using api = await ScriptedModelApi.start();
  const env = environment({ ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: api.url });
  const cwd = folder();
  await using agent = new Driven(codingAgent, { argv: [...asking, "--no-session-persistence"], env, cwd });
  agent.send(user(scripted({ tools: [{ name: "Bash", input: { command: "touch 1; echo 1" } }] }, { text: "done" })));
  const ask = await agent.saw("asks can_use_tool Bash");
  agent.send(user("a correction", { uuid: "u2" }), answer(ask, { behavior: "allow" }));
  const result = await agent.saw("result success done");
  assert.deepEqual(result.user_message_uuids, ["u2"]);
  const messages = lastMessages(api);
  assert.deepEqual(
    messages.at(-1)?.content.map(({ type, text }) => [type, text]),
    [
      ["tool_result", undefined],
      ["text", "The user sent a new message while you were working:"],
      ["text", "a correction"],
    ],
  );
});

test("G2 an interrupt really ends the model's answer, and the next prompt has what there was of it", async () => {
  await using api = await ScriptedModelApi.start();
  const env = environment({ ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: api.url });
  const argv = [...asking, "--no-session-persistence", "--include-partial-messages"];
  await using agent = new Driven(codingAgent, { argv, env, cwd: folder() });
  agent.send(user(scripted({ text: "word ".repeat(20), chunks: 20, chunkDelayMs: 50 })));
  await agent.saw("event content_block_delta");
  agent.send(request("interrupt"));
  await agent.saw("result error_during_execution");
  await api.waitFor("the answer was broken off", ({ aborted }) => aborted === 1);
  agent.send(user(scripted({ text: "fine" })));
  await agent.saw("result success fine");
  const messages = lastMessages(api);
  assert.deepEqual(
    messages.map(({ role, content }) => [role, content.length]),
    [
      ["user", 1],
      ["assistant", 1],
      ["user", 2],
    ],
  );
  assert.equal(messages[2]?.content[0]?.text, "[Request interrupted by user]");
  assert.match(String(messages[2]?.content[1]?.text), /fine/);
  assert.match(String(messages[1]?.content[0]?.text), /^word/);
});

test("G2 an argument for a prompt is ignored when prompts come as lines", async () => {
  await using agent = coding(["-p", scripted({ text: "from argv" })]);
  agent.send(user(scripted({ text: "from a line" })));
  await agent.saw("result success from a line");
  assert.equal(agent.labels.filter((label) => label.startsWith("result")).length, 1);
});

test("G2 files are written with permission, and only then", async () => {
  const cwd = folder();
  const argv = [...asking, "--model", "scripted", "--no-session-persistence"];
  await using agent = new Driven(codingAgent, { argv, env: environment(), cwd });
  const file = join(cwd, "made.txt");
  writeFileSync(join(cwd, "other"), "");
  agent.send(user(scripted({ tools: [{ name: "Write", input: { file_path: file, content: "v1" } }] }, { text: "ok" })));
  const ask = await agent.saw("asks can_use_tool Write");
  assert.throws(() => readFileSync(file));
  agent.send(answer(ask, { behavior: "allow", updatedInput: { file_path: file, content: "v2" } }));
  await agent.saw("result success ok");
  assert.equal(readFileSync(file, "utf8"), "v2");
});
