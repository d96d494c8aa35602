import assert from "node:assert/strict";
import { test } from "node:test";
import type { UnreadableFrame } from "../wire/frame.ts";
import { maxValues, readLongLine } from "./read-long-line.ts";

const MiB = 1024 * 1024;
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

test("W2 a long line read by itself is the same frame, with its message cut to the limit", () => {
  const whole = readLongLine(utf8(JSON.stringify({ type: "user", x: "y".repeat(2 * MiB) })), 10 * MiB);
  assert.ok(whole.type === "message" && !whole.truncated && String(whole.message.x).length === 2 * MiB);
  const cut = readLongLine(utf8(JSON.stringify({ type: "user", x: "y".repeat(2 * MiB) })), MiB);
  assert.ok(cut.type === "message" && cut.truncated && JSON.stringify(cut.message).length <= MiB);
});

test("D5 a long line that is nested deeply or made of very many values is not parsed", () => {
  const deep = readLongLine(utf8(`{"type":"user","x":${"[".repeat(MiB)}${"]".repeat(MiB)}}`), MiB);
  const wide = readLongLine(utf8(`{"type":"user","x":[${"1,".repeat(maxValues)}1]}`), MiB);
  for (const frame of [deep, wide]) assert.equal((frame as UnreadableFrame).reason, "too_complex");
  const id = readLongLine(
    utf8(`{"type":"control_request","request_id":"r","request":[${"1,".repeat(maxValues)}1]}`),
    MiB,
  );
  assert.equal((id as UnreadableFrame).requestId, "r");
});

test("W3 a long line that is no frame says why", () => {
  const reasonOf = (line: Uint8Array) => (readLongLine(line, MiB) as UnreadableFrame).reason;
  assert.equal(reasonOf(utf8("x".repeat(MiB))), "not_json");
  assert.equal(reasonOf(utf8(`["${"x".repeat(MiB)}"]`)), "no_type");
  assert.equal(reasonOf(new Uint8Array(MiB).fill(0xff)), "not_utf8");
});
