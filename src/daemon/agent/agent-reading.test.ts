import assert from "node:assert/strict";
import { test } from "node:test";
import { AgentReading, freshReading } from "./agent-reading.ts";

const quiet = { event() {}, request() {}, answer() {}, withdrawn() {}, unreadableRequest() {}, notice() {} };

/** All the ways in which an agent can name something that then is open. */
function naming(id: string, index: number): object[] {
  const tool = { type: "tool_use", id, name: id, input: {} };
  const stream = (event: object) => ({ type: "stream_event", event, session_id: "s", parent_tool_use_id: id });
  return [
    { type: "assistant", message: { id, model: id, content: [tool] }, session_id: "s" },
    {
      type: "assistant",
      message: { id, model: id, stop_reason: id, content: [tool] },
      parent_tool_use_id: id,
      session_id: "s",
    },
    stream({ type: "message_start", message: { id } }),
    stream({ type: "message_delta", delta: { stop_reason: id } }),
    stream({ type: "content_block_delta", index, delta: { type: "text_delta", text: "\ud83d" } }),
    {
      ...stream({ type: "content_block_start", index, content_block: tool }),
      parent_tool_use_id: null,
    },
  ];
}

test("D5 what a reading stores stays small, however many tools, sub-agents and blocks an agent opens, and whatever it calls them", () => {
  const reading = new AgentReading(freshReading("2.1.325", false), 0, quiet, 2 ** 20);
  let at = 0;
  const say = (lines: readonly object[]): void => {
    const bytes = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    reading.push(at, bytes);
    at += bytes.length;
  };
  for (let n = 0; n < 5000; n++) say(naming(`id-${n}`, n));
  assert.equal(reading.openTools.get("id-4999"), "id-4999", "the newest are known");
  const many = JSON.stringify(reading.state).length;
  assert.ok(many < 200_000, `${many} bytes`);
  for (let n = 0; n < 50; n++) say(naming(`${n}${"x".repeat(100_000)}`, n));
  say([{ type: "system", subtype: "init", session_id: "s", claude_code_version: "9".repeat(100_000), tools: [] }]);
  const long = JSON.stringify(reading.state).length;
  assert.ok(long < 300_000, `${long} bytes`);
});
