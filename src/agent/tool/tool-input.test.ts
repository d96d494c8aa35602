import assert from "node:assert/strict";
import { test } from "node:test";
import { bash } from "./bash.ts";
import { read } from "./read.ts";
import { ToolInputError } from "./tool.ts";
import { tools } from "./tools.ts";

function complaint(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    assert.ok(error instanceof ToolInputError);
    return error.message;
  }
  assert.fail("the input was taken");
}

test("G2 a wrong input is refused in Claude Code's words", () => {
  assert.equal(
    complaint(() => bash.read({})),
    "InputValidationError: Bash failed due to the following issue:\nThe required parameter `command` is missing",
  );
  assert.equal(
    complaint(() => read.read({ file_path: 7, offset: -1, limit: "many" })),
    [
      "InputValidationError: Read failed due to the following issues:",
      "The parameter `file_path` type is expected as `string` but provided as `number`",
      "The parameter `offset` must be at least 0",
      "The parameter `limit` type is expected as `number` but provided as `string`",
    ].join("\n"),
  );
});

test("G5 numbers and flags may be written as strings, and unknown fields are dropped", () => {
  assert.deepEqual(bash.read({ command: "ls", timeout: "500", run_in_background: "true", sandbox: 1 }), {
    command: "ls",
    timeout: 500,
    run_in_background: true,
  });
});

test("G5 a NUL, which would end the string for the system, is refused", () => {
  assert.match(
    complaint(() => bash.read({ command: "ls\0rm" })),
    /`command` must not hold a NUL/,
  );
  assert.match(
    complaint(() => read.read({ file_path: "a\0b" })),
    /`file_path` must not hold a NUL/,
  );
});

test("G4 every tool has a name of its own, a description and an object schema for the model", () => {
  assert.deepEqual(
    tools.map(({ name }) => name),
    [
      "Bash",
      "Read",
      "Write",
      "Edit",
      "NotebookEdit",
      "Glob",
      "Grep",
      "WebFetch",
      "TodoWrite",
      "TaskStop",
      "AskUserQuestion",
    ],
  );
  for (const tool of tools) {
    assert.equal(tool.inputSchema().type, "object");
    assert.ok(tool.description.length > 50);
    assert.doesNotThrow(() => JSON.stringify(tool.inputSchema()));
  }
});
