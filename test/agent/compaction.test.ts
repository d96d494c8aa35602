import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/agent/memory/memory.ts";
import type { ModelRequest } from "../../src/script/model-request.ts";
import type { Step } from "../../src/script/script.ts";
import { type Fields, objects } from "../../src/wire/fields.ts";
import { answer, type Driven, request, user } from "./drive.ts";
import { assertSound, bodyText, MemoryStage } from "./memory-stage.ts";

/** Small, but with room for the system prompt and the tools. */
const windowTokens = 20_000;
const env = { BRIDLE_CONTEXT_WINDOW: String(windowTokens) };
const secret = "blue-heron-42";
const filler = "lorem ipsum dolor sit amet ".repeat(400);

/** A model with a window of its own: what is longer it refuses, and it knows only what stands in the request. */
function limited(sumUp: (request: ModelRequest) => Step): (request: ModelRequest) => Step {
  return (asked) => {
    const tokens = tokensIn(asked.body);
    if (tokens > windowTokens)
      return { error: { status: 400, type: "invalid_request_error", message: `prompt is too long: ${tokens} tokens` } };
    if (asked.side) return isFactsQuestion(asked) ? { text: "[]" } : sumUp(asked);
    const question = asked.messages.at(-1)?.texts.at(-1) ?? "";
    const knows = bodyText(asked.body).includes(secret);
    const text = question.includes("code word") ? (knows ? `It is ${secret}.` : "I no longer know.") : "Noted.";
    return { text, inputTokens: tokens };
  };
}

function tokensIn(body: unknown): number {
  return Math.ceil(Buffer.byteLength(bodyText(body)) / 4);
}

function isFactsQuestion({ body }: ModelRequest): boolean {
  return bodyText(body.system).includes("long-term memory");
}

/** Far more than the window holds; gives the answer to the last question. */
async function longTalk(agent: Driven, question: string): Promise<unknown> {
  agent.send(user(`The code word of this project is ${secret}. Keep it in mind.`));
  await agent.saw("result");
  for (let said = 0; said < windowTokens * 4 * 10; said += filler.length) {
    agent.send(user(`Part ${said}: ${filler}`));
    await agent.saw("result");
  }
  agent.send(user(question));
  return (await agent.saw("result")).result;
}

const summaries: readonly { title: string; argv?: string[]; sumUp: (request: ModelRequest) => Step }[] = [
  {
    title: "the model sums up well, and nothing is kept",
    argv: ["--no-session-persistence"],
    sumUp: ({ body }) => ({ text: bodyText(body).includes(secret) ? `The code word is ${secret}.` : "Nothing." }),
  },
  { title: "the summary leaves it out", sumUp: () => ({ text: "They talked." }) },
  { title: "no summary can be had", sumUp: () => ({ error: { status: 500, message: "down", shouldRetry: false } }) },
];

for (const { title, argv = [], sumUp } of summaries) {
  test(`G7 a conversation ten times the window ends with a right answer about its first message: ${title}`, async (t) => {
    const stage = await MemoryStage.open(t, limited(sumUp));
    await using agent = stage.agent(argv, env);
    assert.equal(await longTalk(agent, "What was the code word of this project?"), `It is ${secret}.`);
    const boundaries = agent.frames.filter(({ subtype }) => subtype === "compact_boundary");
    assert.ok(boundaries.length >= 10, `${boundaries.length} compactions`);
    for (const { body } of stage.api.requests) {
      assertSound(body as Fields);
      assert.ok(tokensIn(body) <= windowTokens, "no request was longer than the window");
    }
    if (argv.length > 0) return;
    using memory = Memory.open(stage.database);
    const stored = memory.load(memory.list()[0]?.id ?? "")?.messages ?? [];
    assert.ok(stored.length > 120 && bodyText(stored[0]).includes(secret), "all of it is still in the file");
  });
}

test("G7 what is neither summed up nor found is no longer known, and the model is told so", async (t) => {
  const stage = await MemoryStage.open(
    t,
    limited(() => ({ text: "They talked." })),
  );
  await using agent = stage.agent(["--no-session-persistence"], env);
  assert.equal(await longTalk(agent, "What was the code word?"), "I no longer know.");
  assert.match(bodyText(stage.lastRequest.messages), /you no longer know: say so, and do not guess/);
});

/** A conversation of so many turns. */
async function talk(agent: Driven, turns: number): Promise<void> {
  for (let at = 0; at < turns; at++) {
    agent.send(user(`message ${at} ${filler}`));
    await agent.saw("result");
  }
}

test("G7 /compact: status, init, boundary, the summary, the result, as Claude Code tells it", async (t) => {
  const stage = await MemoryStage.open(
    t,
    limited(() => ({ text: "SUMMARY" })),
  );
  await using agent = stage.agent();
  await talk(agent, 2);
  const before = agent.labels.length;
  agent.send(user("/compact keep the numbers"));
  const result = await agent.saw("result");
  assert.deepEqual(agent.labels.slice(before), [
    "status compacting",
    "status null",
    "init",
    "compact_boundary",
    "synthetic This session is being continued from a previ…",
    "replay <local-command-stdout>Compacted </local-comm…",
    "result success ",
  ]);
  assert.deepEqual([result.local_command, result.num_turns, result.is_error], ["compact", 0, false]);
  const told = agent.frames.find(({ subtype }) => subtype === "compact_boundary");
  const [{ trigger, pre_tokens, post_tokens, duration_ms } = {}] = objects([told?.compact_metadata]);
  assert.equal(trigger, "manual");
  assert.ok(Number(pre_tokens) > Number(post_tokens) && Number(post_tokens) > 0 && Number(duration_ms) >= 0);
  const ended = agent.frames.find(({ compact_result }) => compact_result !== undefined);
  assert.deepEqual([ended?.status, ended?.compact_result, ended?.compact_error], [null, "success", undefined]);
  const sides = stage.api.requests.filter(({ body }) => (body as Fields).tools === undefined);
  assert.ok(sides.some(({ body }) => bodyText(body).includes("The person adds: keep the numbers")));
  agent.send(user("and now?"));
  await agent.saw("result");
  const asked = stage.lastRequest;
  assertSound(asked);
  assert.ok(bodyText(asked.messages).includes("SUMMARY") && !bodyText(asked.messages).includes("message 0"));
});

test("G7 a PreCompact hook is told what is about to happen", async (t) => {
  const stage = await MemoryStage.open(t, () => ({ text: "ok" }));
  await using agent = stage.agent();
  await agent.control("initialize", { hooks: { PreCompact: [{ matcher: "manual", hookCallbackIds: ["before"] }] } });
  await talk(agent, 2);
  agent.send(user("/compact the plan"));
  const asked = await agent.saw("asks hook_callback before");
  const [{ input } = {}] = objects([asked.request]);
  const [{ hook_event_name, trigger, custom_instructions } = {}] = objects([input]);
  assert.deepEqual([hook_event_name, trigger, custom_instructions], ["PreCompact", "manual", "the plan"]);
  agent.send(answer(asked, {}));
  await agent.saw("compact_boundary");
  await agent.saw("result");
});

test("G7 /compact with nothing to compact says so", async (t) => {
  const stage = await MemoryStage.open(t, () => ({ text: "ok" }));
  await using agent = stage.agent();
  agent.send(user("/compact"));
  assert.equal((await agent.saw("result")).result, "Not enough messages to compact.");
});

test("G7 the scripted model sums up nothing: the oldest messages go, and what is said about it is true", async (t) => {
  const stage = await MemoryStage.open(t, () => undefined);
  await using agent = stage.agent(["--model", "scripted"], { BRIDLE_PROVIDER: "scripted" });
  await talk(agent, 2);
  agent.send(user("/compact"));
  const ended = await agent.saw("status null");
  assert.deepEqual([ended.compact_result, ended.compact_error], ["success", "the model gave no summary"]);
  await agent.saw("synthetic Earlier messages of this conversation");
  await agent.saw("result");
});

test("G7 tool calls and their results stay together when a turn is compacted in its middle", async (t) => {
  let calls = 0;
  const stage = await MemoryStage.open(t, ({ side, body }) => {
    if (side) return { text: "They ran commands." };
    const inputTokens = Math.ceil(bodyText(body).length / 4);
    const call = { name: "Bash", input: { command: `seq ${++calls} 2500` } };
    return calls > 12 ? { text: "done", inputTokens } : { tools: [call, call], inputTokens };
  });
  await using agent = stage.agent(["--allowedTools", "Bash"], env);
  agent.send(user("run a lot"));
  await agent.saw("result success done");
  const { length } = agent.frames.filter(({ subtype }) => subtype === "compact_boundary");
  assert.ok(length >= 1 && length < 12, `${length} compactions`);
  for (const { body } of stage.api.requests) assertSound(body as Fields);
});

for (const status of [400, 413]) {
  test(`G7 a request that the API finds too long (${status}) is compacted and sent once more, not for ever`, async (t) => {
    let refusals = 1;
    const stage = await MemoryStage.open(t, ({ side }) => {
      if (side) return { text: "SUMMARY" };
      if (refusals-- > 0) return { error: { status, message: "prompt is too long: 9 tokens > 8 maximum" } };
      return { text: "ok" };
    });
    refusals = 0;
    await using agent = stage.agent();
    await talk(agent, 3);
    refusals = 1;
    agent.send(user("one more"));
    await agent.saw("status compacting");
    await agent.saw("compact_boundary");
    await agent.saw("result success ok");
    assert.ok(bodyText(stage.lastRequest.messages).includes("SUMMARY"));
    refusals = 1_000;
    agent.send(user("and again"));
    const failed = await agent.saw("result");
    assert.deepEqual([failed.is_error, failed.api_error_status], [true, status]);
    refusals = 0;
    agent.send(user("better?"));
    await agent.saw("result success ok");
    assertSound(stage.lastRequest);
  });
}

test("G7 an interrupt in the middle of a compaction ends the turn, and the conversation stays as it was", async (t) => {
  let isStalled = true;
  const stage = await MemoryStage.open(t, ({ side }) => (side ? { text: "S", stall: isStalled } : { text: "ok" }));
  await using agent = stage.agent();
  await talk(agent, 2);
  agent.send(user("/compact"));
  await agent.saw("status compacting");
  await stage.api.waitFor("the question for a summary", ({ requests }) => requests.length >= 3);
  agent.send(request("interrupt"));
  const ended = await agent.saw("status null");
  assert.equal(ended.compact_result, "failed");
  assert.equal((await agent.saw("result")).subtype, "error_during_execution");
  isStalled = false;
  agent.send(user("still there?"));
  await agent.saw("result success ok");
  assert.ok(bodyText(stage.lastRequest.messages).includes("message 0"));
});

test("G7 a compacted conversation is resumed and forked in its compacted form", async (t) => {
  const stage = await MemoryStage.open(
    t,
    limited(() => ({ text: "SUMMARY" })),
  );
  let id = "";
  {
    await using agent = stage.agent();
    await talk(agent, 3);
    agent.send(user("/compact"));
    await agent.saw("compact_boundary");
    id = String((await agent.saw("result")).session_id);
    agent.send(user("after it"));
    await agent.saw("result");
  }
  for (const fork of [[], ["--fork-session"]]) {
    await using agent = stage.agent(["--resume", id, ...fork]);
    agent.send(user("go on"));
    await agent.saw("result");
    const asked = stage.lastRequest;
    assertSound(asked);
    const said = bodyText(asked.messages);
    assert.ok(said.includes("SUMMARY") && said.includes("after it") && said.includes("go on"));
    assert.ok(!said.includes("message 0"), "what was summed up is not sent again");
  }
  using memory = Memory.open(stage.database);
  for (const session of memory.list()) assert.ok((memory.load(session.id)?.messages.length ?? 0) >= 10);
});

test("G7 a history that is longer than the window is resumed with its newest part, and the model is told", async (t) => {
  const stage = await MemoryStage.open(
    t,
    limited(() => ({ text: "SUMMARY" })),
  );
  const cwd = stage.folder();
  const id = "11111111-1111-4111-8111-111111111111";
  {
    using memory = Memory.open(stage.database);
    const entries = Array.from({ length: 500 }, (_, at) => ({
      uuid: String(at),
      role: at % 2 === 0 ? ("user" as const) : ("assistant" as const),
      content: `${at === 0 ? `The code word of this project is ${secret}.` : ""} message ${at} ${"x".repeat(1_000)}`,
    }));
    memory.begin({ id, cwd }, entries);
  }
  await using agent = stage.agent(["--resume", id], env);
  agent.send(user("What was the code word of this project?"));
  assert.equal((await agent.saw("result")).result, `It is ${secret}.`);
  const said = objects(stage.lastRequest.messages);
  assert.ok(said.length < 100, `${said.length} messages`);
  assert.ok(bodyText(said).includes("message 499"));
});
