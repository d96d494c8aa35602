import type { Todo } from "../../model/todos.ts";
import { visible } from "../text/visible.ts";

/** What the agent is going to do, with what is done. */
export function TodoList({ todos }: { readonly todos: readonly Todo[] }) {
  return (
    <ul class="todos">
      {todos.map(({ id, text, status }) => (
        <li key={id} data-status={status}>
          <span class="todo-mark" aria-hidden="true" />
          <span class="unseen">{status}:</span> {visible(text)}
        </li>
      ))}
    </ul>
  );
}
