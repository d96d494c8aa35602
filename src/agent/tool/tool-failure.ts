import type { ToolOutput } from "./tool.ts";

/** The tool could not do it; the text tells the model why. Both forms are those of Claude Code. */
export function toolFailure(text: string): ToolOutput {
  return { content: `<tool_use_error>${text}</tool_use_error>`, isError: true, details: `Error: ${text}` };
}

/** What the system said, without a stack: `EACCES: permission denied, open '/x'`. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** `ENOENT` and the like; undefined for what did not come from the system. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
