import { isAbsolute, join } from "node:path";
import * as z from "zod/mini";
import type { ToolUseInput } from "../model/content-block.ts";
import { aboutPath } from "./about-path.ts";
import { NewestFirst } from "./search/newest-first.ts";
import { searchEngine } from "./search/search-engine.ts";
import { searchNotes } from "./search/search-notes.ts";
import { searchTarget, shownPath } from "./search/search-target.ts";
import { versionControlFolders } from "./search/version-control-folders.ts";
import type { Tool, ToolContext, ToolOutput } from "./tool.ts";
import { errorText, toolFailure } from "./tool-failure.ts";
import { systemText, toolInput } from "./tool-input.ts";

interface GlobInput {
  readonly pattern: string;
  readonly path?: string | undefined;
}

export const glob: Tool<GlobInput> = {
  name: "Glob",
  description: `Finds files by name, the last changed first, at most 100.

pattern: "**/*.ts", "src/**/*.{ts,tsx}", "*.md" (in any folder). path: the folder to search, else the working folder.
Hidden and ignored files are found, too; node_modules only if the pattern or path names it. Links are not followed.`,
  ...toolInput("Glob", () =>
    z.object({ pattern: systemText().check(z.minLength(1)), path: z.optional(systemText().check(z.minLength(1))) }),
  ),
  fromModel: withFolderInPath,
  isConcurrencySafe: () => true,
  permission: ({ path }, folders) => aboutPath(path ?? ".", folders),
  run: async (input, context) => {
    try {
      return await findFiles(input, context);
    } catch (error) {
      context.signal.throwIfAborted();
      return toolFailure(errorText(error));
    }
  },
};

const maxFiles = 100;
const timeoutMs = 20_000;

async function findFiles({ pattern, path }: GlobInput, context: ToolContext): Promise<ToolOutput> {
  const startedAt = performance.now();
  const target = searchTarget(path, context);
  if (target.file !== undefined) return toolFailure(`Path is not a directory: ${path}`);
  if (isAbsolute(pattern) || pattern.startsWith("!") || pattern.split("/").includes("..")) {
    return toolFailure("The pattern must be relative to the folder it is searched in: give that folder as path.");
  }
  const newest = new NewestFirst(target.folder, maxFiles);
  let hidden = 0;
  const end = await searchEngine(context).run(
    { kind: "files", within: { ...target, globs: globsFor(pattern), honoursIgnoreFiles: false } },
    {
      found: (files) => {
        for (const file of files) {
          if (context.mayRead(join(target.folder, file.path))) newest.add(file);
          else hidden += 1;
        }
      },
      signal: context.signal,
      timeoutMs,
    },
  );
  const filenames = newest.list().map(shownPath(target, context.cwd));
  const truncated = newest.seen > filenames.length;
  const cut = "(Results are truncated. Consider using a more specific path or pattern.)";
  const lines = [...filenames, ...(truncated ? [cut] : []), ...searchNotes(end, { hidden, timeoutMs })];
  return {
    content: [...(filenames.length === 0 ? ["No files found"] : []), ...lines].join("\n"),
    details: {
      filenames,
      durationMs: Math.round(performance.now() - startedAt),
      numFiles: filenames.length,
      truncated,
    },
  };
}

/** What comes later decides. */
function globsFor(pattern: string): string[] {
  const packages = pattern.includes("node_modules") ? [] : ["!node_modules"];
  return [pattern, ...packages, ...versionControlFolders];
}

/** `/a/b/*.c` is `*.c` in `/a/b`: permissions are about the path. */
function withFolderInPath(input: ToolUseInput): ToolUseInput {
  const { pattern, path } = input;
  if (typeof pattern !== "string" || path !== undefined || !/^(\/|~\/)/.test(pattern)) return input;
  const [folder = ""] = /^[^*?[{\\]*\//.exec(pattern) ?? [];
  return {
    ...input,
    path: folder.length > 1 ? folder.slice(0, -1) : folder,
    pattern: pattern.slice(folder.length) || "*",
  };
}
