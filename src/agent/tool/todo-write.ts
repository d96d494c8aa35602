import * as z from "zod/mini";
import type { Todo } from "./todo-list.ts";
import type { Tool } from "./tool.ts";
import { toolInput } from "./tool-input.ts";

interface TodoWriteInput {
  readonly todos: readonly Todo[];
}

export const todoWrite: Tool<TodoWriteInput> = {
  name: "TodoWrite",
  description: `Writes the list of what is to be done, in place of the last one; the person sees it.

Use it for work of several steps. content says what is to be done, activeForm what is being done ("Running the tests").
Keep exactly one todo in_progress while you work, and mark each completed as soon as it is done, not before.`,
  ...toolInput("TodoWrite", () => {
    const text = z.string().check(z.minLength(1));
    const status = z.enum(["pending", "in_progress", "completed"]);
    return z.object({ todos: z.array(z.object({ content: text, status, activeForm: text })) });
  }),
  isConcurrencySafe: () => false,
  permission: () => ({ behavior: "allow" }),
  run: async ({ todos }, context) => ({
    content:
      "Todos have been modified successfully. Ensure that you continue to use the todo list to track your progress. Please proceed with the current tasks if applicable",
    details: { oldTodos: context.todos.replace(todos), newTodos: todos },
  }),
};
