import { isFields } from "../../model/content.ts";
import type { Fields } from "../../model/row.ts";

const words: { readonly [status: string]: string } = { completed: "done", in_progress: "now", pending: "to do" };

/** The agent's list of what it is going to do. Undefined where it has another form: then it is shown as it is. */
export function todosOf({ todos }: Fields): readonly Fields[] | undefined {
  return Array.isArray(todos) && todos.every((one) => isFields(one) && typeof one.content === "string")
    ? todos
    : undefined;
}

export function TodoList({ todos }: { readonly todos: readonly Fields[] }) {
  return (
    <ul class="todos">
      {todos.map(({ content, status }) => (
        <li data-status={String(status)}>
          <span class="label">{words[String(status)] ?? String(status)}</span> {String(content)}
        </li>
      ))}
    </ul>
  );
}
