import assert from "node:assert/strict";
import { test } from "node:test";
import type { Event } from "../../conversation/event.ts";
import { AgentReading, freshReading, type ReadingState } from "./agent-reading.ts";

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

test("D5 of a message with thousands of blocks some are told at once, and daemons that end in its middle tell each of them once", () => {
  const ids = Array.from({ length: 5000 }, (_, n) => `t${n}`);
  const blocks = {
    assistant: ids.map((id) => ({ type: "tool_use", id, name: "Bash", input: {} })),
    user: [...ids.map((id) => ({ type: "tool_result", tool_use_id: id, content: "" })), { type: "text", text: "hi" }],
  };
  for (const type of ["assistant", "user"] as const) {
    const line = Buffer.from(
      `${JSON.stringify({ type, uuid: "u", message: { role: type, content: blocks[type] } })}\n`,
    );
    const told: Event[] = [];
    const sink = { ...quiet, event: (event: Event) => void told.push(event) };
    let state = freshReading("2.1.325", false);
    let most = 0;
    for (let consumed = 0, daemons = 0; consumed < line.length; daemons++) {
      const reading = new AgentReading(state, consumed, sink, 2 ** 20);
      const readSome = (read: () => void): void => {
        const before = told.length;
        read();
        most = Math.max(most, told.length - before);
      };
      readSome(() => reading.push(0, line));
      for (let n = 0; n < daemons && reading.isInLine; n++) readSome(() => reading.goOn());
      assert.equal(reading.consumed, reading.isInLine ? 0 : line.length);
      consumed = reading.consumed;
      state = JSON.parse(JSON.stringify(reading.state)) as ReadingState;
    }
    assert.ok(most <= 129, `${most} events at once`);
    const tools = told.flatMap((event) => ("toolUseId" in event ? [event.toolUseId] : []));
    assert.deepEqual(tools, ids);
    assert.equal(told.filter((event) => event.type === "message").length, 1);
    assert.equal(told.length, ids.length + 1);
  }
});
