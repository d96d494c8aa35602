import assert from "node:assert/strict";
import { test } from "node:test";
import type { Fields } from "../../src/wire/fields.ts";
import { told } from "./open-agent.ts";
import { delta, openTwin } from "./open-twin.ts";
import { assertNothingLeft } from "./process-table.ts";
import { readAll } from "./read-events.ts";

const badLines = [
  "Warning: something is deprecated",
  '{"type":"assistant","message":',
  "null",
  "42",
  '["type"]',
  '{"no":"type"}',
  '{"type":7}',
  '{"type":"control_request"}',
  '{"type":"control_response","response":{}}',
  '{"type":"assistant"}',
  "",
  "   ",
  "\r",
  `{"type":"${"x".repeat(5000)}"}`,
  "[".repeat(20_000),
  Uint8Array.of(0x7b, 0xff, 0xfe),
];

test("H3 garbage between good lines: each bad line is one error in its place, no content, and the turn ends well", async () => {
  const texts = badLines.map((_, n) => String.fromCharCode(97 + n));
  await using agent = await openTwin({
    steps: [{ text: texts.join(""), chunks: texts.length }],
    faults: badLines.map((line, n) => {
      const bytes = Buffer.concat([Buffer.from(line as string), Buffer.from("\n")]);
      return { at: { line: delta, nth: n + 1 }, write: { base64: bytes.toString("base64") } };
    }),
  });
  const { session, mark } = agent;
  const events = await readAll(await session.send("go"));
  const deltas = events.flatMap((event) => (event.type === "text_delta" ? [event.text] : []));
  assert.deepEqual(deltas, texts);
  const codes = events.flatMap((event) => (event.type === "error" ? [event.code] : []));
  assert.deepEqual(codes, [
    ...["not_json", "not_json", "no_type", "no_type", "no_type", "no_type", "no_type", "malformed", "malformed"],
    ...["missing_field", "no_type", "not_json", "not_utf8"],
  ]);
  assert.doesNotMatch(JSON.stringify(events.filter(({ type }) => type === "error")), /deprecated|xxxx|\[\[\[/);
  assert.equal(events.at(-1)?.type, "turn_complete");
  const { parse_errors_tolerated, protocol_drifts, unreadable_lines } = session.counters;
  assert.deepEqual([parse_errors_tolerated, protocol_drifts, unreadable_lines], [0, 3, codes.length - 3]);
  const again = events.filter((event) => event.type === "notice" && event.word.startsWith("bridle/"));
  assert.deepEqual(again, [], "each bad line is told once");
  await session.close();
  await assertNothingLeft(mark, 0);
});

test("H20 a 50 MB line over a cap of 8 MiB is one error in its place; a control request as long is answered", async () => {
  const limit = 8 * 2 ** 20;
  const bytes = 50 * 2 ** 20;
  const script = {
    steps: [
      { text: "before", chunks: 1, tools: [{ name: "Write" }] },
      { text: "after", chunks: 1 },
    ],
    faults: [
      { at: { line: "assistant" }, hugeBytes: bytes },
      { at: { line: "control_request/can_use_tool" }, hugeBytes: bytes },
      { at: { heard: "control_response" }, echo: true } as const,
    ],
  };
  const limits = { maxPayloadBytes: limit, maxLineBytes: limit };
  await using agent = await openTwin(script, { ...limits, onAsk: () => "allow" });
  const { session, mark } = agent;
  const events = await readAll(await session.send("go"));
  assert.deepEqual(
    events.flatMap((event) => {
      if (event.type === "text_delta") return [event.text];
      return event.type === "error" && event.frame?.type === "unreadable" ? [`${event.code} ${event.frame.bytes}`] : [];
    }),
    ["before", `oversize ${bytes}`, `oversize ${bytes}`, "after"],
  );
  const answers = told(events, "heard") as { response: Fields }[];
  assert.deepEqual(
    answers.map(({ response }) => response.error_code),
    ["oversize"],
  );
  await session.close();
  await assertNothingLeft(mark, 0);
});
