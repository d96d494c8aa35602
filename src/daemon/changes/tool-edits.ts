import { fromBinary } from "@bufbuild/protobuf";
import { structuredPatch } from "../../agent/tool/structured-patch.ts";
import { EventBatchSchema } from "../../api/gen/bridle/v1/conversation_service_pb.js";
import type { Event } from "../../api/gen/bridle/v1/event_pb.js";
import { type Fields, isFields, text } from "../../wire/fields.ts";
import type { Hunk } from "../git/read-hunks.ts";
import type { Log } from "../log/log.ts";
import { addedHunk, type FileDiff } from "./git-file-diff.ts";
import { linesOf } from "./untracked-file.ts";

/** What one use of a tool did to a file. */
export interface ToolEdit {
  readonly path: string;
  readonly tool: string;
  readonly isWhole: boolean;
  readonly hunks: readonly Hunk[];
}

const pageBytes = 256 * 1024;
/** Newest last; so many are enough to look at. */
const maxEdits = 2000;

/** What the tools of a session wrote, from its log. Uses that failed are left out. */
export async function toolEdits(log: Log, session: string): Promise<ToolEdit[]> {
  const bounds = await log.bounds(session);
  if (bounds === undefined) return [];
  const open = new Map<string, ToolEdit[]>();
  const done: ToolEdit[] = [];
  for (let after = bounds.first - 1; after < bounds.last; ) {
    const batch = await log.read(session, after, pageBytes);
    if (batch === undefined) break;
    after = batch.last;
    for (const event of fromBinary(EventBatchSchema, batch.bytes).events) take(event, open, done);
  }
  return done.slice(-maxEdits);
}

function take({ kind }: Event, open: Map<string, ToolEdit[]>, done: ToolEdit[]): void {
  if (kind.case === "toolStart") {
    const edits = editsOf(kind.value.name, kind.value.inputJson);
    if (edits.length > 0) open.set(kind.value.toolUseId, edits);
  } else if (kind.case === "toolResult") {
    const edits = open.get(kind.value.toolUseId);
    open.delete(kind.value.toolUseId);
    if (edits !== undefined && !kind.value.isError) done.push(...edits);
  }
}

/** The uses of the tools that write files; of all others nothing. */
function editsOf(tool: string, inputJson: string): ToolEdit[] {
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

/** All that was done to one file, in order. */
export function toolFileDiff(edits: readonly ToolEdit[], path: string): FileDiff {
  const hunks = edits.filter((edit) => edit.path === path).flatMap((edit) => edit.hunks);
  const kept = hunks.slice(-maxHunks);
  return { hunks: kept, binary: false, truncated: kept.length < hunks.length, note: "" };
}

const maxHunks = 500;

function parsed(json: string): Fields {
  try {
    const value: unknown = JSON.parse(json);
    return isFields(value) ? value : {};
  } catch {
    return {};
  }
}
