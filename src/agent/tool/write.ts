import { stat } from "node:fs/promises";
import * as z from "zod/mini";
import { aboutPath } from "./about-path.ts";
import { existingFile } from "./existing-file.ts";
import { withPathLock } from "./path-lock.ts";
import { digestOf, everything } from "./read-files.ts";
import { replaceFile } from "./replace-file.ts";
import { absolutePath, resolvePath } from "./resolve-path.ts";
import { structuredPatch } from "./structured-patch.ts";
import type { Tool, ToolContext, ToolOutput } from "./tool.ts";
import { errorText, toolFailure } from "./tool-failure.ts";
import { systemText, toolInput } from "./tool-input.ts";

interface WriteInput {
  readonly file_path: string;
  readonly content: string;
}

export const write: Tool<WriteInput> = {
  name: "Write",
  description: `Writes a file, new or in place of what is there; missing folders are made.

The content becomes the whole file. Read all of an existing file before you replace it.`,
  ...toolInput("Write", () => z.object({ file_path: systemText().check(z.minLength(1)), content: z.string() })),
  isConcurrencySafe: () => false,
  permission: ({ file_path }, folders) => aboutPath(file_path, folders),
  run: async (input, context) => {
    try {
      const real = resolvePath(input.file_path, context);
      return await withPathLock(real, () => writeFile(input, context, real));
    } catch (error) {
      return toolFailure(errorText(error));
    }
  },
};

/** A bigger original is not shown. */
const maxOriginalBytes = 10 * 1024 * 1024;

async function writeFile({ file_path, content }: WriteInput, context: ToolContext, real: string): Promise<ToolOutput> {
  const { signal, readFiles } = context;
  const filePath = absolutePath(file_path, context);
  const existing = await existingFile(real, maxOriginalBytes);
  const problem =
    existing && (readFiles.problem(real, existing.stats, existing.content) ?? readFiles.partProblem(real));
  if (problem !== undefined) return toolFailure(problem);
  await context.beforeWrite(real);
  await replaceFile(real, content, { existing: existing?.stats, signal });
  readFiles.record(real, await stat(real), everything, digestOf(content));
  const originalFile = existing?.content?.toString() ?? null;
  const done =
    existing === undefined
      ? `File created successfully at: ${filePath}`
      : `The file ${filePath} has been updated successfully`;
  return {
    content: `${done} (file state is current in your context — no need to Read it back)`,
    details: {
      type: existing === undefined ? "create" : "update",
      filePath,
      content,
      structuredPatch: originalFile === null ? [] : structuredPatch(originalFile, content),
      originalFile,
      userModified: false,
    },
  };
}
