import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { extname } from "node:path";
import * as z from "zod/mini";
import { aboutPath } from "./about-path.ts";
import { everything } from "./read-files.ts";
import { imageType, readImage } from "./read-image.ts";
import { type LinesRead, readLines } from "./read-lines.ts";
import { readNotebook } from "./read-notebook.ts";
import { absolutePath, resolvePath } from "./resolve-path.ts";
import type { Tool, ToolContext, ToolOutput } from "./tool.ts";
import { errorCode, errorText, toolFailure } from "./tool-failure.ts";
import { looseInteger, systemText, toolInput } from "./tool-input.ts";

interface ReadInput {
  readonly file_path: string;
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
}

export const read: Tool<ReadInput> = {
  name: "Read",
  description: `Reads a file: text with numbered lines, an image (png, jpg, gif, webp), or a Jupyter notebook (.ipynb) with all its cells and their outputs.

Gives up to 2000 lines from the start; offset (the first line, from 1) and limit choose others. Very long lines are cut.
It reads files only; to see what a folder holds, use Bash with ls.`,
  ...toolInput("Read", () =>
    z.object({
      file_path: systemText().check(z.minLength(1)),
      offset: z.optional(looseInteger(z.gte(0))),
      limit: z.optional(looseInteger(z.gte(1))),
    }),
  ),
  isConcurrencySafe: () => true,
  permission: ({ file_path }, folders) => aboutPath(file_path, folders),
  run: async (input, context) => {
    try {
      return await readFile(input, context);
    } catch (error) {
      return toolFailure(failureText(error, context.cwd));
    }
  },
};

const defaultLines = 2_000;

/** In a bigger file the lines behind the wanted ones are not counted: it is read only as far as needed. */
const maxCountedBytes = 10 * 1024 * 1024;

async function readFile({ file_path, offset = 1, limit }: ReadInput, context: ToolContext): Promise<ToolOutput> {
  const { signal, readFiles } = context;
  const real = resolvePath(file_path, context);
  // The links are resolved: one that is there now was put there since. A pipe without a writer would block.
  const handle = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stats = await regularFile(handle, real);
    const { size } = stats;
    const filePath = absolutePath(file_path, context);
    const image = await imageType(handle, extname(real));
    if (image !== undefined) {
      readFiles.record(real, stats, everything);
      return await readImage(handle, { type: image, size });
    }
    if (extname(real).toLowerCase() === ".ipynb")
      return await readNotebook(handle, { real, filePath, stats, readFiles });
    const countRest = size <= maxCountedBytes;
    const hash = createHash("sha256");
    const window = { first: Math.max(1, offset), count: limit ?? defaultLines, countRest, signal };
    const lines = await readLines(handle, { ...window, ...(countRest && { onChunk: (chunk) => hash.update(chunk) }) });
    if (lines === "binary") return binary(real);
    const shown = { first: lines.first, count: lines.lines.length, more: lines.more };
    readFiles.record(real, stats, shown, countRest ? hash.digest("base64") : undefined);
    return textResult(filePath, lines, limit === undefined || lines.full);
  } finally {
    await handle.close();
  }
}

async function regularFile(handle: FileHandle, path: string) {
  const found = await handle.stat();
  if (found.isDirectory()) throw new Error(`EISDIR: illegal operation on a directory, read '${path}'`);
  if (!found.isFile()) throw new Error(`${path} is not a regular file and cannot be read`);
  return found;
}

function binary(path: string): ToolOutput {
  const kind = extname(path) === "" ? "binary" : `binary ${extname(path)}`;
  return toolFailure(`This tool cannot read binary files. The file appears to be a ${kind} file.`);
}

function textResult(filePath: string, read: LinesRead, mentionsRest: boolean): ToolOutput {
  const { lines, first, totalLines, more } = read;
  const content = lines.join("\n");
  const details = { type: "text", file: { filePath, content, numLines: lines.length, startLine: first, totalLines } };
  if (lines.length === 0) {
    const warning = `the file exists but is shorter than the provided offset (${first}). The file has ${totalLines} lines.`;
    return { content: `<system-reminder>Warning: ${warning}</system-reminder>`, details };
  }
  if (content === "" && totalLines === 1) {
    return {
      content: "<system-reminder>Warning: the file exists but the contents are empty.</system-reminder>",
      details,
    };
  }
  const numbered = lines.map((line, index) => `${first + index}\t${line}`).join("\n");
  const next = first + lines.length;
  const note = more && mentionsRest ? `\n\n[The file goes on. Use offset=${next} to read from line ${next}.]` : "";
  return { content: numbered + note, details };
}

function failureText(error: unknown, cwd: string): string {
  switch (errorCode(error)) {
    case "ENOENT":
    case "ENOTDIR":
      return `File does not exist. Note: your current working directory is ${cwd}.`;
    default:
      return errorText(error);
  }
}
