import assert from "node:assert/strict";
import { test } from "node:test";
import { signal } from "@preact/signals";
import { findRows } from "./find.ts";
import type { Row, Rows } from "./row.ts";

const shown = { seq: 1, timeMs: 0, parent: undefined };
const text = (id: number, words: string): Row => ({
  ...shown,
  id,
  kind: "text",
  text: signal(words),
  endedMs: signal(0),
  forkPoint: signal(""),
});
const note = (id: number, words: string, details: string): Row => ({
  ...shown,
  ...{ id, kind: "note", topic: "", tone: "plain", text: signal(words), details },
});
const rowsOf = (...all: Row[]): Rows => ({ all, count: signal(all.length) });

test("U3 a find looks through all that rows say, folded or not, whatever the case, and in sub-agents", () => {
  const use = {
    state: "done",
    inputText: '{"command":"ls -la"}',
    input: {},
    ask: undefined,
    decision: { state: 2, by: "anna", reason: "", timeMs: 0, edited: undefined },
    result: [{ type: "text", text: "total 0 (all)" }],
    ...{ startedMs: 0, endedMs: 1, work: undefined },
  } as const;
  const tool: Row = {
    ...{ ...shown, id: 2, kind: "tool", toolUseId: "t", name: "Bash" },
    use: signal(use),
    children: rowsOf(text(3, "in the Depth")),
  };
  const rows = rowsOf(text(1, "Hello"), tool, note(4, "short", "and LONG"));
  const found = (words: string): number[] => [...findRows(rows, words)].flatMap((row) => row?.id ?? []);
  assert.deepEqual(found("hello"), [1]);
  for (const words of ["ls -la", "TOTAL", "anna", "0 (all)"]) assert.deepEqual(found(words), [2], words);
  assert.deepEqual(found("depth"), [3]);
  assert.deepEqual(found("long"), [4]);
  assert.deepEqual(found("o"), [1, 2, 4]);
  for (const words of ["nowhere", "", ".*", "[", "\\"]) assert.deepEqual(found(words), [], words);
});
