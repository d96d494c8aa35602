import assert from "node:assert/strict";
import { test } from "node:test";
import { init, result } from "../../../test/daemon/support/agent-lines.ts";
import { CoreSession } from "../../../test/daemon/support/core-session.ts";
import { readyState } from "../../../test/daemon/support/session-states.ts";
import { throughRows } from "../../../test/daemon/support/through-rows.ts";
import { readingColumn } from "../store/session-state-rows.ts";
import type { Effect } from "./effect.ts";

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

test("D5 what is stored of an agent stays small, however many tools, sub-agents and blocks it opens, and whatever it calls them", () => {
  const core = new CoreSession(readyState(), { isChecked: false });
  for (let n = 0; n < 5000; n++) core.says(...naming(`id-${n}`, n));
  const { tools } = core.process.conversation.maker;
  assert.ok(JSON.stringify(tools).includes('"id-4999"'), "the newest are known");
  const many = readingColumn(core.process).length;
  assert.ok(many < 200_000, `${many} bytes`);
  for (let n = 0; n < 50; n++) core.says(...naming(`${n}${"x".repeat(100_000)}`, n));
  core.says({ type: "system", subtype: "init", session_id: "s", claude_code_version: "9".repeat(100_000), tools: [] });
  const long = readingColumn(core.process).length;
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
    const told: Effect[] = [];
    let most = 0;
    let state = readyState();
    for (let daemons = 0, isRead = false; !isRead; daemons++) {
      const heard = (effects: readonly Effect[]): void => {
        const events = effects.filter((effect) => effect.type === "emit");
        most = Math.max(most, events.length);
        told.push(...events);
      };
      const core = new CoreSession(state, { heard, isChecked: false });
      core.reads(line);
      for (let n = 0; n < daemons && core.decoder.isInLine; n++) core.decoder.goOn();
      isRead = !core.decoder.isInLine;
      assert.equal(core.process.outputOffset, isRead ? line.length : 0);
      state = throughRows(core.state);
    }
    assert.ok(most <= 129, `${most} events at once`);
    const kinds = told.map((effect) => (effect.type === "emit" ? effect.draft.kind : undefined));
    const tools = kinds.flatMap((kind) =>
      kind?.case === "toolStart" || kind?.case === "toolResult" ? [kind.value.toolUseId] : [],
    );
    assert.deepEqual(tools, ids);
    assert.equal(kinds.filter((kind) => kind?.case === "message").length, 1);
    // Results outside of a turn begin one of the agent's own.
    assert.equal(kinds.filter((kind) => kind?.case !== "statusChange").length, ids.length + 1);
  }
});

test("D5 output is read up to the last whole line", () => {
  const core = new CoreSession(readyState());
  const line = Buffer.from('{"type":"system","subtype":"status","status":"x"}\n');
  core.reads(Buffer.concat([line, line.subarray(0, 10)]));
  assert.equal(core.process.outputOffset, line.length);
  core.reads(line.subarray(10));
  assert.equal(core.process.outputOffset, 2 * line.length);
  assert.equal(core.emitted("agentStatus").length, 2);
});

test("D5 that a long line is about to be read, and how far one over the cap is lost, is stored until the next line is told", () => {
  const core = new CoreSession(readyState());
  core.apply({ type: "attempt", agentId: "a", from: 5 });
  assert.equal(core.process.conversation.attempt, 5);
  core.apply({ type: "attempt", agentId: "a", from: undefined });
  assert.equal(core.process.conversation.attempt, undefined);
  const line = { bytes: 12, scan: {} as never };
  core.apply({ type: "skipped", agentId: "a", offset: 12, line });
  assert.deepEqual([core.process.outputOffset, core.process.conversation.lostLine], [12, line]);
  core.says({ type: "system", subtype: "status", status: "x" });
  assert.equal(core.process.conversation.lostLine, undefined);
});

test("D5 what another agent says, did or took is passed over", () => {
  const core = new CoreSession(readyState());
  const before = core.state;
  const output = { items: [], offset: 9, isOneLine: false, degradedBecause: undefined };
  core.apply({ type: "said", agentId: "b", ...output });
  core.apply({ type: "attempt", agentId: "b", from: 1 });
  core.apply({ type: "skipped", agentId: "b", offset: 1, line: { bytes: 1, scan: {} as never } });
  core.apply({ type: "input_confirmed", agentId: "b", to: 1 });
  core.apply({ type: "leftover_ended", agentId: "b" });
  assert.deepEqual([core.effects, core.state === before || core.state.leftovers.length === 0], [[], true]);
  assert.equal(core.process.outputOffset, 0);
});

test("D1 D10 a turn counts for the session: number, tokens, cost and what it said last", () => {
  const core = new CoreSession(readyState());
  const content = { json: '"hi"', text: "hi", title: "hi" };
  core.apply({ type: "prompt", call: "p", promptId: "p", content, sender: "me", delivery: "auto" });
  const effects = core.says(init, result("p", { total_cost_usd: 0.25, duration_ms: 7 }));
  const { turns, inputTokens, outputTokens, costUsd, model, agentSessionId, agentVersion } = core.state.facts;
  assert.deepEqual([turns, inputTokens, outputTokens, costUsd], [1, 3, 4, 0.25]);
  assert.deepEqual([model, agentSessionId, agentVersion], ["m", "conversation", "2.1.325"]);
  const [counted] = effects.filter((effect) => effect.type === "count_usage");
  assert.deepEqual([counted?.usage.timeMs, counted?.usage.costUsd, counted?.usage.durationMs], [core.wallMs, 0.25, 7]);
  assert.deepEqual(core.emitted("turnComplete", effects)[0]?.prompts, ["p"]);
  assert.ok(effects.some((effect) => effect.type === "index_text" && effect.text === "done"));
});

test("D1 a mode that the agent changes by itself is the session's", () => {
  const core = new CoreSession(readyState());
  core.says({ type: "system", subtype: "status", status: null, permissionMode: "acceptEdits" });
  assert.equal(core.state.facts.permissionMode, "acceptEdits");
});

test("D2 pieces of one block that came at once are one event, and no event of another input is changed", () => {
  const core = new CoreSession(readyState());
  const piece = (text: string) => ({
    type: "stream_event",
    event: { type: "content_block_delta", index: 0, delta: { type: "text_delta", text } },
    session_id: "s",
  });
  const first = core.says(piece("a"), piece("b"));
  const second = core.says(piece("c"));
  assert.deepEqual(core.emitted("textDelta", first), [{ text: "ab", index: 0 }]);
  assert.deepEqual(core.emitted("textDelta", second), [{ text: "c", index: 0 }]);
});
