import { structuredPatch } from "diff";
import type { Fields } from "./row.ts";

/** A change of a file that a tool makes or wants to make, as hunks of lines. */
export interface FileChange {
  readonly path: string;
  readonly hunks: readonly Hunk[];
  /** The whole content is written; what was there before is not known here. */
  readonly isWhole: boolean;
  /** What else the tool was given: nothing of an input is hidden. */
  readonly rest: Fields;
}

export interface Hunk {
  readonly lines: readonly DiffLine[];
}

export interface DiffLine {
  readonly kind: "same" | "added" | "removed";
  readonly text: string;
}

/** Undefined for a tool that changes no file, or an input that is not as it should be: that one is shown as it is. */
export function fileChange(name: string, input: Fields): FileChange | undefined {
  const path = text(input.file_path);
  if (path === undefined) return undefined;
  if (name === "Write") {
    const { content, file_path: _, ...rest } = input;
    return typeof content === "string" ? { path, isWhole: true, hunks: hunksOf("", content), rest } : undefined;
  }
  const edits =
    name === "Edit" ? [input] : name === "MultiEdit" && Array.isArray(input.edits) ? (input.edits as Fields[]) : [];
  const hunks = edits.flatMap((edit) => {
    const [before, after] = [text(edit?.old_string), text(edit?.new_string)];
    return before === undefined || after === undefined ? [] : hunksOf(before, after);
  });
  if (hunks.length === 0) return undefined;
  const { file_path: _, old_string, new_string, ...rest } = input;
  return { path, isWhole: false, hunks, rest };
}

const kinds: { readonly [mark: string]: DiffLine["kind"] } = { " ": "same", "+": "added", "-": "removed" };

function hunksOf(before: string, after: string): Hunk[] {
  const { hunks } = structuredPatch("", "", before, after, "", "", { context: 3 }) ?? { hunks: [] };
  return hunks.map(({ lines }) => ({
    lines: lines.flatMap((line) => {
      const kind = kinds[line[0] ?? ""];
      return kind === undefined ? [] : [{ kind, text: line.slice(1) }];
    }),
  }));
}

function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
