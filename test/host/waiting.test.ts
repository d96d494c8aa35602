import assert from "node:assert/strict";
import { test } from "node:test";
import { isBridleError, open } from "../../src/exports/host.ts";
import { agentOptions, openAgent } from "./open-agent.ts";
import { openTwin, refusesInitialize, silent, twinOptions } from "./open-twin.ts";
import { until } from "./until.ts";
import { within } from "./within.ts";

const init = { type: "system", subtype: "init", session_id: "s", tools: [] };
const result = {
  type: "result",
  subtype: "success",
  is_error: false,
  session_id: "s",
  result: "done",
  num_turns: 1,
  usage: {},
};
const delta = {
  type: "stream_event",
  session_id: "s",
  event: { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "x" } },
};

test("H5 H6 close() ends what is left also when the agent is gone already and its events were not read", async () => {
  const { session } = await openAgent("puppet");
  await session.send(JSON.stringify([init, delta, delta]));
  await until(() => session.sessionId === "s");
  process.kill(session.pid ?? 0, "SIGKILL");
  await until(() => session.state === "closed");
  assert.equal((await within(3000, "the end", session.close())).outcome, "crashed");
});

test("H4 a result that is awaited inside the loop comes, though its events are not read meanwhile", async () => {
  await using agent = await openAgent("puppet");
  const turn = await agent.session.send(JSON.stringify([init, ...Array(3000).fill(delta), result]));
  let deltas = 0;
  for await (const event of turn) {
    assert.equal((await within(5000, "the end", turn.result)).outcome, "success");
    if (event.type === "text_delta") deltas++;
  }
  assert.equal(deltas, 3000);
});

test("H5 who awaits one result and then reads the next turn misses nothing of it, also when both came in one piece", async () => {
  await using agent = await openAgent("puppet");
  const both = [
    init,
    { ...result, user_message_uuids: ["00000000-0000-4000-8000-00000000000a"] },
    init,
    delta,
    { ...result, user_message_uuids: ["00000000-0000-4000-8000-00000000000b"] },
  ];
  const first = await agent.session.send("[]", { uuid: "00000000-0000-4000-8000-00000000000a" });
  const second = await agent.session.send(JSON.stringify(both), { uuid: "00000000-0000-4000-8000-00000000000b" });
  await within(5000, "the end", first.result);
  const types: string[] = [];
  for await (const event of second) if (event.type !== "notice" && event.type !== "unknown") types.push(event.type);
  assert.deepEqual(types, ["init", "text_delta", "usage", "turn_complete"]);
});

test("H12 an agent that refuses initialize is not driven without the hooks it should have had", async () => {
  const { mark: _, ...options } = twinOptions(refusesInitialize, { hooks: { PreToolUse: [{ hooks: [() => ({})] }] } });
  const session = await open(options);
  const { outcome, error } = await within(5000, "the end", session.done);
  assert.ok(outcome === "crashed" && isBridleError(error, "refused"));
});

test("H2 an agent that refuses initialize works where nothing depends on it, and it is told", async () => {
  await using agent = await openTwin(refusesInitialize);
  assert.equal(await agent.session.initialized, undefined);
  const turn = await agent.session.send("go");
  const words: string[] = [];
  for await (const event of turn) if (event.type === "notice") words.push(event.word);
  assert.ok(words.includes("bridle/initialize_failed"));
});

test("H15 sub-agents that speak at once do not get into each other's messages", async () => {
  await using agent = await openAgent("puppet");
  const says = (parent: string, id: string, text: string): object => ({
    type: "assistant",
    session_id: "s",
    parent_tool_use_id: parent,
    message: { id, content: [{ type: "text", text }] },
  });
  const turn = await agent.session.send(
    JSON.stringify([init, says("p1", "m1", "A1"), says("p2", "m2", "B1"), says("p1", "m1", "A2"), result]),
  );
  const contents: unknown[] = [];
  for await (const event of turn)
    if (event.type === "message") contents.push(event.content.map((block) => block.type === "text" && block.text));
  assert.deepEqual(contents, [["A1"], ["B1"], ["A1", "A2"]]);
});

test("H7 a time that no timer can wait for is refused before anything is started", async () => {
  const month = 30 * 24 * 3600 * 1000;
  const { mark: _, ...options } = agentOptions("puppet", { timeoutMs: month });
  await assert.rejects(
    open(options),
    (error) => isBridleError(error, "invalid_option") && error.data.option === "timeoutMs",
  );
});

test("H1 the executable is looked for on the agent's own PATH, and what the system cannot pass on is a typed error", async () => {
  const nowhere = { PATH: "/nonexistent" };
  await assert.rejects(open({ executable: "sh", env: nowhere, agentVersion: "2.1.325" }), (error) =>
    isBridleError(error, "agent_not_found"),
  );
  const nul = agentOptions("puppet", { appendSystemPrompt: "a\u0000b" });
  await assert.rejects(open(nul), (error) => isBridleError(error, "invalid_option"));
});

test("H6 a session that a signal ended rejects with the signal's own reason", async () => {
  const aborting = new AbortController();
  const { mark: _, ...options } = twinOptions(silent, { signal: aborting.signal });
  const session = await open(options);
  const turn = await session.send("x");
  const rejected = assert.rejects(turn.result, /enough of this/);
  aborting.abort(new Error("enough of this"));
  await within(8000, "the end", rejected);
  assert.equal((await within(8000, "the end", session.done)).outcome, "aborted");
});
