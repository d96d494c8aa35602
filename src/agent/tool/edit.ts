import { stat } from "node:fs/promises";
import * as z from "zod/mini";
import { aboutPath } from "./about-path.ts";
import { editSnippet } from "./edit-snippet.ts";
import { type ExistingFile, existingFile } from "./existing-file.ts";
import { withPathLock } from "./path-lock.ts";
import { digestOf } from "./read-files.ts";
import { replaceFile } from "./replace-file.ts";
import { replaceText } from "./replace-text.ts";
import { absolutePath, resolvePath } from "./resolve-path.ts";
import { sizeText } from "./size-text.ts";
import { structuredPatch } from "./structured-patch.ts";
import type { Tool, ToolContext, ToolOutput } from "./tool.ts";
import { errorText, toolFailure } from "./tool-failure.ts";
import { looseFlag, systemText, toolInput } from "./tool-input.ts";

interface EditInput {
  readonly file_path: string;
  readonly old_string: string;
  readonly new_string: string;
  readonly replace_all?: boolean | undefined;
}

export const edit: Tool<EditInput> = {
  name: "Edit",
  description: `Replaces a piece of a file, exactly.

Read the file first. old_string has to be in it exactly once, as it stands in the file, without the line numbers of Read:
give more of its surroundings when it is not unique, or set replace_all to replace every occurrence.
An empty old_string makes a new file of new_string.`,
  ...toolInput("Edit", () =>
    z.object({
      file_path: systemText().check(z.minLength(1)),
      old_string: z.string(),
      new_string: z.string(),
      replace_all: z.optional(looseFlag()),
    }),
  ),
  isConcurrencySafe: () => false,
  permission: ({ file_path }, folders) => aboutPath(file_path, folders),
  run: async (input, context) => {
    try {
      const real = resolvePath(input.file_path, context);
      return await withPathLock(real, () => editFile(input, context, real));
    } catch (error) {
      return toolFailure(errorText(error));
    }
  },
};

const maxEditBytes = 100 * 1024 * 1024;
/** A bigger original is not shown. */
const maxOriginalBytes = 10 * 1024 * 1024;

async function editFile(input: EditInput, context: ToolContext, real: string): Promise<ToolOutput> {
  if (input.old_string === input.new_string) {
    return toolFailure("No changes to make: old_string and new_string are exactly the same.");
  }
  const existing = await existingFile(real, maxEditBytes);
  const edited = newContent(input, context, { real, existing });
  if ("problem" in edited) return toolFailure(edited.problem);
  await context.beforeWrite(real);
  await replaceFile(real, edited.content, { existing: existing?.stats, signal: context.signal });
  context.readFiles.recordEdit(real, await stat(real), digestOf(edited.content));
  return editOutput(input, absolutePath(input.file_path, context), { existing, ...edited });
}

interface Edited {
  readonly content: Buffer;
  /** Of the first byte that changed. */
  readonly at: number;
}

function newContent(
  { file_path, old_string, new_string, replace_all = false }: EditInput,
  { cwd, readFiles }: ToolContext,
  { real, existing }: { readonly real: string; readonly existing: ExistingFile | undefined },
): Edited | { readonly problem: string } {
  if (old_string === "" && (existing === undefined || existing.stats.size === 0)) {
    return { content: Buffer.from(new_string), at: 0 };
  }
  if (existing === undefined) {
    return { problem: `File does not exist. Note: your current working directory is ${cwd}.` };
  }
  if (old_string === "") return { problem: "Cannot create new file - file already exists." };
  const { stats, content } = existing;
  if (content === undefined) {
    return { problem: `${file_path} is too large to be edited (${sizeText(stats.size)})` };
  }
  const problem = readFiles.problem(real, stats, content);
  if (problem !== undefined) return { problem };
  return replaceText(content, { oldString: old_string, newString: new_string, replaceAll: replace_all });
}

function editOutput(
  { old_string, new_string, replace_all = false }: EditInput,
  filePath: string,
  { existing, content, at }: Edited & { readonly existing: ExistingFile | undefined },
): ToolOutput {
  const before = existing?.content;
  const isShown = (before?.length ?? 0) <= maxOriginalBytes && content.length <= maxOriginalBytes;
  const original = isShown ? (before?.toString() ?? "") : null;
  return {
    content: replace_all
      ? `The file ${filePath} has been updated. All occurrences were successfully replaced.`
      : `The file ${filePath} has been ${existing === undefined ? "created" : "updated"}. Here's the result of running \`cat -n\` on a snippet of the edited file:\n${editSnippet(content, { at, newText: new_string })}`,
    details: {
      filePath,
      oldString: old_string,
      newString: new_string,
      originalFile: original,
      structuredPatch: original === null ? [] : structuredPatch(original, content.toString()),
      userModified: false,
      replaceAll: replace_all,
    },
  };
}
