import assert from "node:assert/strict";
import { test } from "node:test";
import { temporaryContext } from "../../../test/agent/temporary-context.ts";
import { todoWrite } from "./todo-write.ts";
import { ToolInputError } from "./tool.ts";

test("G5 TodoWrite keeps the list of a conversation and tells what it was and is", async (t) => {
  const context = temporaryContext(t);
  const first = [{ content: "Run tests", status: "in_progress", activeForm: "Running tests" }] as const;
  const done = [{ ...first[0], status: "completed" }] as const;
  const written = await todoWrite.run(todoWrite.read({ todos: first }), context);
  assert.match(String(written.content), /^Todos have been modified successfully\. Ensure that you continue/);
  assert.deepEqual(written.details, { oldTodos: [], newTodos: first });
  assert.deepEqual((await todoWrite.run({ todos: done }, context)).details, { oldTodos: first, newTodos: done });
  // What is all done is put away.
  assert.deepEqual((await todoWrite.run({ todos: first }, context)).details, { oldTodos: [], newTodos: first });
  assert.deepEqual((await todoWrite.run({ todos: first }, temporaryContext(t))).details, {
    oldTodos: [],
    newTodos: first,
  });
});

test("G5 TodoWrite needs no permission and takes only todos of its form", (t) => {
  assert.deepEqual(todoWrite.permission({ todos: [] }, temporaryContext(t)), { behavior: "allow" });
  for (const todo of [
    { content: "a", status: "done", activeForm: "b" },
    { content: "", status: "pending", activeForm: "b" },
    { content: "a", status: "pending" },
  ]) {
    assert.throws(() => todoWrite.read({ todos: [todo] }), ToolInputError);
  }
});
