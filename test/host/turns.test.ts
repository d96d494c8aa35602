import assert from "node:assert/strict";
import { test } from "node:test";
import type { Event, TurnOutcome, TurnResult } from "../../src/exports/host.ts";
import { twinPrompt } from "../../src/twin/twin-script.ts";
import type { Fields } from "../../src/wire/fields.ts";
import { openAgent } from "./open-agent.ts";
import { openTwin } from "./open-twin.ts";
import { readAll } from "./read-events.ts";
import { within } from "./within.ts";

const session_id = "00000000-0000-4000-8000-000000000001";
const init = { type: "system", subtype: "init", session_id, uuid: "i" };
const result = (more: Fields = {}): Fields => ({
  ...{ type: "result", subtype: "success", is_error: false, result: "done", session_id, uuid: "r" },
  ...more,
});

/** The results of turns in which the agent says these lines. */
async function resultsOf(
  lines: readonly Fields[][],
  options: Parameters<typeof openAgent>[1] = {},
): Promise<TurnResult[]> {
  await using agent = await openAgent("puppet", options);
  const results: TurnResult[] = [];
  for (const some of lines) {
    const turn = await agent.session.send(JSON.stringify([init, ...some]));
    results.push(await within(5000, "the result", turn.result));
  }
  return results;
}

for (const way of ["named", "replayed"]) {
  test(`H14 one result for three prompts settles all three when they are ${way}`, async () => {
    await using agent = await openAgent(`fold-prompts ${way}`);
    const turns = await Promise.all(["a", "b", "c"].map((prompt) => agent.session.send(prompt)));
    const results = await within(5000, "the results", Promise.all(turns.map((turn) => turn.result)));
    const uuids = turns.map(({ uuid }) => uuid);
    for (const { prompts } of results) assert.deepEqual(prompts, uuids);
    assert.equal(agent.session.state, "idle");
  });
}

test("H14 one result that says nothing of its prompts settles the oldest at once, the others when the agent stays quiet", async () => {
  await using agent = await openAgent("fold-prompts silent");
  const { session } = agent;
  const turns = await Promise.all(["a", "b", "c"].map((prompt) => session.send(prompt)));
  const events: Event[] = [];
  for await (const event of session.events) {
    events.push(event);
    if (session.state === "idle") break;
  }
  const ends = events.flatMap((event) => (event.type === "turn_complete" ? [event.result] : []));
  const [first, second, third] = turns.map(({ uuid }) => uuid);
  assert.deepEqual(
    ends.map(({ prompts, text, costUsd }) => [prompts, text, costUsd]),
    [
      [[first], "done", 0.01],
      [[second, third], "done", 0],
    ],
  );
  const results = await Promise.all(turns.map(({ result }) => result));
  assert.deepEqual(results, [ends[0], ends[1], ends[1]]);
});

test("H14 a prompt whose words the agent has had before, by its uuid, settles as cancelled and says why", async () => {
  await using agent = await openAgent("puppet");
  const uuid = "44444444-4444-4444-8444-444444444444";
  const replay = { type: "user", message: { role: "user", content: "again" }, isReplay: true, session_id, uuid };
  const turn = await agent.session.send(JSON.stringify([replay]), { uuid });
  const { outcome, errors, prompts } = await within(5000, "the result", turn.result);
  assert.deepEqual([outcome, prompts], ["cancelled", [uuid]]);
  assert.match(errors.join(), /has had a prompt with this uuid/);
  assert.equal(agent.session.state, "idle");
});

test("H14 turns the agent starts by itself settle no prompt, and each prompt gets its own result", async () => {
  await using agent = await openAgent("own-turns");
  const { session } = agent;
  const turns = [await session.send("one"), await session.send("two")];
  const origins: (string | undefined)[] = [];
  const marks = new Set<string | undefined>();
  let ended = 0;
  for await (const event of session.events) {
    if (event.type === "init") marks.add(event.turn);
    if (event.type !== "turn_complete") continue;
    origins.push(event.result.origin);
    if (++ended === 9) break;
  }
  const own = ["before", "again", undefined, "after"];
  assert.deepEqual(origins, ["first", ...own, ...own]);
  assert.ok(turns.every(({ uuid }) => marks.has(uuid)));
  for (const turn of turns) {
    const { prompts, text, origin } = await turn.result;
    assert.deepEqual([prompts, text, origin], [[turn.uuid], "done", undefined]);
  }
});

test("H14 a prompt that is named by a later result is not settled by an earlier one", async () => {
  await using agent = await openAgent("puppet");
  const { session } = agent;
  const uuids = ["11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"];
  const later = await session.send("[]", { uuid: uuids[0] as string, priority: "later" });
  const lines = [init, result({ user_message_uuids: [uuids[1]], result: "now" }), init];
  const now = await session.send(
    JSON.stringify([...lines, result({ user_message_uuids: [uuids[0]], result: "later" })]),
    {
      uuid: uuids[1] as string,
      priority: "now",
    },
  );
  const [first, second] = await within(5000, "the results", Promise.all([now.result, later.result]));
  assert.deepEqual([first?.text, second?.text], ["now", "later"]);
  assert.equal(session.state, "idle");
});

test("H14 a result that names a prompt which was settled before settles no other", async () => {
  await using agent = await openAgent("puppet");
  const { session } = agent;
  const first = await session.send(JSON.stringify([init, result()]));
  await first.result;
  const again = result({ user_message_uuids: [first.uuid], result: "again" });
  const second = await session.send(JSON.stringify([init, again, init, result({ result: "second" })]));
  assert.equal((await within(5000, "the result", second.result)).text, "second");
});

test("H14 a queued prompt that is cancelled settles as cancelled, and the loop over it ends", async () => {
  await using agent = await openAgent("puppet");
  const { session } = agent;
  const uuid = "33333333-3333-4333-8333-333333333333";
  const cancelled = { type: "command_lifecycle", command_uuid: uuid, state: "cancelled", session_id, uuid: "l" };
  const turn = await session.send(JSON.stringify([cancelled]), { uuid });
  await readAll(turn);
  assert.equal((await turn.result).outcome, "cancelled");
  assert.equal(session.state, "idle");
});

test("H14 the session id is that of the latest message", async () => {
  await using agent = await openTwin({});
  const { session } = agent;
  for (const n of [1, 2, 3]) {
    const session_id = `00000000-0000-4000-8000-00000000000${n}`;
    const prompt = twinPrompt({ faults: [{ at: { line: "*" }, edit: { session_id }, times: "every" }] });
    const { sessionId } = await (await session.send(prompt)).result;
    assert.deepEqual([sessionId, session.sessionId], [session_id, session_id]);
  }
});

test("H16 each turn costs the difference of the sums, and a sum that starts anew counts whole", async () => {
  const sums = [0.25, 0.75, 0.75, 0.125, undefined, 0.25];
  const results = await resultsOf(sums.map((total_cost_usd) => [result({ total_cost_usd })]));
  assert.deepEqual(
    results.map(({ costUsd }) => costUsd),
    [0.25, 0.5, 0, 0.125, undefined, 0.125],
  );
  assert.deepEqual(
    results.map(({ totalCostUsd }) => totalCostUsd),
    sums,
  );
});

test("H16 the first sum after a resume holds the run before, so that turn's cost is unknown and the next is right", async () => {
  for (const options of [{ resume: session_id }, { continue: true }]) {
    const sums = [1.5, 1.75];
    const results = await resultsOf(
      sums.map((total_cost_usd) => [result({ total_cost_usd })]),
      options,
    );
    assert.deepEqual(
      results.map(({ costUsd }) => costUsd),
      [undefined, 0.25],
    );
  }
});

test("H16 usage is that of the turn", async () => {
  const usage = { input_tokens: 3, output_tokens: 5, cache_read_input_tokens: 7, cache_creation_input_tokens: 11 };
  const [only] = await resultsOf([[result({ usage })]]);
  assert.deepEqual(only?.usage, { inputTokens: 3, outputTokens: 5, cacheReadTokens: 7, cacheCreationTokens: 11 });
});

const outcomes: [fields: Fields, outcome: TurnOutcome][] = [
  [{}, "success"],
  [{ terminal_reason: "completed" }, "success"],
  [{ result: "", terminal_reason: "aborted_tools" }, "success"],
  [{ is_error: true, terminal_reason: "api_error", api_error_status: 429 }, "api_error"],
  [{ is_error: true, terminal_reason: "image_error", api_error_status: 413 }, "api_error"],
  [{ is_error: true }, "api_error"],
  [{ subtype: "error_during_execution", is_error: true, terminal_reason: "aborted_streaming" }, "interrupted"],
  [{ subtype: "error_during_execution", is_error: true, terminal_reason: "aborted_tools" }, "interrupted"],
  [{ subtype: "error_during_execution", is_error: false }, "interrupted"],
  [{ subtype: "error_during_execution", is_error: true, terminal_reason: "other" }, "error"],
  [{ subtype: "error_max_turns", is_error: true }, "max_turns"],
  [{ subtype: "error_max_budget_usd", is_error: true, terminal_reason: "budget_exhausted" }, "budget"],
  [{ subtype: "error_max_structured_output_retries", is_error: true }, "error"],
  [{ subtype: "brand_new", is_error: false }, "error"],
  [{ subtype: "brand_new", is_error: false, terminal_reason: "completed" }, "error"],
];

test("H17 outcomes follow is_error, then the subtype, then the reasons; an unknown subtype is no success", async () => {
  const results = await resultsOf(outcomes.map(([fields]) => [result(fields)]));
  assert.deepEqual(
    results.map(({ outcome }, n) => [outcomes[n]?.[0], outcome]),
    outcomes,
  );
});

test("H13 H17 a turn without the structured output that was asked for is no success, and says why", async () => {
  const jsonSchema = { type: "object" };
  const lines = [{ num_turns: 1 }, { num_turns: 1, structured_output: { a: 1 } }, { num_turns: 0 }].map((more) => [
    result(more),
  ]);
  const [none, some, command] = await resultsOf(lines, { jsonSchema });
  assert.equal(none?.outcome, "error");
  assert.match(none?.errors.join() ?? "", /no structured output/);
  assert.deepEqual([some?.outcome, some?.structuredOutput], ["success", { a: 1 }]);
  assert.equal(command?.outcome, "success");
});

test("H15 blocks of one message are merged, and the stream's end brings the stop reason and usage", async () => {
  await using agent = await openAgent("puppet");
  const line = (block: Fields): Fields => ({
    type: "assistant",
    message: { id: "m1", model: "x", content: [block], stop_reason: null, usage: { input_tokens: 1 } },
    ...{ session_id, uuid: "a", parent_tool_use_id: null },
  });
  const stream = (event: Fields): Fields => ({ type: "stream_event", event, session_id, uuid: "s" });
  const turn = await agent.session.send(
    JSON.stringify([
      init,
      stream({ type: "message_start", message: { id: "m1", usage: { input_tokens: 9, output_tokens: 1 } } }),
      line({ type: "text", text: "a" }),
      stream({ type: "content_block_start", index: 1, content_block: { type: "tool_use", id: "t1", name: "Bash" } }),
      stream({ type: "content_block_delta", index: 1, delta: { type: "input_json_delta", partial_json: "{}" } }),
      line({ type: "tool_use", id: "t1", name: "Bash", input: {} }),
      stream({ type: "message_delta", delta: { stop_reason: "tool_use" }, usage: { output_tokens: 20 } }),
      stream({ type: "message_stop" }),
      result(),
    ]),
  );
  const events = await readAll(turn);
  const messages = events.flatMap((event) => (event.type === "message" ? [event] : []));
  assert.deepEqual(
    messages.map(({ content, complete, stopReason }) => [content.map(({ type }) => type), complete, stopReason]),
    [
      [["text"], false, undefined],
      [["text", "tool_use"], false, undefined],
      [["text", "tool_use"], true, "tool_use"],
    ],
  );
  const usage = messages.at(-1)?.usage;
  assert.deepEqual([usage?.inputTokens, usage?.outputTokens], [9, 20]);
  const input = events.find((event) => event.type === "tool_input_delta");
  assert.deepEqual(input?.type === "tool_input_delta" && [input.toolUseId, input.name], ["t1", "Bash"]);
});

test("H15 deltas have the fields of their events and no other, and a character cut in two comes whole", async () => {
  const piece = (type: string, delta: Fields): Fields => ({
    ...{ type: "stream_event", session_id, uuid: "d", parent_tool_use_id: null },
    event: { type: "content_block_delta", index: 0, delta: { type, ...delta } },
  });
  await using agent = await openAgent("puppet", { partialMessages: true });
  const lines = [
    ...[init, piece("text_delta", { text: "a\ud83d" }), piece("text_delta", { text: "\ude00b" })],
    ...[piece("thinking_delta", { thinking: "hm" }), piece("input_json_delta", { partial_json: "{}" }), result()],
  ];
  const events = await readAll(await agent.session.send(JSON.stringify(lines)));
  const deltas = events.filter(({ type }) => type.endsWith("_delta"));
  const common = ["frame", "index", "parentToolUseId", "text", "turn", "type"];
  assert.deepEqual(
    deltas.map((event) => [event.type, "text" in event && event.text, Object.keys(event).sort()]),
    [
      ["text_delta", "a", common],
      ["text_delta", "😀b", common],
      ["thinking_delta", "hm", common],
      ["tool_input_delta", "{}", [...common, "name", "toolUseId"].sort()],
    ],
  );
});
