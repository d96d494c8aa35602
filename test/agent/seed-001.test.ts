import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import type { AgentDefinition } from "../../src/agent/kit/agent-definition.ts";
import { codingAgent } from "../../src/agent/loop/coding-agent.ts";
import { scripted } from "../../src/script/scripted-prompt.ts";
import type { Fields } from "../../src/wire/fields.ts";
import { ScriptedModelApi } from "../lab/scripted-model-api.ts";
import { markedSeconds, processesWith } from "../live/processes.ts";
import { until } from "../live/until.ts";
import { Driven, request, user } from "./drive.ts";

// Seed 001 is the document that describes this dialect, another agent's: docs/spec.md, docs/dialects.md.

const folder = realpathSync(mkdtempSync(join(tmpdir(), "bridle-seed-001-")));
after(() => rmSync(folder, { recursive: true, force: true }));

let databases = 0;

/** As the seed starts it: `--stdio --db FILE`. */
function start(argv: readonly string[] = [], env: NodeJS.ProcessEnv = {}): Driven {
  const db = argv.includes("--db") ? [] : ["--db", join(folder, `${++databases}.db`)];
  return new Driven(codingAgent, {
    argv: ["--stdio", ...db, ...argv],
    env: { PATH: process.env.PATH, HOME: folder, TMPDIR: folder, ...env },
    cwd: folder,
  });
}

/** A tool call that ends when `release` is called. */
function held(): { tool: { name: string; input: Fields }; release: () => void } {
  const file = join(folder, `go-${++databases}`);
  const command = `until [ -e '${file}' ]; do sleep 0.01; done; echo 1`;
  return { tool: { name: "bash", input: { command } }, release: () => writeFileSync(file, "") };
}

const control = (action: string): Fields => ({ type: "control", action });

test("G1 the seed's example session", async () => {
  const file = join(folder, "test.txt");
  writeFileSync(file, "Hello from test file!");
  const script = {
    steps: [
      { text: "I'll read that file for you.", tools: [{ id: "call_1", name: "read", input: { filePath: file } }] },
      { text: "The file contains: Hello from test file!" },
      { text: "You're welcome!" },
    ],
  };
  await using agent = start(["--add-dir", folder, "--script", JSON.stringify(script)]);
  agent.send(user(`Read ${file}`, { session_id: "sess_1" }));
  await agent.saw("result");
  agent.send(user("Thanks!", { session_id: "sess_1" }));
  await agent.saw("result");
  const [asked, read, told, first, , second] = agent.frames;
  assert.deepEqual(asked, {
    type: "assistant",
    message: {
      role: "assistant",
      content: [
        { type: "text", text: "I'll read that file for you." },
        { type: "tool_use", id: "call_1", name: "read", input: { filePath: file } },
      ],
      model: "scripted",
    },
  });
  const { tool_result, ...envelope } = read ?? assert.fail("no result");
  const { content, ...result } = tool_result as Fields;
  assert.deepEqual(envelope, { type: "system", subtype: "tool_result" });
  assert.deepEqual(result, { type: "tool_result", tool_use_id: "call_1" });
  assert.match(String(content), /Hello from test file!/);
  assert.deepEqual(told, {
    type: "assistant",
    message: {
      role: "assistant",
      content: [{ type: "text", text: "The file contains: Hello from test file!" }],
      model: "scripted",
    },
  });
  const { duration_ms, usage, ...ending } = first as Fields;
  assert.equal(typeof duration_ms, "number");
  assert.deepEqual(Object.keys(usage as Fields), ["input_tokens", "output_tokens"]);
  assert.deepEqual(ending, {
    type: "result",
    subtype: "success",
    is_error: false,
    num_turns: 1,
    session_id: "sess_1",
    result: "The file contains: Hello from test file!",
  });
  assert.deepEqual([second?.num_turns, second?.result, second?.session_id], [0, "You're welcome!", "sess_1"]);
  assert.equal(agent.frames.length, 6);
});

test("G1 messages as text and as blocks, with and without a session id", async () => {
  await using agent = start();
  agent.send(user(scripted({ text: "one" })));
  const first = await agent.saw("result success one");
  agent.send(user([{ type: "text", text: scripted({ text: "two" }) }], { session_id: "free text / ümlaut" }));
  assert.equal((await agent.saw("result success two")).session_id, "free text / ümlaut");
  agent.send(user(scripted({ text: "three" })));
  assert.equal((await agent.saw("result success three")).session_id, "free text / ümlaut");
  assert.equal(typeof first.session_id, "string");
});

test("G1 messages during a turn are queued by position, and injected as one before the next model call", async () => {
  await using api = await ScriptedModelApi.start();
  const env = { ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: api.url };
  await using agent = start(["--allowedTools", "Bash"], env);
  const { tool, release } = held();
  agent.send(user(scripted({ tools: [tool] }, { text: "done" }), { session_id: "s" }));
  await agent.saw("tool_use bash");
  agent.send(user("first", { session_id: "s" }), user([{ type: "text", text: "second" }], { session_id: "s" }));
  await agent.saw("queued 2");
  assert.deepEqual(
    agent.frames.filter(({ subtype }) => subtype === "queued"),
    [1, 2].map((position) => ({ type: "system", subtype: "queued", session_id: "s", position })),
  );
  agent.send(control("status"));
  const { running, queued_messages, session_id } = await agent.saw("status");
  assert.deepEqual([running, queued_messages, session_id], [true, 2, "s"]);
  release();
  const injected = await agent.saw("injected");
  await agent.saw("result success done");
  assert.deepEqual(injected, { type: "system", subtype: "injected", message_count: 2, content_length: 13 });
  assert.deepEqual(agent.labels, [
    "tool_use bash",
    "queued 1",
    "queued 2",
    "status",
    "tool_result 1",
    "injected",
    "text done",
    "result success done",
  ]);
  const { messages } = (api.requests.at(-1) ?? assert.fail("no request")).body as { messages: { content: Fields[] }[] };
  assert.deepEqual(
    messages.at(-1)?.content.map(({ type, text }) => [type, text]),
    [
      ["tool_result", undefined],
      ["text", "first\n\nsecond"],
    ],
  );
});

test("G1 a message for another session waits for a turn of its own", async () => {
  await using agent = start(["--allowedTools", "Bash"]);
  const { tool, release } = held();
  agent.send(user(scripted({ tools: [tool] }, { text: "done a" }), { session_id: "a" }));
  await agent.saw("tool_use bash");
  agent.send(user(scripted({ text: "done b" }), { session_id: "b" }));
  const queued = await agent.saw("queued 1");
  assert.equal(queued.session_id, "b");
  release();
  assert.equal((await agent.saw("result success done a")).session_id, "a");
  assert.equal((await agent.saw("result success done b")).session_id, "b");
  assert.ok(!agent.labels.includes("injected"));
});

test("G1 session ids are separate conversations, and a new process finds them in the database", async () => {
  const db = join(folder, "shared.db");
  const remembers = async (agent: Driven, sessionId: string): Promise<boolean> => {
    agent.send(user("hello", { session_id: sessionId }));
    const { result } = await agent.saw("result");
    // Only the first answer of a conversation is an introduction.
    return !String(result).includes("no language model");
  };
  await using first = start(["--db", db]);
  assert.deepEqual(
    [await remembers(first, "a"), await remembers(first, "b"), await remembers(first, "a")],
    [false, false, true],
  );
  await first.finish();
  await using second = start(["--db", db]);
  assert.deepEqual(
    [await remembers(second, "a"), await remembers(second, "c"), await remembers(second, "b")],
    [true, false, true],
  );
});

test("G1 status and heartbeat while nothing runs", async () => {
  await using agent = start();
  agent.send(user(scripted({ text: "hi" }), { session_id: "s" }));
  await agent.saw("result");
  agent.send(control("status"), control("heartbeat"));
  const { timestamp, ...ack } = await agent.saw("heartbeat_ack");
  assert.deepEqual(ack, { type: "system", subtype: "heartbeat_ack", session_id: "s" });
  assert.ok(!Number.isNaN(Date.parse(String(timestamp))));
  assert.deepEqual(agent.frames.at(-2), {
    type: "system",
    subtype: "status",
    running: false,
    session_id: "s",
    queued_messages: 0,
  });
});

test("G1 an interrupt ends the model call: the result is cancelled, and the connection is closed", async () => {
  await using api = await ScriptedModelApi.start();
  await using agent = start([], { ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: api.url });
  agent.send(user(scripted({ text: "word ".repeat(50), chunks: 50, chunkDelayMs: 100 }), { session_id: "s" }));
  await api.waitFor("the model is asked", ({ requests }) => requests.length === 1);
  agent.send(control("interrupt"));
  const { duration_ms, usage, ...result } = await agent.saw("result");
  assert.deepEqual(result, { type: "result", subtype: "cancelled", is_error: false, num_turns: 0, session_id: "s" });
  await api.waitFor("the connection is closed", ({ aborted }) => aborted === 1);
  assert.equal(agent.frames.length, 1);
  assert.equal(await agent.finish(), 0);
});

test("G1 an interrupt ends the tool: the result is cancelled, and its process is gone", async () => {
  await using agent = start(["--allowedTools", "Bash"]);
  const seconds = markedSeconds();
  const bash = { name: "bash", input: { command: `sleep ${seconds}` } };
  agent.send(user(scripted({ tools: [bash] }, { text: "never" }), { session_id: "s" }));
  await agent.saw("tool_use bash");
  await until("the tool runs", () => processesWith(`sleep ${seconds}`).length > 0);
  agent.send(control("interrupt"));
  await agent.saw("result cancelled");
  await until("the tool is gone", () => processesWith(`sleep ${seconds}`).length === 0);
  agent.send(user(scripted({ text: "fine" }), { session_id: "s" }));
  await agent.saw("result success fine");
});

test("G1 an interrupted turn is always cancelled, whatever the agent does", async () => {
  const endings: AgentDefinition["onTurn"][] = [
    (turn) => once(turn.signal, "abort").then(() => "a result all the same"),
    (turn) => once(turn.signal, "abort").then(() => Promise.reject(new Error("broken"))),
    (turn) =>
      turn
        .useTool("x", {}, { permission: () => ({ behavior: "allow" }), run: () => new Promise(() => {}) })
        .then(() => "no"),
    () => new Promise(() => {}),
  ];
  for (const onTurn of endings) {
    await using agent = new Driven({ name: "a", onTurn }, { argv: ["--stdio"] });
    agent.send(user("go", { session_id: "s" }), control("status"));
    await agent.saw("status");
    agent.send(control("interrupt"));
    await agent.saw("result cancelled");
    assert.equal(agent.labels.filter((label) => label.startsWith("result")).length, 1);
  }
});

test("G1 an interrupt while nothing runs has no effect", async () => {
  await using agent = start();
  agent.send(control("interrupt"), user(scripted({ text: "hi" })));
  await agent.saw("result success hi");
  assert.deepEqual(agent.labels, ["text hi", "result success hi"]);
});

test("G1 a turn that fails has an error result, and an error message before it", async () => {
  const agent = start([], { CLAUDE_CODE_MAX_RETRIES: "0" });
  agent.send(user(scripted({ error: { status: 400, message: "no" } }), { session_id: "s" }));
  const { duration_ms, usage, ...result } = await agent.saw("result");
  assert.deepEqual(result, {
    type: "result",
    subtype: "error",
    is_error: true,
    num_turns: 0,
    session_id: "s",
    result: "API Error: 400 no",
  });
  assert.deepEqual(agent.frames[0], { type: "system", subtype: "error", message: "API Error: 400 no" });
  assert.equal(await agent.finish(), 1);
});

test("G1 consolidation is reported through the kit", async () => {
  const onTurn: AgentDefinition["onTurn"] = (turn) => {
    turn.notice("consolidation", { entries_created: 2, entries_updated: 1 });
    return "kept";
  };
  await using agent = new Driven({ name: "a", onTurn }, { argv: ["--stdio"] });
  agent.send(user("go"));
  await agent.saw("result success kept");
  assert.deepEqual(agent.frames[0], {
    type: "system",
    subtype: "consolidation",
    entries_created: 2,
    entries_updated: 1,
  });
});

test("G1 a tool that nobody can allow is denied with an error that says how", async () => {
  await using agent = start();
  agent.send(user(scripted({ tools: [{ name: "bash", input: { command: "touch 1" } }] }, { text: "ok" })));
  await agent.saw("result success ok");
  assert.match(String(agent.frames.find(({ subtype }) => subtype === "error")?.message), /nobody to ask/);
});

test("G1 both ways to choose a dialect at once are an error", async () => {
  for (const flag of ["--input-format", "--output-format"]) {
    const agent = new Driven(codingAgent, { argv: ["--stdio", flag, "stream-json", "--verbose"] });
    assert.equal(await agent.finish(), 1);
    assert.match(agent.stderr, /^Error: --stdio takes --stdio, or the stream-json flags, not both/);
  }
});

test("G3 bad input in this dialect: a system error, and the process lives on", async () => {
  await using agent = start();
  agent.send("nonsense", { type: "user", message: { role: "system", content: "x" } }, control("dance"));
  agent.send(user(scripted({ text: "alive" })));
  await agent.saw("result success alive");
  assert.deepEqual(
    agent.frames.slice(0, 3).map(({ type, subtype }) => [type, subtype]),
    Array.from({ length: 3 }, () => ["system", "error"]),
  );
});

test("G1 a command line of a prompt is a prompt: sessions are emptied by naming another", async () => {
  await using agent = start();
  agent.send(user("hello", { session_id: "s" }));
  await agent.saw("result");
  agent.send(user("/clear", { session_id: "s" }));
  const { session_id, result } = await agent.saw("result");
  assert.equal(session_id, "s");
  assert.match(String(result), /No command of the scripted model/);
});

test("G1 control input of either form is taken in both dialects", async () => {
  const waiting: AgentDefinition = { name: "a", onTurn: (turn) => once(turn.signal, "abort").then(() => undefined) };
  const seed = new Driven(waiting, { argv: ["--stdio"], isKnown: false });
  seed.send(user("go"), request("initialize"), request("interrupt"));
  await seed.saw("result cancelled");
  assert.deepEqual(seed.labels, ["answers initialize", "answers interrupt", "result cancelled "]);
  await seed.finish();

  await using claude = new Driven(waiting, { isKnown: false });
  claude.send(user("go"), control("status"), control("heartbeat"));
  const { running } = await claude.saw("status");
  assert.equal(running, true);
  await claude.saw("heartbeat_ack");
  claude.send(control("interrupt"));
  await claude.saw("result error_during_execution");
});
