import { isUtf8 } from "node:buffer";
import { stat } from "node:fs/promises";
import { extname } from "node:path";
import * as z from "zod/mini";
import { aboutPath } from "./about-path.ts";
import { type CellChange, changeNotebook, changeProblem } from "./change-notebook.ts";
import { existingFile } from "./existing-file.ts";
import { languageOf, parseNotebook, printNotebook } from "./notebook.ts";
import { withPathLock } from "./path-lock.ts";
import { digestOf } from "./read-files.ts";
import { maxNotebookBytes } from "./read-notebook.ts";
import { replaceFile } from "./replace-file.ts";
import { absolutePath, resolvePath } from "./resolve-path.ts";
import { sizeText } from "./size-text.ts";
import type { Tool, ToolContext, ToolOutput } from "./tool.ts";
import { errorText, toolFailure } from "./tool-failure.ts";
import { systemText, toolInput } from "./tool-input.ts";

interface NotebookEditInput extends Omit<CellChange, "edit_mode"> {
  readonly notebook_path: string;
  readonly edit_mode?: CellChange["edit_mode"] | undefined;
}

export const notebookEdit: Tool<NotebookEditInput> = {
  name: "NotebookEdit",
  description: `Changes one cell of a Jupyter notebook (.ipynb).

Read the notebook first: it shows the id of each cell. edit_mode replace (the default) gives the cell cell_id a new source and clears its outputs;
insert makes a new cell of cell_type behind the cell cell_id, or at the beginning without one; delete removes the cell cell_id.`,
  ...toolInput("NotebookEdit", () =>
    z.object({
      notebook_path: systemText().check(z.minLength(1)),
      new_source: z.string(),
      cell_id: z.optional(z.string()),
      cell_type: z.optional(z.enum(["code", "markdown"])),
      edit_mode: z.optional(z.enum(["replace", "insert", "delete"])),
    }),
  ),
  isConcurrencySafe: () => false,
  permission: ({ notebook_path }, folders) => aboutPath(notebook_path, folders),
  run: async (input, context) => {
    try {
      const real = resolvePath(input.notebook_path, context);
      return await withPathLock(real, () => editNotebook(input, context, real));
    } catch (error) {
      return toolFailure(errorText(error));
    }
  },
};

/** A longer file is not told, neither as it was nor as it is: it would go to the host, to hooks and into the transcript. */
const maxShownChars = 10 * 1024 * 1024;

async function editNotebook(input: NotebookEditInput, context: ToolContext, real: string): Promise<ToolOutput> {
  const { readFiles, signal } = context;
  const change: CellChange = { ...input, edit_mode: input.edit_mode ?? "replace" };
  if (extname(real).toLowerCase() !== ".ipynb") return toolFailure(noNotebook);
  const problem = changeProblem(change);
  if (problem !== undefined) return toolFailure(problem);
  const existing = await existingFile(real, maxNotebookBytes);
  if (existing === undefined) return toolFailure(`Notebook file does not exist. ${makeOne}`);
  const { stats, content } = existing;
  if (content === undefined) return toolFailure(`The notebook is too large to be edited (${sizeText(stats.size)})`);
  const unseen = readFiles.problem(real, stats, content);
  if (unseen !== undefined) return toolFailure(unseen);
  if (!isUtf8(content)) return toolFailure("The notebook is not UTF-8: to write it would damage its other cells");
  const original = content.toString();
  const { notebook, id, oldSource } = changeNotebook(parseNotebook(original), change);
  const updated = printNotebook(notebook, original);
  await context.beforeWrite(real);
  await replaceFile(real, updated, { existing: stats, signal });
  readFiles.recordEdit(real, await stat(real), digestOf(updated));
  const isShown = Math.max(original.length, updated.length) <= maxShownChars;
  return {
    content: doneText(change, id),
    details: {
      new_source: change.new_source,
      ...(oldSource !== undefined && { old_source: oldSource }),
      cell_type: change.cell_type ?? "code",
      language: languageOf(notebook),
      edit_mode: change.edit_mode,
      ...(id !== undefined && { cell_id: id }),
      error: "",
      notebook_path: absolutePath(input.notebook_path, context),
      original_file: isShown ? original : null,
      updated_file: isShown ? updated : null,
    },
  };
}

const noNotebook =
  "File must be a Jupyter notebook (.ipynb file). For editing other file types, use the FileEdit tool.";
const makeOne = "Make one with Write, or check the path.";

function doneText({ edit_mode, new_source }: CellChange, id: string | undefined): string {
  switch (edit_mode) {
    case "replace":
      return `Updated cell ${id} with ${new_source}`;
    case "insert":
      return `Inserted ${id === undefined ? "a new cell" : `cell ${id}`} with ${new_source}`;
    case "delete":
      return `Deleted cell ${id}`;
  }
}
