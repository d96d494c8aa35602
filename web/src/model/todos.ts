import { isFields, textOf } from "./content.ts";
import type { Fields, ToolUse } from "./row.ts";

/** One thing that the agent is going to do. */
export interface Todo {
  readonly id: string;
  readonly text: string;
  readonly status: "to do" | "now" | "done";
}

const statuses: { readonly [status: string]: Todo["status"] } = { completed: "done", in_progress: "now" };

/**
 * The agent's list after a tool use: `TodoWrite` writes it whole, `TaskCreate` and `TaskUpdate` change it line by line. The same
 * list where the tool is another one, or its input is not as it should be.
 */
export function todosAfter(todos: readonly Todo[], name: string, { input, result }: Pick<ToolUse, "input" | "result">) {
  if (input === undefined) return todos;
  switch (name) {
    case "TodoWrite":
      return todosOf(input) ?? todos;
    case "TaskCreate": {
      // The agent's number for it is in the answer.
      const id = /#(\w+)/.exec(result.map(textOf).join("\n"))?.[1];
      if (id === undefined || typeof input.subject !== "string" || todos.some((todo) => todo.id === id)) return todos;
      return [...todos, { id, text: input.subject, status: "to do" as const }];
    }
    case "TaskUpdate":
      return updated(todos, input);
    default:
      return todos;
  }
}

/** Undefined where it has another form: then it is shown as it is. */
export function todosOf({ todos }: Fields): readonly Todo[] | undefined {
  if (!Array.isArray(todos) || !todos.every((one) => isFields(one) && typeof one.content === "string"))
    return undefined;
  return (todos as readonly Fields[]).map(({ content, status }, at) => ({
    id: String(at),
    text: String(content),
    status: statusOf(status),
  }));
}

function updated(todos: readonly Todo[], { taskId, status, subject }: Fields): readonly Todo[] {
  if (status === "deleted") return todos.filter(({ id }) => id !== taskId);
  return todos.map((todo) => {
    if (todo.id !== taskId) return todo;
    const text = typeof subject === "string" ? subject : todo.text;
    return { ...todo, text, status: status === undefined ? todo.status : statusOf(status) };
  });
}

function statusOf(status: unknown): Todo["status"] {
  return statuses[String(status)] ?? "to do";
}
