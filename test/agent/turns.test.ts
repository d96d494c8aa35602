import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as round } from "node:timers/promises";
import type { AgentDefinition } from "../../src/agent/kit/agent-definition.ts";
import { Driven, request, streamJson, user } from "./drive.ts";

const parrot: AgentDefinition = { name: "parrot", onTurn: (turn) => turn.text(turn.prompt) };

test("G2 the start is silent, and initialize alone brings no system/init", async () => {
  await using agent = new Driven(parrot);
  for (let i = 0; i < 5; i++) await round();
  assert.deepEqual(agent.labels, []);
  await agent.control("initialize");
  assert.deepEqual(agent.labels, ["answers initialize"]);
});

test("G2 every turn begins with system/init and ends with a result", async () => {
  await using agent = new Driven(parrot);
  agent.send(user("one"));
  const first = await agent.saw("result");
  agent.send(user([{ type: "text", text: "two" }]));
  const second = await agent.saw("result");
  assert.deepEqual(agent.labels, ["init", "text one", "result success one", "init", "text two", "result success two"]);
  assert.deepEqual([first.result_index, second.result_index], [0, 1]);
  assert.deepEqual([second.num_turns, second.terminal_reason, second.stop_reason], [1, "completed", "end_turn"]);
  assert.equal(await agent.finish(), 0);
});

test("G2 what is said before initialize is answered is done after it", async () => {
  await using agent = new Driven(parrot);
  agent.send(request("initialize"), user("hi"));
  await agent.saw("result");
  assert.deepEqual(agent.labels, ["answers initialize", "init", "text hi", "result success hi"]);
});

test("G2 partial messages: each event, and the block's line before its end", async () => {
  const onTurn: AgentDefinition["onTurn"] = async (turn) => {
    turn.thinking("hm");
    turn.text("a");
    turn.text("b");
    await turn.useTool("echo", {}, { permission: () => ({ behavior: "allow" }), run: () => ({ content: "out" }) });
    turn.text("c");
  };
  await using agent = new Driven({ name: "a", onTurn }, { argv: [...streamJson, "--include-partial-messages"] });
  agent.send(user("go"));
  await agent.saw("result");
  const block = (line: string, deltas = 1): string[] => [
    "event content_block_start",
    ...Array.from({ length: deltas }, () => "event content_block_delta"),
    line,
    "event content_block_stop",
  ];
  const end = ["event message_delta", "event message_stop"];
  assert.deepEqual(agent.labels, [
    "init",
    "event message_start",
    ...block("thinking hm"),
    ...block("text ab", 2),
    ...block("tool_use echo"),
    ...end,
    "tool_result out",
    "event message_start",
    ...block("text c"),
    ...end,
    "result success c",
  ]);
});

test("G2 the blocks of one message have its id, the next message another", async () => {
  const onTurn: AgentDefinition["onTurn"] = async (turn) => {
    turn.thinking("hm");
    turn.text("a");
    await turn.useTool("echo", {}, { permission: () => ({ behavior: "allow" }), run: () => ({ content: "out" }) });
    turn.text("b");
  };
  await using agent = new Driven({ name: "a", onTurn });
  agent.send(user("go"));
  const { num_turns } = await agent.saw("result");
  assert.equal(num_turns, 2);
  const ids = agent.frames
    .filter(({ type }) => type === "assistant")
    .map(({ message }) => (message as { id: string }).id);
  assert.equal(new Set(ids.slice(0, 3)).size, 1);
  assert.notEqual(ids[3], ids[0]);
});

test("G8 a turn that fails is told as such, and the next one runs", async () => {
  let turns = 0;
  const onTurn: AgentDefinition["onTurn"] = (turn) => {
    turn.text("half an");
    if (turns++ === 0) throw new Error("no more");
    return "fine";
  };
  await using agent = new Driven({ name: "a", onTurn });
  agent.send(user("go"));
  const failed = await agent.saw("result");
  assert.deepEqual([failed.subtype, failed.is_error, failed.errors], ["error_during_execution", true, ["no more"]]);
  agent.send(user("go"));
  assert.equal((await agent.saw("result")).result, "fine");
});

test("G2 a failed last turn makes the exit code 1, a good one after it 0", async () => {
  const onTurn: AgentDefinition["onTurn"] = (turn) => {
    if (turn.prompt === "fail") throw new Error("as wanted");
  };
  for (const [prompts, code] of [
    [["fail"], 1],
    [["fail", "go"], 0],
    [["go"], 0],
    [[], 0],
  ] as const) {
    const agent = new Driven({ name: "a", onTurn });
    for (const prompt of prompts) {
      agent.send(user(prompt));
      await agent.saw("result");
    }
    assert.equal(await agent.finish(), code, prompts.join());
  }
});

test("G2 a request right before the end of input is answered", async () => {
  const agent = new Driven(parrot);
  agent.send(request("initialize"), request("mcp_status"), request("get_plan"));
  assert.equal(await agent.finish(), 0);
  assert.deepEqual(agent.labels.sort(), ["answers get_plan", "answers initialize", "answers mcp_status"]);
});

test("G2 at the end of input the turn that runs is finished, and those that wait", async () => {
  const hold = Promise.withResolvers<void>();
  const onTurn: AgentDefinition["onTurn"] = async (turn) => {
    await hold.promise;
    turn.text(turn.prompt);
  };
  const agent = new Driven({ name: "a", onTurn });
  agent.send(user("one"), user("two"));
  agent.endInput();
  await agent.saw("init");
  hold.resolve();
  assert.equal(await agent.exit, 0);
  assert.deepEqual(agent.labels, ["init", "text one", "result success one", "init", "text two", "result success two"]);
});

test("G2 the last line counts without its line feed", async () => {
  const agent = new Driven(parrot);
  agent.write(JSON.stringify(user("hi")));
  assert.equal(await agent.finish(), 0);
  assert.deepEqual(agent.labels, ["init", "text hi", "result success hi"]);
});

test("G2 end_session is answered and ends the agent with 0, in a turn too", async () => {
  const agent = new Driven(parrot);
  await agent.control("end_session", { reason: "enough" });
  assert.equal(await agent.exit, 0);
  const busy = new Driven({ name: "a", onTurn: () => new Promise(() => {}) });
  busy.send(user("go"));
  await busy.saw("init");
  await busy.control("end_session");
  assert.equal(await busy.exit, 0);
  assert.deepEqual(busy.labels, [
    "init",
    "answers end_session",
    "user [Request interrupted by user]",
    "result error_during_execution aborted_streaming",
  ]);
});

test("G8 what is no definition of an agent is refused with what one is", async () => {
  const agent = new Driven({ nme: "x" } as never);
  assert.equal(await agent.finish(), 1);
  assert.match(agent.stderr, /an object with a name and a function onTurn/);
});
