import { fileChange } from "../../model/file-change.ts";
import type { Fields } from "../../model/row.ts";
import { Code } from "./code.tsx";
import { DiffView } from "./diff-view.tsx";
import { TodoList, todosOf } from "./todo-list.tsx";

/** All that a tool is given, in the form in which a person reads it. */
export function ToolInput({ name, input }: { readonly name: string; readonly input: Fields }) {
  const change = fileChange(name, input);
  if (change !== undefined)
    return (
      <>
        <DiffView change={change} />
        <Rest fields={change.rest} />
      </>
    );
  const todos = name === "TodoWrite" ? todosOf(input) : undefined;
  if (todos !== undefined) return <TodoList todos={todos} />;
  const { command, ...rest } = input;
  if (typeof command !== "string") return <Code text={JSON.stringify(input, undefined, 2)} language="json" />;
  return (
    <>
      <Code text={command} language="bash" />
      <Rest fields={rest} />
    </>
  );
}

function Rest({ fields }: { readonly fields: Fields }) {
  return Object.keys(fields).length === 0 ? null : <Code text={JSON.stringify(fields, undefined, 2)} language="json" />;
}
