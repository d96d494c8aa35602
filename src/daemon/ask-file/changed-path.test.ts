import assert from "node:assert/strict";
import { test } from "node:test";
import { changedPath } from "./changed-path.ts";

const pathOf = (toolName: string, input: unknown) => changedPath({ toolName, inputJson: JSON.stringify(input) }, "/w");

test("U3 only the file that an ask would change has a path", () => {
  assert.equal(pathOf("Write", { file_path: "/a/b", content: "" }), "/a/b");
  assert.equal(pathOf("Edit", { file_path: "c/../d" }), "/w/d");
  assert.equal(pathOf("NotebookEdit", { notebook_path: "n.ipynb", file_path: "/etc/passwd" }), "/w/n.ipynb");
  for (const [tool, input] of [
    ["Read", { file_path: "/a/b" }],
    ["Bash", { command: "cat x", file_path: "/a/b" }],
    ["mcp__x__Write", { file_path: "/a/b" }],
    ["Write", { file_path: "" }],
    ["Write", { file_path: 7 }],
    ["Write", { file_path: "/a\0b" }],
    ["Write", { content: "x" }],
    ["Write", "text"],
  ] as const)
    assert.equal(pathOf(tool, input), undefined);
});
