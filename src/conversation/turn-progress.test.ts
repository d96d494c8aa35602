import assert from "node:assert/strict";
import { test } from "node:test";
import { adapterFor } from "../adapters/adapters.ts";
import { Decoder } from "../codec/decoder.ts";
import { version } from "../util/version.ts";
import type { Canonical } from "../wire/canonical.ts";
import { isNews, TurnProgress, wordOf } from "./turn-progress.ts";

const session_id = "00000000-0000-4000-8000-000000000001";

const nowMs = 1_000_000;

/** What these lines say. */
function messages(...lines: readonly object[]): Canonical[] {
  const decoder = new Decoder({ adapter: adapterFor(version("2.1.325")) });
  const text = lines.map((line) => `${JSON.stringify({ session_id, uuid: "u", parent_tool_use_id: null, ...line })}\n`);
  return decoder.push(Buffer.from(text.join("")));
}

/** The progress after these lines. */
function after(...lines: readonly object[]): TurnProgress {
  const progress = new TurnProgress();
  for (const message of messages(...lines)) {
    if (message.kind === "delta") progress.delta(message);
    else progress.take(message, nowMs);
  }
  return progress;
}

const init = { type: "system", subtype: "init", tools: [], claude_code_version: "2.1.325" };
const event = (event: object, more: object = {}): object => ({ type: "stream_event", event, ...more });
const start = (id: string, more: object = {}): object => event({ type: "message_start", message: { id } }, more);
const delta = event({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "secret" } });
const stop = event({ type: "message_stop" });
const status = { type: "system", subtype: "status", status: "requesting" };
const said = (id: string, ...content: object[]): object => ({
  type: "assistant",
  message: { id, role: "assistant", content },
});
const toolUse = { type: "tool_use", id: "t1", name: "Bash", input: {} };
const toolResult = { type: "user", message: { role: "user", content: [{ type: "tool_result", tool_use_id: "t1" }] } };

test("D5 an answer of the model is open from its start to its end", () => {
  assert.equal(after(init, status).answering, false);
  assert.equal(after(init, start("m1")).answering, true);
  assert.equal(after(init, start("m1"), delta).answering, true);
  assert.equal(after(init, start("m1"), delta, stop).answering, false);
});

test("D5 an answer that was given up is not open: it is asked for again, or comes whole", () => {
  const retry = { type: "system", subtype: "api_retry", attempt: 1 };
  assert.equal(after(init, start("m1"), delta, retry).answering, false);
  assert.equal(after(init, start("m1"), delta, status).answering, false);
  assert.equal(after(init, start("m1"), delta, said("m1", { type: "text", text: "a" })).answering, true);
  assert.equal(after(init, start("m1"), delta, said("m2", { type: "text", text: "a" })).answering, false);
  assert.equal(after(init, start("m1"), { type: "result", subtype: "success", is_error: false }).answering, false);
});

test("D5 the answer for a sub-agent is one of its own, and ends with its tool", () => {
  const sub = { parent_tool_use_id: "t1" };
  assert.equal(after(init, start("m2", sub), start("m1"), stop).answering, true);
  assert.equal(after(init, start("m2", sub), toolResult).answering, false);
});

test("D5 a tool has its start until it has its result", () => {
  assert.equal(after(init, said("m1", toolUse)).startedMs("t1"), nowMs);
  assert.equal(after(init, said("m1", toolUse), toolResult).startedMs("t1"), undefined);
});

test("D5 heartbeats and answers to our own requests break no silence, and the last word is no content", () => {
  const pong = { type: "control_response", response: { subtype: "success", request_id: "r", response: {} } };
  const tick = { type: "tool_progress", tool_use_id: "t1", tool_name: "Bash", elapsed_time_seconds: 30 };
  assert.deepEqual(messages(pong, tick, { type: "keep_alive" }).map(isNews), [false, false, false]);
  assert.deepEqual(messages(init, said("m1", toolUse), delta).map(isNews), [true, true, true]);
  assert.deepEqual(messages(delta, toolResult, status).map(wordOf), ["text_delta", "tool result", "system/status"]);
});

test("D5 another daemon goes on with what the one before saw of a turn", () => {
  const seen = after(init, said("m0", toolUse), start("m1"), delta);
  const again = new TurnProgress(JSON.parse(JSON.stringify(seen.state)));
  assert.equal(again.answering, true);
  assert.equal(again.startedMs("t1"), nowMs);
  assert.deepEqual(again.state, seen.state);
});
