import { resolve } from "node:path";
import type { Ask } from "../../api/gen/bridle/v1/ask_pb.js";
import { fileToolOf } from "../../permission/tool-kinds.ts";
import { isFields, text } from "../../wire/fields.ts";

/** The absolute path of the file that an ask would change. Undefined: its tool changes no file, or its input names none. */
export function changedPath(
  { toolName, inputJson }: Pick<Ask, "toolName" | "inputJson">,
  cwd: string,
): string | undefined {
  const tool = fileToolOf(toolName);
  if (tool?.does !== "edit") return undefined;
  const input: unknown = JSON.parse(inputJson);
  const path = isFields(input) ? text(input[tool.pathField]) : undefined;
  return path === undefined || path === "" || path.includes("\0") ? undefined : resolve(cwd, path);
}
