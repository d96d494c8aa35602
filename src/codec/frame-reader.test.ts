import assert from "node:assert/strict";
import { test } from "node:test";
import type { Frame, UnreadableFrame } from "../wire/frame.ts";
import { FrameReader, type FrameReaderOptions } from "./frame-reader.ts";
import { maxNesting } from "./json-shape.ts";

const MiB = 1024 * 1024;
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

function read(text: string, options: FrameReaderOptions = {}): Frame[] {
  const frames: Frame[] = [];
  const reader = new FrameReader(options, (frame) => frames.push(frame));
  reader.push(utf8(text));
  reader.end();
  return frames;
}

function reasons(text: string): string[] {
  return read(text).map((frame) => (frame.type === "unreadable" ? frame.reason : frame.type));
}

test("W1 frames come out in the order of their lines", () => {
  const lines = ['{"type":"a"}', '{"type":"control_cancel_request","request_id":"1"}', "oops", '{"type":"b"}'];
  assert.deepEqual(reasons(lines.join("\n")), ["message", "control_cancel_request", "not_json", "message"]);
});

test("W3 a bad line is a value with code, number, length and digest, and the stream goes on", () => {
  const [good, bad, after] = read('{"type":"a"}\nhello secret\n{"type":"b"}\n');
  assert.equal(good?.type, "message");
  assert.deepEqual(bad, {
    type: "unreadable",
    reason: "not_json",
    lineNumber: 2,
    bytes: 12,
    digest: (bad as UnreadableFrame).digest,
  });
  assert.match((bad as UnreadableFrame).digest, /^[0-9a-f]{8}$/);
  assert.equal(after?.type, "message");
});

test("W3 no bad line carries its content unless captureRaw is asked for", () => {
  const secret = "sk-very-secret";
  const bad = [
    secret,
    `"${secret}"`,
    `["${secret}"]`,
    `{"a":"${secret}"}`,
    `{"type":"control_request","x":"${secret}"}`,
  ].join("\n");
  for (const frame of read(bad)) assert.ok(!JSON.stringify(frame).includes(secret));
  const captured = read(secret, { captureRaw: true })[0] as UnreadableFrame;
  assert.equal(new TextDecoder().decode(captured.raw), secret);
});

test("W3 the same bad line has the same digest, another one another", () => {
  const [a, b, c] = read("oops\noops\noopt\n") as UnreadableFrame[];
  assert.equal(a?.digest, b?.digest);
  assert.notEqual(a?.digest, c?.digest);
});

test("W3 values without a type and control frames without id or body are told apart", () => {
  assert.deepEqual(reasons('null\n[1]\n3\n"x"\n{}\n{"type":1}'), Array(6).fill("no_type"));
  const malformed = [
    '{"type":"control_request","request_id":"1"}',
    '{"type":"control_request","request":{"subtype":"x"}}',
    '{"type":"control_request","request_id":1,"request":{"subtype":"x"}}',
    '{"type":"control_request","request_id":"1","request":{}}',
    '{"type":"control_response"}',
    '{"type":"control_response","response":{"subtype":"success"}}',
    '{"type":"control_response","response":{"subtype":"maybe","request_id":"1"}}',
    '{"type":"control_cancel_request"}',
  ];
  assert.deepEqual(reasons(malformed.join("\n")), Array(malformed.length).fill("malformed"));
});

test("W4 unknown types and unknown fields pass through as they came", () => {
  const [frame] = read('{"type":"brand_new","x":{"y":[1]}}\n');
  assert.ok(frame?.type === "message");
  assert.deepEqual(frame.message, { type: "brand_new", x: { y: [1] } });
});

test("W4 names of Object.prototype are ordinary types and keys", () => {
  const lines = [
    '{"type":"__proto__"}',
    '{"type":"constructor","__proto__":{"type":"x","polluted":1}}',
    '{"__proto__":{"type":"x"}}',
  ];
  assert.deepEqual(reasons(lines.join("\n")), ["message", "message", "no_type"]);
  assert.equal(({} as { polluted?: number }).polluted, undefined);
});

test("W3 a line nested deeper than anything can be is not parsed: it is too complex, and the stream goes on", () => {
  const nested = (depth: number) => `{"type":"a","x":${"[".repeat(depth - 1)}${"]".repeat(depth - 1)}}\n`;
  assert.deepEqual(reasons(nested(maxNesting)), ["message"]);
  assert.deepEqual(reasons(`${nested(maxNesting + 1)}{"type":"b"}\n`), ["too_complex", "message"]);
  assert.deepEqual(reasons(`${nested(100_000)}{"type":"b"}\n`), ["too_complex", "message"]);
});

test("W3 brackets in strings are no nesting", () => {
  const text = `{"type":"a","x":${JSON.stringify(`${"[{".repeat(5000)}\\"`)},"y":[1]}\n`;
  assert.deepEqual(reasons(text), ["message"]);
});

test("W2 a control request that is too complex tells its id, so that it can be answered", () => {
  const deep = `${"[".repeat(1000)}${"]".repeat(1000)}`;
  const [bad] = read(
    `{"type":"control_request","request_id":"r1","request":{"subtype":"x","y":${deep}}}`,
  ) as UnreadableFrame[];
  assert.deepEqual([bad?.reason, bad?.requestId], ["too_complex", "r1"]);
});

test("W2 the reader keeps lines whole up to the hard cap: cutting is for events, not for what is read on the agent's side", () => {
  const content = "x".repeat(12 * MiB);
  const [prompt] = read(JSON.stringify({ type: "user", message: { role: "user", content } }));
  assert.ok(prompt?.type === "message" && !prompt.truncated);
  assert.equal((prompt.message.message as { content: string }).content.length, content.length);
});

test("W2 a control request that cannot be read tells its id, so that it can be answered", () => {
  const [bad] = read('{"type":"control_request","request_id":"r1","request":{}}') as UnreadableFrame[];
  assert.deepEqual([bad?.reason, bad?.requestId], ["malformed", "r1"]);
});

test("W2 a line over the hard cap is an oversize outcome in its place, with its size", () => {
  const line = `{"type":"user","x":"${"x".repeat(11 * MiB)}"}`;
  const frames = read(`{"type":"a"}\n${line}\n{"type":"b"}\n`, { maxLineBytes: 10 * MiB });
  assert.deepEqual(
    frames.map((frame) => frame.type),
    ["message", "unreadable", "message"],
  );
  const bad = frames[1] as UnreadableFrame;
  assert.equal(bad.reason, "oversize");
  assert.equal(bad.bytes, line.length);
  assert.equal(bad.requestId, undefined);
});

test("W2 an oversize control request tells its id, before the bulk or behind it", () => {
  const bulk = `{"subtype":"can_use_tool","request_id":"inner","input":{"content":"${"x".repeat(11 * MiB)}"}}`;
  const options = { maxLineBytes: 10 * MiB };
  const ids = [
    `{"type":"control_request","request_id":"req \\"1\\"","request":${bulk}}`,
    `{"request_id":"r2","type":"control_request","request":${bulk}}`,
    `{"type":"control_request","request":${bulk},"request_id":"r3"}`,
    `{"type":"user","request_id":"not a control request","x":${bulk}}`,
  ].map((line) => (read(line, options)[0] as UnreadableFrame).requestId);
  assert.deepEqual(ids, ['req "1"', "r2", "r3", undefined]);
});

test("W2 H17 an oversize result tells that it ends a turn wherever its type is, in chunks of any size", () => {
  const bulk = "x".repeat(6 * MiB);
  const options = { maxLineBytes: 10 * MiB };
  const line = utf8(
    `{"result":"${bulk}","type":"result","is_error":true,"uuid":"u","structured_output":["${bulk}"]}\n`,
  );
  for (const step of [line.length, 3 * MiB, 64 * 1024, 10_007]) {
    const frames: Frame[] = [];
    const reader = new FrameReader(options, (frame) => frames.push(frame));
    for (let at = 0; at < line.length; at += step) reader.push(line.subarray(at, at + step));
    const [{ reason, turnEnd }] = frames as [UnreadableFrame];
    const { errors: _, ...facts } = turnEnd ?? { errors: [] };
    assert.deepEqual([reason, facts], ["oversize", { type: "result", is_error: true, uuid: "u" }]);
  }
});

test("W2 H17 a result that is nested too deeply tells that it ends a turn wherever its type is", () => {
  const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  const [frame] = read(`{"a":${deep},"type":"result","b":${deep}}`);
  assert.equal((frame as UnreadableFrame).turnEnd?.type, "result");
});

test("W2 an oversize line full of quotes costs no more than any other", () => {
  const quotes = `{"x":"${'\\"'.repeat(6 * MiB)}`;
  const started = process.cpuUsage().user;
  assert.equal((read(quotes, { maxLineBytes: 10 * MiB })[0] as UnreadableFrame).reason, "oversize");
  assert.ok(process.cpuUsage().user - started < 1_000_000, "the square of 64 Ki quotes would take longer");
});

test("W2 a line of 1 GB never holds more than the cap", () => {
  const frames: Frame[] = [];
  const reader = new FrameReader({}, (frame) => frames.push(frame));
  const chunk = utf8("x".repeat(MiB));
  const before = process.memoryUsage().arrayBuffers;
  let peak = 0;
  for (let i = 0; i < 1024; i++) {
    reader.push(chunk);
    peak = Math.max(peak, process.memoryUsage().arrayBuffers - before);
  }
  reader.push(utf8('\n{"type":"after"}\n'));
  assert.ok(peak <= 66 * MiB, `${peak} bytes were held`);
  assert.deepEqual(
    frames.map((frame) => [
      frame.type,
      frame.type === "control_response" || frame.type === "control_request" || frame.type === "control_cancel_request"
        ? 0
        : frame.bytes,
    ]),
    [
      ["unreadable", 1024 * MiB],
      ["message", 16],
    ],
  );
});

test("W4 terminal codes in front of a frame, as old agents write them after /clear, are taken away", () => {
  const [frame, bad] = read('\u001b[2J\u001b[3J\u001b[H{"type":"a"}\n\u001b[2Jnot json\n');
  assert.equal(frame?.type, "message");
  assert.equal(bad?.type === "unreadable" && bad.reason, "not_json");
});
