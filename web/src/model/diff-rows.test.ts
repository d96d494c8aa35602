import assert from "node:assert/strict";
import { test } from "node:test";
import { create } from "@bufbuild/protobuf";
import { DiffHunkSchema } from "../../../src/api/gen/bridle/v1/workspace_service_pb.js";
import { pairedRows, unifiedRows } from "./diff-rows.ts";

const hunk = create(DiffHunkSchema, {
  oldStart: 10,
  newStart: 12,
  heading: "function f()",
  lines: [" a", "-b", "-c", "+B", " d", "+e", "+"],
});

test("U3 lines of a diff have the numbers they have in the file before and after", () => {
  const rows = unifiedRows([hunk]).map((row) =>
    row.kind === "hunk" ? row.text : `${row.kind} ${row.oldNumber} ${row.newNumber} ${row.text}`,
  );
  assert.deepEqual(rows, [
    "Line 12 · function f()",
    "same 10 12 a",
    "removed 11 0 b",
    "removed 12 0 c",
    "added 0 13 B",
    "same 13 14 d",
    "added 0 15 e",
    "added 0 16 ",
  ]);
});

test("U3 side by side, a removed line stands beside the added one that took its place", () => {
  const rows = pairedRows([hunk]).map((row) =>
    row.kind === "hunk" ? "" : [row.before?.text ?? "∅", row.after?.text ?? "∅"].join("|"),
  );
  assert.deepEqual(rows, ["", "a|a", "b|B", "c|∅", "d|d", "∅|e", "∅|"]);
});

test("U3 edits whose place is not known have no numbers, and the first hunk of a new file no head", () => {
  const edit = create(DiffHunkSchema, { heading: "Edit", lines: ["-x", "+y"] });
  assert.deepEqual(unifiedRows([edit])[0], { kind: "hunk", text: "Edit" });
  assert.deepEqual(unifiedRows([edit])[1], { kind: "removed", oldNumber: 0, newNumber: 0, text: "x" });
  const fresh = create(DiffHunkSchema, { newStart: 1, lines: ["+x"] });
  assert.deepEqual(unifiedRows([fresh]), [{ kind: "added", oldNumber: 0, newNumber: 1, text: "x" }]);
});
