import assert from "node:assert/strict";
import { test } from "node:test";
import { create } from "@bufbuild/protobuf";
import { AskSchema } from "../api/gen/bridle/v1/ask_pb.js";
import { askPreview } from "./ask-preview.ts";

const preview = (toolName: string, input: object, columns = 80, rows = 20): string[] =>
  askPreview(create(AskSchema, { toolName, inputJson: JSON.stringify(input) }), columns, rows);

test("P2 U2 an ask shows what the agent wants, and what will run instead", () => {
  const inputJson = JSON.stringify({ command: "ls" });
  const rewrittenInputJson = JSON.stringify({ command: "nice ls" });
  const ask = create(AskSchema, { toolName: "Bash", inputJson, rewrittenInputJson, rewrittenBy: "Bash(ls) of x" });
  assert.deepEqual(askPreview(ask, 80, 20), ["  │ ls", "  │ runs as (Bash(ls) of x):", "  │ nice ls"]);
});

test("U2 an ask shows the whole command, what is written, what an edit changes, and else all of its input", () => {
  assert.deepEqual(preview("Bash", { command: "make\nmake install", description: "build" }), [
    ...["  │ make", "  │ make install", "  │ description: build"],
  ]);
  assert.deepEqual(preview("Write", { file_path: "/a", content: "one\ntwo\n" }), ["  │ /a", "  + one", "  + two"]);
  assert.deepEqual(preview("Edit", { file_path: "/a", old_string: "x", new_string: "y\nz" }), [
    ...["  │ /a", "  - x", "  + y", "  + z"],
  ]);
  const edits = [
    { old_string: "a", new_string: "" },
    { old_string: "", new_string: "b", replace_all: true },
  ];
  assert.deepEqual(preview("MultiEdit", { file_path: "/a", edits }), [
    ...["  │ /a", "  - a", "  │ wherever it stands:", "  + b"],
  ]);
  assert.deepEqual(preview("Odd", { deep: [1] }).join("\n"), '  │ {\n  │   "deep": [\n  │     1\n  │   ]\n  │ }');
});

test("U2 what is long is cut by rows of the terminal, and says how much more there is; nothing steers the terminal", () => {
  const content = Array.from({ length: 50 }, (_, n) => `line ${n}`).join("\n");
  const shown = preview("Write", { file_path: "/a", content }, 80, 10);
  assert.deepEqual(shown.slice(-2), ["  + line 8", '  … 41 more lines: "e" shows all of it']);
  const long = preview("Bash", { command: `echo ${"x".repeat(1000)}` }, 40, 5);
  assert.equal(long[0]?.length, 200);
  assert.match(long[1] ?? "", /… 809 more characters: "e" shows all of it/);
  assert.deepEqual(preview("Bash", { command: "a\u001b[2Jb" }), ["  │ a?[2Jb"]);
});
