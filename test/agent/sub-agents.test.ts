import assert from "node:assert/strict";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { codingAgent } from "../../src/agent/loop/coding-agent.ts";
import type { ScriptedTool, Step } from "../../src/script/script.ts";
import { scripted } from "../../src/script/scripted-prompt.ts";
import { type Fields, isFields, objects, texts } from "../../src/wire/fields.ts";
import { ScriptedModelApi } from "../lab/scripted-model-api.ts";
import { answer, asking, Driven, request, user } from "./drive.ts";
import { ownFolders } from "./own-folders.ts";

const { folder, environment } = ownFolders("sub-agents");

/** A call of the tool, whose agent says what the steps are. */
function task(steps: readonly Step[], more: Fields = {}): ScriptedTool {
  return { name: "Agent", input: { description: "a task", prompt: scripted(...steps), ...more } };
}

const touch: ScriptedTool = { name: "Bash", input: { command: "touch made.txt", description: "make it" } };

/** The coding agent, with a model API whose requests can be looked at. */
async function coding(argv: readonly string[] = [], dialect: readonly string[] = asking) {
  const api = await ScriptedModelApi.start();
  const cwd = folder();
  const agent = new Driven(codingAgent, {
    argv: [...dialect, "--no-session-persistence", ...argv],
    env: environment({ ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: api.url }),
    cwd,
  });
  const asked = (): Fields[] => api.requests.map(({ body }) => body as Fields);
  const dispose = async (): Promise<void> => {
    await agent[Symbol.asyncDispose]();
    await api.close();
  };
  return { agent, api, cwd, asked, [Symbol.asyncDispose]: dispose };
}

/** What the model was told last. */
const lastContent = (bodies: readonly Fields[]): readonly Fields[] =>
  objects(objects(bodies.at(-1)?.messages).at(-1)?.content);

function fields(value: unknown): Fields {
  assert.ok(isFields(value));
  return value;
}

const toolNames = (body: Fields | undefined): unknown[] => objects(body?.tools).map(({ name }) => name);
const ofTask = (frames: readonly Fields[], id: unknown): Fields[] =>
  frames.filter(({ parent_tool_use_id }) => parent_tool_use_id === id);

test("G5 an agent works for another: its messages carry the call's id, it is a task, and its last text is the result", async () => {
  await using stage = await coding(["--include-partial-messages"]);
  const { agent, cwd, asked } = stage;
  const steps = [{ text: "thinking aloud", tools: [touch] }, { text: "final words" }];
  agent.send(user(scripted({ tools: [task(steps)] }, { text: "main done" })));
  const ask = await agent.saw("asks can_use_tool Bash");
  agent.send(answer(ask, { behavior: "allow" }));
  const result = await agent.saw("result success main done");
  assert.ok(existsSync(join(cwd, "made.txt")));

  assert.deepEqual(
    agent.labels.filter((label) => !/^(event|status)/.test(label)).map((label) => label.replace(/ go SCRIPT.*/, "")),
    [
      "init",
      "tool_use Agent",
      "task_started",
      "user",
      "task_progress",
      "tool_use Bash",
      "asks can_use_tool Bash",
      "tool_result (Bash completed with no output)",
      "task_updated",
      "task_notification",
      "tool_result final words",
      "text main done",
      "result success main done",
    ],
  );
  const [init] = agent.frames;
  assert.deepEqual([texts(init?.tools)[0], init?.agents], ["Task", ["general-purpose"]]);
  const started = agent.frames.find(({ subtype }) => subtype === "task_started");
  const { task_id, tool_use_id } = fields(started);
  assert.match(String(task_id), /^a[0-9a-f]{16}$/);
  assert.deepEqual(
    [started?.task_type, started?.subagent_type, started?.is_backgrounded, started?.description],
    ["local_agent", "general-purpose", false, "a task"],
  );
  const said = ofTask(agent.frames, tool_use_id);
  assert.deepEqual(
    said.map(({ type, agent_id, subagent_type, task_description }) => [
      type,
      agent_id,
      subagent_type,
      task_description,
    ]),
    ["user", "assistant", "user"].map((type) => [type, task_id, "general-purpose", "a task"]),
  );
  assert.equal((ask.request as Fields).agent_id, task_id);
  const notified = agent.frames.find(({ subtype }) => subtype === "task_notification");
  assert.deepEqual(
    [notified?.status, notified?.summary, notified?.tool_use_id],
    ["completed", "final words", tool_use_id],
  );
  const { duration_ms, ...usage } = fields(notified?.usage);
  assert.deepEqual([usage, typeof duration_ms], [{ total_tokens: 125, tool_uses: 1 }, "number"]);

  const [main, first, second] = asked();
  assert.equal(toolNames(main)[0], "Agent");
  assert.ok(toolNames(main).includes("AskUserQuestion"));
  for (const body of [first, second]) {
    assert.deepEqual(
      toolNames(body),
      toolNames(main).filter((name) => !["Agent", "AskUserQuestion", "ExitPlanMode"].includes(String(name))),
    );
    assert.match(JSON.stringify(body?.system), /Another agent has given you a task/);
  }
  assert.equal(objects(first?.messages).length, 1, "a context of its own");
  // What it used counts: all of it by model, the agent's own messages in `usage`, as Claude Code tells it.
  assert.deepEqual([result.num_turns, (result.usage as Fields).input_tokens], [2, 200]);
  const [used] = Object.values(result.modelUsage as Fields) as Fields[];
  const [since] = Object.values(result.model_usage_since_last_result as Fields) as Fields[];
  assert.deepEqual([used?.inputTokens, since?.inputTokens, result.total_cost_usd], [400, 400, used?.costUSD]);
});

test("G5 what a sub-agent says in between is only for a host that wants it", async () => {
  const texts = async (argv: readonly string[], initialize: Fields): Promise<string[]> => {
    await using stage = await coding([...argv, "--allowedTools", "Bash", "--include-partial-messages"]);
    const { agent } = stage;
    await agent.control("initialize", initialize);
    const steps = [{ thinking: "hm", text: "thinking aloud", tools: [touch] }, { text: "final words" }];
    agent.send(user(scripted({ tools: [task(steps)] }, { text: "main done" })));
    await agent.saw("result");
    const events = agent.frames.filter(({ type }) => type === "stream_event");
    assert.ok(events.every(({ parent_tool_use_id }) => parent_tool_use_id === null));
    const begun = events.filter(({ event }) => (event as Fields).type === "message_start");
    assert.equal(begun.length, 2, "only the agent itself is heard as it speaks");
    return agent.labels.filter((label) => /^(text|thinking) /.test(label));
  };
  const all = ["thinking hm", "text thinking aloud", "text final words", "text main done"];
  assert.deepEqual(await texts([], {}), ["text main done"]);
  assert.deepEqual(await texts(["--forward-subagent-text"], {}), all);
  assert.deepEqual(await texts([], { forwardSubagentText: true }), all);
});

test("G5 several sub-agents of one message work side by side, each under its own call", async () => {
  await using stage = await coding();
  const { agent, api, asked } = stage;
  const steps = (text: string): Step[] => [{ text, delayMs: 300 }];
  agent.send(
    user(scripted({ tools: [task(steps("one"), { description: "first" }), task(steps("two"))] }, { text: "done" })),
  );
  await api.waitFor("both are asked before one has answered", ({ requests }) => requests.length === 3);
  assert.equal(agent.labels.filter((label) => label === "task_notification").length, 0);
  await agent.saw("result success done");
  const calls = lastContent(asked());
  assert.deepEqual(
    calls.map(({ content }) => objects(content)[0]?.text),
    ["one", "two"],
  );
  const started = agent.frames.filter(({ subtype }) => subtype === "task_started");
  assert.deepEqual(
    started.map(({ tool_use_id, description }) => [tool_use_id, description]),
    [
      [calls[0]?.tool_use_id, "first"],
      [calls[1]?.tool_use_id, "a task"],
    ],
  );
});

test("G5 kinds of agents come from initialize and --agents, with prompt, tools and model of their own", async () => {
  const file = join(folder(), "agents.json");
  writeFileSync(
    file,
    JSON.stringify({ writer: { description: "writes", prompt: "You WRITE." }, broken: { prompt: 1 } }),
  );
  await using stage = await coding(["--agents", file, "--allowedTools", "Bash"]);
  const { agent, asked } = stage;
  const keeper = {
    description: "keeps lights",
    prompt: "You are KEEPER.",
    tools: ["Read", "Bash", "Agent"],
    disallowedTools: ["Bash"],
    model: "haiku",
  };
  const { response } = await agent.control("initialize", { agents: { keeper } });
  const listed = (response as Fields).agents as Fields[];
  assert.deepEqual(
    listed.map(({ name, model }) => [name, model]),
    [
      ["general-purpose", undefined],
      ["writer", undefined],
      ["keeper", "haiku"],
    ],
  );
  const tools = [
    task([{ tools: [touch] }, { text: "k" }], { subagent_type: "keeper" }),
    task([{ text: "w" }], { subagent_type: "writer", model: "sonnet" }),
    task([{ text: "g" }], { subagent_type: "" }),
    { ...task([{ text: "t" }]), name: "Task" },
    task([{ text: "never" }], { subagent_type: "nobody" }),
    { name: "Agent", input: { prompt: "no description" } },
  ];
  agent.send(user(scripted({ tools }, { text: "done" })));
  await agent.saw("result success done");
  assert.deepEqual(agent.frames.find(({ subtype }) => subtype === "init")?.agents, [
    "general-purpose",
    "writer",
    "keeper",
  ]);
  const [main] = asked();
  const declared = objects(main?.tools).find(({ name }) => name === "Agent");
  assert.match(String(declared?.description), /- general-purpose: [^\n]+\n- writer: writes\n- keeper: keeps lights$/);
  const of = (words: string): Fields[] => asked().filter(({ system }) => JSON.stringify(system).includes(words));
  assert.deepEqual(
    of("You are KEEPER.").map((body) => [toolNames(body), body.model]),
    [1, 2].map(() => [["Read"], of("You are KEEPER.")[0]?.model]),
  );
  assert.match(String(of("You are KEEPER.")[0]?.model), /^claude-haiku-/);
  assert.match(String(of("You WRITE.")[0]?.model), /^claude-sonnet-/);
  const results = lastContent(asked());
  assert.deepEqual(
    results.map(({ content, is_error }) => [
      typeof content === "string" ? content.split("\n")[0] : objects(content)[0]?.text,
      is_error,
    ]),
    [
      ["k", undefined],
      ["w", undefined],
      ["g", undefined],
      ["t", undefined],
      ["Agent type 'nobody' not found. Available agents: general-purpose, writer, keeper", true],
      ["<tool_use_error>InputValidationError: Agent failed due to the following issue:", true],
    ],
  );
});

test("G5 an interrupt ends a sub-agent with its tool, and the task is told as stopped before the call is", async () => {
  await using stage = await coding(["--allowedTools", "Bash"]);
  const { agent, cwd } = stage;
  const sleep = { name: "Bash", input: { command: "touch began; sleep 30; touch never", description: "sleep" } };
  agent.send(user(scripted({ tools: [task([{ tools: [sleep] }])] }, { text: "never" })));
  await agent.saw("tool_use Bash");
  while (!existsSync(join(cwd, "began"))) await new Promise((resolve) => setTimeout(resolve, 20));
  agent.send(request("interrupt"));
  const result = await agent.saw("result error_during_execution");
  assert.equal(result.terminal_reason, "aborted_tools");
  assert.deepEqual(
    agent.labels.slice(agent.labels.indexOf("tool_use Bash") + 1).map((label) => label.slice(0, 30)),
    [
      "task_updated",
      "task_notification",
      "answers interrupt",
      "tool_result The user doesn't w",
      "user [Request interrupted by u",
      "result error_during_execution ",
    ],
  );
  const notified = agent.frames.find(({ subtype }) => subtype === "task_notification");
  assert.deepEqual([notified?.status, notified?.summary], ["stopped", "a task"]);
  agent.send(user(scripted({ text: "fine" })));
  await agent.saw("result success fine");
});

test("G5 stop_task ends one sub-agent, and the turn goes on", async () => {
  await using stage = await coding();
  const { agent, api, asked } = stage;
  agent.send(user(scripted({ tools: [task([{ text: "for ever", stall: true }])] }, { text: "went on" })));
  const { task_id } = await agent.saw("task_started");
  await api.waitFor("it is at work", ({ requests }) => requests.length === 2);
  await agent.control("stop_task", { task_id });
  await agent.saw("result success went on");
  await api.waitFor("its answer was broken off", ({ aborted }) => aborted === 1);
  const [result] = lastContent(asked());
  assert.deepEqual([result?.content, result?.is_error], ["[Request interrupted by user for tool use]", true]);
});

test("G5 a deny with interrupt to a sub-agent ends the whole turn; a mere deny is its own, and is told in the result", async () => {
  await using stage = await coding();
  const { agent } = stage;
  const steps = [{ tools: [touch] }, { text: "did without" }];
  agent.send(user(scripted({ tools: [task(steps)] }, { text: "main done" })));
  agent.send(answer(await agent.saw("asks can_use_tool"), { behavior: "deny", message: "no" }));
  const { permission_denials } = await agent.saw("result success main done");
  assert.deepEqual(
    objects(permission_denials).map(({ tool_name }) => tool_name),
    ["Bash"],
  );
  agent.send(user(scripted({ tools: [task(steps)] }, { text: "never" })));
  agent.send(answer(await agent.saw("asks can_use_tool"), { behavior: "deny", message: "no", interrupt: true }));
  assert.equal((await agent.saw("result")).terminal_reason, "aborted_tools");
});

test("G5 a sub-agent that fails, or comes to its limit of turns, is told to the model as that", async () => {
  await using stage = await coding(["--allowedTools", "Bash"]);
  const { agent, asked } = stage;
  await agent.control("initialize", { agents: { short: { description: "d", prompt: "p", maxTurns: 2 } } });
  const echo: Step = { text: "on it", tools: [{ name: "Bash", input: { command: "echo 1" } }] };
  const failing = task([{ error: { status: 400, message: "bad" } }]);
  agent.send(
    user(scripted({ tools: [failing, task([echo, echo, echo], { subagent_type: "short" })] }, { text: "done" })),
  );
  await agent.saw("result success done");
  const results = lastContent(asked());
  assert.deepEqual(results[0]?.content, "Agent terminated early due to an API error: API Error: 400 bad");
  assert.equal(
    objects(results[1]?.content)[0]?.text,
    "on it\n\n[The agent was stopped at its limit of 2 turns: this may be incomplete.]",
  );
  const ends = agent.frames.filter(({ subtype }) => subtype === "task_notification").map(({ status }) => status);
  assert.deepEqual(ends.toSorted(), ["completed", "failed"]);
  assert.ok(!agent.labels.some((label) => label.includes("(invalid_request)")), "no error of the turn itself");
});

test("G5 hooks hear of a sub-agent: its start and end, and whose tool it is", async () => {
  await using stage = await coding(["--allowedTools", "Bash"]);
  const { agent, asked } = stage;
  const hook = (id: string) => [{ hookCallbackIds: [id] }];
  await agent.control("initialize", {
    hooks: { SubagentStart: hook("start"), SubagentStop: hook("stop"), PreToolUse: hook("pre"), Stop: hook("main") },
  });
  agent.send(
    user(scripted({ tools: [task([{ tools: [touch] }, { text: "first" }, { text: "second" }])] }, { text: "." })),
  );
  const heard: Fields[] = [];
  const reply = async (id: string, response: Fields): Promise<void> => {
    const asks = await agent.saw(`asks hook_callback ${id}`);
    heard.push((asks.request as Fields).input as Fields);
    agent.send(answer(asks, response));
  };
  const additionalContext = "Mind the lamp.";
  await reply("pre", {});
  await reply("start", { hookSpecificOutput: { hookEventName: "SubagentStart", additionalContext } });
  await reply("pre", {});
  await reply("stop", { decision: "block", reason: "not yet" });
  await reply("stop", {});
  await reply("main", {});
  await agent.saw("result");
  const { task_id } = agent.frames.find(({ subtype }) => subtype === "task_started") as Fields;
  assert.deepEqual(
    heard.map(({ hook_event_name, agent_id, agent_type, last_assistant_message, stop_hook_active }) => [
      hook_event_name,
      agent_id === task_id && agent_type === "general-purpose",
      last_assistant_message,
      stop_hook_active,
    ]),
    [
      ["PreToolUse", false, undefined, undefined],
      ["SubagentStart", true, undefined, undefined],
      ["PreToolUse", true, undefined, undefined],
      ["SubagentStop", true, "first", false],
      ["SubagentStop", true, "second", true],
      ["Stop", false, ".", false],
    ],
  );
  const own = asked().slice(1, -1);
  assert.ok(JSON.stringify(own[0]?.messages).includes("Mind the lamp."));
  assert.ok(JSON.stringify(own.at(-1)?.messages).includes("not yet"));
});

test("G5 an Agent that is disallowed, or not among --tools, is neither listed nor offered", async () => {
  for (const argv of [
    ["--disallowedTools", "Task"],
    ["--disallowedTools", "Agent"],
    ["--tools", "Read"],
  ]) {
    await using stage = await coding(argv);
    const { agent, asked } = stage;
    agent.send(user(scripted({ tools: [task([{ text: "never" }])] }, { text: "done" })));
    await agent.saw("result success done");
    const [init] = agent.frames;
    assert.deepEqual([texts(init?.tools).includes("Task"), init?.agents], [false, []], argv.join(" "));
    assert.ok(!toolNames(asked()[0]).includes("Agent"));
    assert.equal(asked().length, 2);
  }
  await using stage = await coding(["--tools", "Task"]);
  stage.agent.send(user(scripted({ text: "." })));
  assert.deepEqual((await stage.agent.saw("init")).tools, ["Task"]);
  await stage.agent.saw("result");
});

test("G5 in the dialect of seed 001 a sub-agent is heard only by its result", async () => {
  await using stage = await coding(["--allowedTools", "Bash"], ["--stdio"]);
  const { agent, cwd } = stage;
  const input = { description: "a task", prompt: scripted({ tools: [{ ...touch, name: "bash" }] }, { text: "final" }) };
  agent.send(user(scripted({ tools: [{ name: "agent", input }] }, { text: "done" })));
  await agent.saw("result success done");
  assert.ok(existsSync(join(cwd, "made.txt")));
  assert.deepEqual(agent.labels, ["tool_use agent", "tool_result final", "text done", "result success done"]);
});
