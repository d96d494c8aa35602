import { structuredPatch } from "../../agent/tool/structured-patch.ts";
import { type Fields, isFields, text } from "../../wire/fields.ts";
import type { Hunk } from "../git/read-hunks.ts";
import { addedHunk } from "./git-file-diff.ts";
import { linesOf } from "./untracked-file.ts";

/** What one use of a tool did to a file. */
export interface ToolEdit {
  readonly path: string;
  readonly tool: string;
  readonly isWhole: boolean;
  readonly hunks: readonly Hunk[];
}

/** What the tools that write files do; all others do nothing. */
export function editsOfUse(tool: string, inputJson: string): ToolEdit[] {
  if (!["Write", "Edit", "MultiEdit"].includes(tool)) return [];
  const input = parsed(inputJson);
  const path = text(input.file_path);
  if (path === undefined) return [];
  const content = text(input.content);
  if (tool === "Write") return content === undefined ? [] : [{ path, tool, isWhole: true, hunks: wholeHunks(content) }];
  const edits = tool === "Edit" ? [input] : Array.isArray(input.edits) ? input.edits.filter(isFields) : [];
  return edits.map((edit) => ({ path, tool, isWhole: false, hunks: editHunks(edit) }));
}

function wholeHunks(content: string): readonly Hunk[] {
  return addedHunk(linesOf(content), { oldStart: 0, newStart: 1, heading: "Write: the whole file" }).hunks;
}

/** Where in the file it was is not known. */
function editHunks({ old_string, new_string, replace_all }: Fields): Hunk[] {
  const patch = structuredPatch(text(old_string) ?? "", text(new_string) ?? "");
  const heading = replace_all === true ? "Edit: everywhere" : "Edit";
  return patch.map(({ lines }) => ({
    oldStart: 0,
    newStart: 0,
    heading,
    lines: lines.filter((line) => /^[ +-]/.test(line)),
  }));
}

function parsed(json: string): Fields {
  try {
    const value: unknown = JSON.parse(json);
    return isFields(value) ? value : {};
  } catch {
    return {};
  }
}
