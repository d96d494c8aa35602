import { fileChange } from "../../model/file-change.ts";
import type { Fields } from "../../model/row.ts";
import { todosOf } from "../../model/todos.ts";
import { Code } from "./code.tsx";
import { DiffView } from "./diff-view.tsx";
import { TodoList } from "./todo-list.tsx";

interface ToolInputProps {
  readonly name: string;
  readonly input: Fields;
  /** Of a change of a file; without it all of them are shown. */
  readonly firstLines?: number;
}

/** All that a tool is given, in the form in which a person reads it. */
export function ToolInput({ name, input, firstLines }: ToolInputProps) {
  const change = fileChange(name, input);
  if (change !== undefined)
    return (
      <>
        <DiffView change={change} firstLines={firstLines} />
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
