import * as z from "zod/mini";
import type { Tool, ToolOutput } from "./tool.ts";
import { toolInput } from "./tool-input.ts";

interface TaskStopInput {
  readonly task_id: string;
}

export const taskStop: Tool<TaskStopInput> = {
  name: "TaskStop",
  aliases: ["KillShell"],
  description:
    "Ends a command that was started in the background, with all that it started. task_id is the ID that Bash gave for it.",
  ...toolInput("TaskStop", () => z.object({ task_id: z.string().check(z.minLength(1)) })),
  isConcurrencySafe: () => false,
  // It ends only what this conversation began.
  permission: () => ({ behavior: "allow" }),
  run: async ({ task_id }, { tasks }) => {
    const task = tasks.find(task_id);
    if (task === undefined) return failed(`No task found with ID: ${task_id}`);
    if (!tasks.running.some(({ id }) => id === task_id)) return failed(`Task ${task_id} is not running`);
    tasks.stop(task_id);
    await task.ended;
    const message = `Successfully stopped task: ${task_id} (${task.description})`;
    return { content: JSON.stringify({ message, task_id, task_type: "local_bash" }), details: { message, task_id } };
  },
};

function failed(text: string): ToolOutput {
  return { content: `<tool_use_error>${text}</tool_use_error>`, isError: true, details: `Error: ${text}` };
}
