import assert from "node:assert/strict";
import { test } from "node:test";
import { type Todo, todosAfter } from "./todos.ts";

const todo = (id: string, text: string, status: Todo["status"]): Todo => ({ id, text, status });
const uses = (...all: readonly (readonly [string, object, string?])[]): readonly Todo[] =>
  all.reduce<readonly Todo[]>((todos, [name, input, result = ""]) => {
    const blocks = [{ type: "text", text: result }];
    return todosAfter(todos, name, { input: { ...input }, result: blocks });
  }, []);

test("U3 a list that is written whole replaces the one before", () => {
  const first = {
    todos: [
      { content: "Read", status: "completed" },
      { content: "Write", status: "in_progress" },
    ],
  };
  const second = { todos: [{ content: "Test", status: "pending" }] };
  assert.deepEqual(uses(["TodoWrite", first]), [todo("0", "Read", "done"), todo("1", "Write", "now")]);
  assert.deepEqual(uses(["TodoWrite", first], ["TodoWrite", second]), [todo("0", "Test", "to do")]);
});

test("U3 a list that is changed line by line is the sum of its changes", () => {
  const made = uses(
    ["TaskCreate", { subject: "Read" }, "Task #1 created successfully: Read"],
    ["TaskCreate", { subject: "Write" }, "Task #2 created successfully: Write"],
    ["TaskCreate", { subject: "Third" }, "Task #3 created successfully: Third"],
    ["TaskUpdate", { taskId: "1", status: "completed" }],
    ["TaskUpdate", { taskId: "2", status: "in_progress", subject: "Write it" }],
    ["TaskUpdate", { taskId: "3", status: "deleted" }],
  );
  assert.deepEqual(made, [todo("1", "Read", "done"), todo("2", "Write it", "now")]);
});

test("U3 what is no list changes nothing", () => {
  const before = ["TodoWrite", { todos: [{ content: "Read", status: "odd" }] }] as const;
  for (const other of [
    ["TodoWrite", { todos: "all" }],
    ["TodoWrite", { todos: [{ content: 1 }] }],
    ["TaskCreate", { subject: "No number" }, "done"],
    ["TaskUpdate", { taskId: "9", status: "completed" }],
    ["Bash", { todos: [] }],
  ] as const)
    assert.deepEqual(uses(before, other), [todo("0", "Read", "to do")]);
});
