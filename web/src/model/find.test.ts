import assert from "node:assert/strict";
import { test } from "node:test";
import { signal } from "@preact/signals";
import { findRows } from "./find.ts";
import type { Row } from "./row.ts";

const text = (words: string): Row => ({ kind: "text", seq: 1, timeMs: 0, text: signal(words), isOpen: signal(false) });
const note = (words: string, details: string): Row => ({
  kind: "note",
  seq: 1,
  timeMs: 0,
  tone: "plain",
  text: words,
  details,
});

test("U3 a find looks through all that rows say, folded or not, whatever the case", () => {
  const inside = [text("in the Depth")];
  const use = {
    state: "done",
    inputText: '{"command":"ls -la"}',
    input: {},
    ask: undefined,
    decision: { state: 2, by: "anna", reason: "" },
    result: [{ type: "text", text: "total 0" }],
  } as const;
  const tool: Row = {
    ...{ kind: "tool", seq: 1, timeMs: 0, toolUseId: "t", name: "Bash" },
    use: signal(use),
    children: { all: inside, count: signal(1) },
  };
  const rows = [text("Hello"), tool, note("short", "and LONG")];
  assert.deepEqual(findRows(rows, "hello"), [0]);
  for (const words of ["ls -la", "TOTAL", "anna", "depth"]) assert.deepEqual(findRows(rows, words), [1], words);
  assert.deepEqual(findRows(rows, "long"), [2]);
  assert.deepEqual(findRows(rows, "nowhere"), []);
  assert.deepEqual(findRows(rows, ""), []);
});
