import type { Todo } from "../../model/todos.ts";
import { Menu } from "../menu.tsx";
import { TodoList } from "../tool/todo-list.tsx";

/** The agent's list of what it is going to do: one line that says how far it is, and all of it for who opens it. It changes in place. */
export function TodoPanel({ todos }: { readonly todos: readonly Todo[] }) {
  if (todos.length === 0) return null;
  const done = todos.filter(({ status }) => status === "done").length;
  return (
    <Menu label="The agent's to-do list" icon="check" class="todo-button" word={`${done} of ${todos.length}`}>
      {() => (
        <>
          <p class="label menu-note">The agent's to-do list</p>
          <TodoList todos={todos} />
        </>
      )}
    </Menu>
  );
}
