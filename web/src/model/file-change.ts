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

interface Hunk {
  /** The number of its first line in the file, where that is known. */
  readonly line?: number;
  readonly lines: readonly DiffLine[];
}

export interface DiffLine {
  readonly kind: "same" | "added" | "removed" | "note";
  readonly text: string;
}

/** Comparing is work, and the same input is looked at again and again. */
const known = new WeakMap<Fields, { readonly key: string; readonly change: FileChange | undefined }>();

/**
 * Undefined for a tool that changes no file, or an input that is not as it should be: that one is shown as it is. `before` is the
 * whole content that is to be replaced, where it is known.
 */
export function fileChange(name: string, input: Fields, before?: string): FileChange | undefined {
  const key = `${name}\n${before ?? "\0"}`;
  const found = known.get(input);
  if (found?.key === key) return found.change;
  const change = changeOf(name, input, before);
  known.set(input, { key, change });
  return change;
}

export function lineCounts({ hunks }: FileChange): { readonly added: number; readonly removed: number } {
  const lines = hunks.flatMap((hunk) => hunk.lines);
  const count = (kind: DiffLine["kind"]): number => lines.filter((line) => line.kind === kind).length;
  return { added: count("added"), removed: count("removed") };
}

function changeOf(name: string, input: Fields, before: string | undefined): FileChange | undefined {
  const path = text(input.file_path);
  if (path === undefined) return undefined;
  if (name === "Write") {
    const { content, file_path: _, ...rest } = input;
    if (typeof content !== "string") return undefined;
    const hunks = hunksOf(before ?? "", content);
    return { path, isWhole: before === undefined, hunks: before ? hunks : hunks.map(({ lines }) => ({ lines })), rest };
  }
  const edits =
    name === "Edit" ? [input] : name === "MultiEdit" && Array.isArray(input.edits) ? (input.edits as Fields[]) : [];
  const hunks = edits.flatMap((edit) => {
    const [from, to] = [text(edit?.old_string), text(edit?.new_string)];
    if (from === undefined || to === undefined) return [];
    // Parts of lines: that neither ends with one says nothing of the file.
    const end = from.endsWith("\n") || to.endsWith("\n") ? "" : "\n";
    return hunksOf(closed(from, end), closed(to, end)).map(({ lines }) => ({ lines }));
  });
  if (hunks.length === 0) return undefined;
  const { file_path: _, old_string, new_string, ...rest } = input;
  return { path, isWhole: false, hunks, rest };
}

const kinds: { readonly [mark: string]: DiffLine["kind"] } = {
  " ": "same",
  "+": "added",
  "-": "removed",
  // No newline at the end of the file.
  "\\": "note",
};

/** To look for the shortest difference of two texts that have little in common takes longer than anybody waits. */
const maxDiffMs = 300;

/** The differences of two texts, with some lines around them. */
export function hunksOf(before: string, after: string): Hunk[] {
  const patch = structuredPatch("", "", before, after, "", "", { context: 3, timeout: maxDiffMs });
  if (patch === undefined) return [{ line: 1, lines: [...linesOf(before, "removed"), ...linesOf(after, "added")] }];
  return patch.hunks.map(({ newStart, lines }) => ({
    line: newStart,
    lines: lines.flatMap((line) => {
      const kind = kinds[line[0] ?? ""];
      return kind === undefined ? [] : [{ kind, text: kind === "note" ? line.slice(2) : line.slice(1) }];
    }),
  }));
}

function closed(part: string, end: string): string {
  return part === "" ? "" : part + end;
}

function linesOf(whole: string, kind: DiffLine["kind"]): DiffLine[] {
  return whole === ""
    ? []
    : whole
        .replace(/\n$/, "")
        .split("\n")
        .map((line) => ({ kind, text: line }));
}

function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
