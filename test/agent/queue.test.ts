import assert from "node:assert/strict";
import { test } from "node:test";
import type { AgentDefinition } from "../../src/agent/kit/agent-definition.ts";
import type { Fields } from "../../src/wire/fields.ts";
import { asking, Driven, request, user } from "./drive.ts";

/** Uses a tool that ends when the test says so, takes what came meanwhile, and says all it was told. */
function patient(): { agent: AgentDefinition; release: () => void } {
  const hold = Promise.withResolvers<void>();
  const tool = {
    permission: () => ({ behavior: "allow" }) as const,
    run: async () => {
      await hold.promise;
      return { content: "done" };
    },
  };
  const agent: AgentDefinition = {
    name: "patient",
    commands: [{ name: "known", description: "a command", run: () => "" }],
    onTurn: async (turn) => {
      const told = [turn.prompt];
      if (turn.prompt === "first") {
        await turn.useTool("Wait", {}, tool);
        if (turn.shouldYield) return { kind: "success", text: "", yielded: true };
        told.push(String(turn.takeMessages() ?? "nothing"));
      }
      turn.text(told.join("|"));
      return undefined;
    },
  };
  return { agent, release: hold.resolve };
}

test("G2 messages that come while a tool runs join the turn: one result that names them all", async () => {
  const { agent: definition, release } = patient();
  await using agent = new Driven(definition, { argv: [...asking, "--replay-user-messages"] });
  agent.send(user("first", { uuid: "u1" }));
  await agent.saw("tool_use");
  agent.send(user("second", { uuid: "u2" }), user("third", { uuid: "u3" }));
  await agent.saw("u3 queued");
  release();
  const result = await agent.saw("result");
  await agent.saw("u1 completed");
  assert.deepEqual(agent.labels, [
    "u1 queued",
    "u1 started",
    "init",
    "replay first",
    "tool_use Wait",
    "u2 queued",
    "u3 queued",
    "tool_result done",
    "replay second",
    "replay third",
    "u2 started",
    "u3 started",
    "text first|second\nthird",
    "u2 completed",
    "u3 completed",
    "result success first|second\nthird",
    "u1 completed",
  ]);
  assert.deepEqual(result.user_message_uuids, ["u1", "u2", "u3"]);
  assert.deepEqual([result.user_message_uuid, result.num_turns], ["u1", 2]);
  assert.deepEqual(agent.frames[2]?.user_message_uuids, ["u1"]);
});

test("G2 a burst: the first message is a turn, the rest are one together", async () => {
  await using agent = new Driven({ name: "parrot", onTurn: (turn) => turn.text(turn.prompt) });
  agent.send(user("a"), user("b"), user([{ type: "text", text: "c" }]));
  await agent.saw("result success a");
  await agent.saw("result success b\nc");
  assert.equal(agent.labels.filter((label) => label === "init").length, 2);
});

test("G2 a message that waits until the turn is over has a turn of its own", async () => {
  const { agent: definition, release } = patient();
  await using agent = new Driven(definition);
  agent.send(user("first"));
  await agent.saw("tool_use");
  agent.send(user("later", { uuid: "u2", priority: "later" }));
  await agent.saw("u2 queued");
  release();
  await agent.saw("result success first|nothing");
  await agent.saw("result success later");
});

test("G2 a message with priority now ends the turn early and begins the next", async () => {
  const { agent: definition, release } = patient();
  await using agent = new Driven(definition);
  agent.send(user("first"));
  await agent.saw("tool_use");
  agent.send(user("urgent", { uuid: "u2", priority: "now" }));
  await agent.saw("u2 queued");
  release();
  const cut = await agent.saw("result");
  await agent.saw("u2 completed");
  assert.deepEqual(agent.labels, [
    "init",
    "tool_use Wait",
    "u2 queued",
    "tool_result done",
    "result success ",
    "u2 started",
    "init",
    "text urgent",
    "result success urgent",
    "u2 completed",
  ]);
  assert.deepEqual([cut.is_error, cut.terminal_reason, cut.num_turns], [false, "aborted_tools", 2]);
});

test("G2 cancel_async_message drops what waits, and only that", async () => {
  const { agent: definition, release } = patient();
  await using agent = new Driven(definition);
  agent.send(user("first", { uuid: "u1" }));
  await agent.saw("tool_use");
  agent.send(user("second", { uuid: "u2" }));
  await agent.saw("u2 queued");
  const cancel = async (uuid: string, id: string): Promise<unknown> =>
    (await agent.control("cancel_async_message", { message_uuid: uuid }, id)).response;
  assert.deepEqual(await cancel("u2", "r1"), { cancelled: true });
  assert.deepEqual(agent.labels.slice(-2), ["u2 cancelled", "answers r1"]);
  assert.deepEqual(await cancel("u2", "r2"), { cancelled: false });
  assert.deepEqual(await cancel("u1", "r3"), { cancelled: false });
  release();
  const { user_message_uuids } = await agent.saw("result success first|nothing");
  assert.deepEqual(user_message_uuids, ["u1"]);
});

test("G2 a message with a uuid that was there before is not run again, only repeated", async () => {
  await using agent = new Driven(
    { name: "parrot", onTurn: (turn) => turn.text(turn.prompt) },
    { argv: [...asking, "--replay-user-messages"] },
  );
  agent.send(user("one", { uuid: "u1" }));
  await agent.saw("u1 completed");
  agent.send(user("one again", { uuid: "u1" }));
  await agent.saw("replay one again");
  agent.send(user("two", { uuid: "u2" }));
  await agent.saw("u2 completed");
  assert.deepEqual(agent.labels, [
    "u1 queued",
    "u1 started",
    "init",
    "replay one",
    "text one",
    "result success one",
    "u1 completed",
    "replay one again",
    "u2 queued",
    "u2 started",
    "init",
    "replay two",
    "text two",
    "result success two",
    "u2 completed",
  ]);
  assert.equal(agent.frames[3]?.uuid, "u1");
});

test("G2 shouldQuery false adds to the conversation and asks nobody", async () => {
  const contexts: unknown[] = [];
  await using agent = new Driven({
    name: "parrot",
    onTurn: (turn) => turn.text(turn.prompt),
    onContext: (content) => void contexts.push(content),
  });
  agent.send(user("silent", { shouldQuery: false }), user("loud"));
  const silent = await agent.saw("result");
  await agent.saw("result success loud");
  assert.deepEqual(contexts, ["silent"]);
  assert.deepEqual(agent.labels, ["init", "result success ", "init", "text loud", "result success loud"]);
  assert.deepEqual([silent.num_turns, silent.is_error, silent.stop_reason], [0, false, null]);
  assert.ok(!("api_error_status" in silent) && !("terminal_reason" in silent));
});

test("G2 a command does not join a turn, what only looks like one does", async () => {
  const { agent: definition, release } = patient();
  await using agent = new Driven(definition);
  agent.send(user("first"));
  await agent.saw("tool_use");
  agent.send(user("/known"), user("/tmp is full", { uuid: "u3" }));
  await agent.saw("u3 queued");
  release();
  await agent.saw("result success first|/tmp is full");
  assert.equal((await agent.saw("result success ")).local_command, "known");
});

test("G2 a command's text is said and is the result; a command that fails is told", async () => {
  const commands = [
    { name: "say", description: "says it", run: ({ rest }: { rest: string }) => `said ${rest}` },
    {
      name: "fail",
      description: "fails",
      run: () => {
        throw new Error("no such luck");
      },
    },
  ];
  await using agent = new Driven({ name: "a", commands, onTurn: (turn) => turn.text("asked") });
  agent.send(user("/say this"));
  const said = await agent.saw("result");
  assert.deepEqual([said.num_turns, said.local_command], [0, "say"]);
  agent.send(user("/fail"));
  assert.deepEqual((await agent.saw("result")).errors, ["no such luck"]);
  agent.send(user("/unknown thing"));
  await agent.saw("result success asked");
  assert.deepEqual(agent.labels.slice(0, 5), [
    "init",
    "text said this",
    "result success said this",
    "init",
    "result error_during_execution error",
  ]);
  const { commands: listed } = (await agent.control("initialize")).response as Fields;
  assert.deepEqual(listed, [
    { name: "say", description: "says it", argumentHint: "" },
    { name: "fail", description: "fails", argumentHint: "" },
  ]);
});

test("G8 a turn of the agent's own waits for the one that runs, and says why it is", async () => {
  const { agent: definition, release } = patient();
  let begin: (() => void) | undefined;
  await using agent = new Driven(
    {
      ...definition,
      onOpen: (_session, handle) => {
        begin = () => handle.beginTurn("by myself", { kind: "mood" });
      },
    },
    { argv: [...asking, "--replay-user-messages"] },
  );
  agent.send(user("first"));
  await agent.saw("tool_use");
  begin?.();
  release();
  await agent.saw("result success first|nothing");
  const own = await agent.saw("result success by myself");
  assert.deepEqual(own.origin, { kind: "mood" });
  assert.ok(!agent.labels.includes("replay by myself"));
  begin?.();
  await agent.saw("result success by myself");
});

test("G8 an agent that has ended begins no turn any more", async () => {
  let begin: (() => void) | undefined;
  const agent = new Driven({
    name: "a",
    onTurn: () => "never",
    onOpen: (_session, handle) => {
      begin = () => handle.beginTurn("too late", {});
    },
    onClose: () => begin?.(),
  });
  assert.equal(await agent.finish(), 0);
  assert.deepEqual(agent.labels, []);
});

test("G2 a keep_alive, an unknown cancel and unknown answers say nothing to the agent", async () => {
  await using agent = new Driven({ name: "a", onTurn: () => "ok" });
  agent.send(
    { type: "keep_alive" },
    { type: "control_cancel_request", request_id: "nobody" },
    { type: "control_response", response: { subtype: "success", request_id: "nobody", response: {} } },
    { type: "update_environment_variables", variables: {} },
    user("go"),
  );
  await agent.saw("result success ok");
  assert.deepEqual(agent.labels, ["init", "result success ok"]);
});

test("G2 a request with the id of one that is being answered is not answered twice", async () => {
  await using agent = new Driven({ name: "a", onTurn: () => "ok" });
  agent.send(request("initialize", {}, "same"), request("initialize", {}, "same"), request("get_plan", {}, "other"));
  await agent.saw("answers other");
  assert.deepEqual(agent.labels, ["answers same", "answers other"]);
});
