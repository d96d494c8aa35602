import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import type { AgentDefinition } from "../../src/agent/kit/agent-definition.ts";
import type { RunnableTool } from "../../src/agent/kit/call-tool.ts";
import type { Fields } from "../../src/wire/fields.ts";
import { asking, Driven, request, user } from "./drive.ts";

const forever = (signal: AbortSignal): Promise<never> =>
  once(signal, "abort").then(() => Promise.reject(signal.reason));

/** A tool that runs until it is stopped. */
const endless: RunnableTool = {
  permission: () => ({ behavior: "allow" }),
  run: (_input, { signal }) => forever(signal),
};

const rejected = "tool_result The user doesn't want to proceed with this t… (error)";

test("G2 an interrupt while text streams: its answer, what there was of the text, the note, the result", async () => {
  const onTurn: AgentDefinition["onTurn"] = async (turn) => {
    turn.text("half an ans");
    await forever(turn.signal);
  };
  await using agent = new Driven({ name: "a", onTurn }, { argv: [...asking, "--include-partial-messages"] });
  agent.send(user("go"));
  await agent.saw("event content_block_delta");
  agent.send(request("interrupt"));
  const result = await agent.saw("result");
  assert.deepEqual(agent.labels, [
    "init",
    "event message_start",
    "event content_block_start",
    "event content_block_delta",
    "answers interrupt",
    "text half an ans (aborted)",
    "user [Request interrupted by user]",
    "event content_block_stop",
    "event message_delta",
    "event message_stop",
    "result error_during_execution aborted_streaming",
  ]);
  assert.deepEqual([result.is_error, result.num_turns, result.stop_reason], [true, 2, null]);
  assert.equal((result.errors as string[]).length, 1);
});

test("G2 an agent that ends at once when it is interrupted is still answered first", async () => {
  for (const onTurn of [
    (turn) => forever(turn.signal),
    (turn) => once(turn.signal, "abort").then(() => "done anyway"),
  ] satisfies AgentDefinition["onTurn"][]) {
    await using agent = new Driven({ name: "a", onTurn });
    agent.send(user("go"));
    await agent.saw("init");
    agent.send(request("interrupt"));
    await agent.saw("result");
    assert.deepEqual(agent.labels, [
      "init",
      "answers interrupt",
      "user [Request interrupted by user]",
      "result error_during_execution aborted_streaming",
    ]);
  }
});

test("G2 an interrupt while a tool runs: its answer, the tool's result, the note, the result", async () => {
  const onTurn: AgentDefinition["onTurn"] = async (turn) => {
    await turn.useTool("Wait", {}, endless);
    turn.text("never said");
  };
  await using agent = new Driven({ name: "a", onTurn });
  agent.send(user("go"));
  await agent.saw("tool_use");
  agent.send(request("interrupt"));
  const result = await agent.saw("result");
  assert.deepEqual(agent.labels, [
    "init",
    "tool_use Wait",
    "answers interrupt",
    rejected,
    "user [Request interrupted by user for tool use]",
    "result error_during_execution aborted_tools",
  ]);
  assert.deepEqual([result.num_turns, result.stop_reason, result.permission_denials], [3, "tool_use", []]);
});

test("G2 an interrupt while a call is being written closes its block, and the call is not run", async () => {
  const onTurn: AgentDefinition["onTurn"] = async (turn) => {
    const message = { id: "m", type: "message", role: "assistant", model: "x", content: [], usage: {} };
    turn.event({ type: "message_start", message });
    turn.event({ type: "content_block_start", index: 0, content_block: { type: "tool_use", id: "t", name: "X" } });
    await forever(turn.signal);
  };
  await using agent = new Driven({ name: "a", onTurn }, { argv: [...asking, "--include-partial-messages"] });
  agent.send(user("go"));
  await agent.saw("event content_block_start");
  agent.send(request("interrupt"));
  await agent.saw("result");
  assert.deepEqual(agent.labels.slice(3), [
    "answers interrupt",
    "user [Request interrupted by user]",
    "event content_block_stop",
    "event message_delta",
    "event message_stop",
    "result error_during_execution aborted_streaming",
  ]);
});

test("G2 an interrupt while nothing runs is answered and has no effect", async () => {
  await using agent = new Driven({ name: "a", onTurn: (turn) => turn.text("hi") });
  assert.deepEqual((await agent.control("interrupt")).response, { still_queued: [] });
  agent.send(user("go"));
  await agent.saw("result success hi");
  assert.deepEqual(agent.labels, ["answers interrupt", "init", "text hi", "result success hi"]);
});

test("G2 an interrupt while the servers connect ends the turn, with everything a turn has", async () => {
  await using agent = new Driven({ name: "a", onTurn: (turn) => turn.text("hi") });
  agent.send(user("first", { uuid: "u1" }));
  await agent.saw("u1 completed");
  const from = agent.frames.length;
  agent.send(request("initialize", { sdkMcpServers: ["silent"] }), user("go", { uuid: "u2" }));
  await agent.saw("asks mcp_message initialize");
  agent.send(request("interrupt"));
  await agent.saw("u2 completed");
  assert.deepEqual(
    agent.labels.slice(from).filter((label) => !label.startsWith("asks")),
    [
      "u2 queued",
      "answers initialize",
      "answers interrupt",
      "u2 started",
      "init",
      "user [Request interrupted by user]",
      "result error_during_execution aborted_streaming",
      "u2 completed",
    ],
  );
});

test("G2 an interrupt keeps what waits, and it runs next", async () => {
  const onTurn: AgentDefinition["onTurn"] = async (turn) => {
    if (turn.prompt === "wait") await turn.useTool("Wait", {}, endless);
    turn.text(`did ${turn.prompt}`);
  };
  await using agent = new Driven({ name: "a", onTurn });
  agent.send(user("wait"));
  await agent.saw("tool_use");
  agent.send(user("next", { uuid: "u2" }), request("interrupt"));
  assert.deepEqual(((await agent.saw("answers interrupt")).response as Fields).response, { still_queued: ["u2"] });
  await agent.saw("u2 completed");
  assert.deepEqual(agent.labels, [
    "init",
    "tool_use Wait",
    "u2 queued",
    "answers interrupt",
    rejected,
    "user [Request interrupted by user for tool use]",
    "result error_during_execution aborted_tools",
    "u2 started",
    "init",
    "text did next",
    "result success did next",
    "u2 completed",
  ]);
});

test("G2 an interrupt with cancel_queued drops what waits, and names it", async () => {
  const onTurn: AgentDefinition["onTurn"] = async (turn) => {
    await turn.useTool("Wait", {}, endless);
  };
  await using agent = new Driven({ name: "a", onTurn });
  agent.send(user("wait"));
  await agent.saw("tool_use");
  agent.send(user("next", { uuid: "u2" }), user("nameless"), request("interrupt", { cancel_queued: true }));
  const { response } = (await agent.saw("answers interrupt")).response as Fields;
  assert.deepEqual(response, { still_queued: [], cancelled: ["u2"] });
  await agent.saw("result");
  assert.deepEqual(agent.labels.slice(2, 5), ["u2 queued", "u2 cancelled", "answers interrupt"]);
  assert.equal(await agent.finish(), 1);
  assert.equal(agent.labels.filter((label) => label.startsWith("result")).length, 1);
});

test("G8 an agent that does not look at its signal does not hold the session", async () => {
  await using agent = new Driven({
    name: "a",
    onTurn: (turn) => (turn.prompt === "go" ? new Promise(() => {}) : "ok"),
  });
  agent.send(user("go"));
  await agent.saw("init");
  agent.send(request("interrupt"));
  await agent.saw("result error_during_execution");
  agent.send(user("again"));
  await agent.saw("result success ok");
});

test("G8 an interrupt ends a command that does not end by itself", async () => {
  const commands = [{ name: "wait", description: "waits", run: () => new Promise<string>(() => {}) }];
  await using agent = new Driven({ name: "a", commands, onTurn: () => "never" });
  agent.send(user("/wait"), request("interrupt"));
  await agent.saw("result error_during_execution");
});

test("G8 what an agent writes after the interrupt is not said any more", async () => {
  const late = Promise.withResolvers<unknown>();
  const onTurn: AgentDefinition["onTurn"] = async (turn) => {
    await once(turn.signal, "abort");
    try {
      turn.text("too late");
    } catch (error) {
      late.resolve(error);
      throw error;
    }
  };
  await using agent = new Driven({ name: "a", onTurn });
  agent.send(user("go"));
  await agent.saw("init");
  agent.send(request("interrupt"));
  await agent.saw("result error_during_execution");
  assert.equal(((await late.promise) as { code: string }).code, "cancelled");
  assert.ok(!agent.labels.some((label) => label.includes("too late")));
});
