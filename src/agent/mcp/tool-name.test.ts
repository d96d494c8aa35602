import assert from "node:assert/strict";
import { test } from "node:test";
import { toolName } from "./tool-name.ts";

test("G2 characters that a model API refuses become underscores in the name of a tool", () => {
  assert.equal(toolName("calc", "add"), "mcp__calc__add");
  assert.equal(toolName("my files", "read.file/ä"), "mcp__my_files__read_file__");
  assert.equal(toolName("a-b", "c_d-9"), "mcp__a-b__c_d-9");
});
