import assert from "node:assert/strict";
import { test } from "node:test";
import { SseReader } from "./sse-reader.ts";

const encoder = new TextEncoder();

function readIn(text: string, size: number): string[] {
  const reader = new SseReader();
  const bytes = encoder.encode(text);
  const events: string[] = [];
  for (let at = 0; at < bytes.length; at += size) events.push(...reader.read(bytes.subarray(at, at + size)));
  return events;
}

test("G4 events are found however they are split and whichever line ends they have", () => {
  const lines = [
    ": a comment",
    "event: x",
    "data: é😀",
    "data:b",
    "",
    "id: 1",
    "",
    "data",
    "data: ",
    "",
    "data:  c",
    "",
  ];
  for (const end of ["\n", "\r\n", "\r"]) {
    const text = lines.map((line) => line + end).join("");
    for (let size = 1; size <= text.length + 4; size++) {
      assert.deepEqual(readIn(text, size), ["é😀\nb", "", " c"], `${JSON.stringify(end)} in pieces of ${size}`);
    }
  }
});

test("G4 an event without its empty line is none, and a byte order mark is no part of it", () => {
  assert.deepEqual(readIn("data: a\n\ndata: b\n", 100), ["a"]);
  assert.deepEqual(readIn("\uFEFFdata: a\n\n", 1), ["a"]);
});

test("G4 a long event in small pieces takes linear time", () => {
  const long = "x".repeat(4_000_000);
  const before = process.cpuUsage().user;
  assert.deepEqual(readIn(`data: ${long}\n\n`, 500), [long]);
  assert.ok(process.cpuUsage().user - before < 5_000_000);
});
