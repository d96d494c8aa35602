import { askUserQuestion } from "./ask-user-question.ts";
import { bash } from "./bash.ts";
import { edit } from "./edit.ts";
import { glob } from "./glob.ts";
import { grep } from "./grep.ts";
import { notebookEdit } from "./notebook-edit.ts";
import { read } from "./read.ts";
import { taskStop } from "./task-stop.ts";
import { todoWrite } from "./todo-write.ts";
import type { Tool } from "./tool.ts";
import { webFetch } from "./web/web-fetch.ts";
import { write } from "./write.ts";

/** Every tool that is there without being asked for, in the order in which the model is told of them. */
export const tools: readonly Tool<unknown>[] = [
  bash,
  read,
  write,
  edit,
  notebookEdit,
  glob,
  grep,
  webFetch,
  todoWrite,
  taskStop,
  askUserQuestion,
];
