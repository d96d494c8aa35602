import { type Fields, isFields } from "../../wire/fields.ts";
import type { ModelMessage } from "../model/provider.ts";

/** A line of a transcript, as it stands there: what is not known of it is kept. */
export interface TranscriptLine {
  readonly [field: string]: unknown;
}

/** A message of the model API without its content. */
export interface MessageEnvelope {
  readonly [field: string]: unknown;
}

/**
 * What one line of a transcript says: a block of an answer, a result, a prompt. The model
 * reads neighbours of one role as one message.
 */
export interface Entry extends ModelMessage {
  readonly uuid: string;
  /** What else the message of the model API has: `id`, `model`, `usage`, `stop_reason`; the same for all its blocks. */
  readonly message?: MessageEnvelope;
  /** What else its line in the transcript says: `toolUseResult`, `isMeta`; with a `type`, it is no message there. */
  readonly line?: TranscriptLine;
  /** When it was said, in milliseconds since 1970; now, if not told. */
  readonly atMs?: number;
}

/** Other lines are for people and programs only: failures, retries, the boundary of a compaction and its summary, calls that wait. */
export function isForModel({ line }: Entry): boolean {
  if (line?.type === "system" || isDeferral(line)) return false;
  return line?.isApiErrorMessage !== true && line?.isCompactSummary !== true;
}

/** How transcripts call a tool call that a hook put off. */
export const deferralType = "hook_deferred_tool";

export function isDeferral(line: TranscriptLine | undefined): line is TranscriptLine & { readonly attachment: Fields } {
  return isFields(line?.attachment) && line.attachment.type === deferralType;
}

/** How many prompts there were, up to and including the newest of these. */
export function turnsUntil(entries: readonly Entry[]): number {
  for (const { line } of entries.toReversed()) {
    if (isFields(line?.turnPosition)) return Number(line.turnPosition.turnIndex) || 0;
  }
  return entries.filter(({ role }) => role === "user").length;
}

/** One that was kept. `number` goes up along a conversation. */
export interface StoredEntry extends Entry {
  readonly number: number;
  readonly atMs: number;
}

export interface EntryRow {
  readonly number: number;
  readonly uuid: string;
  readonly role: string;
  readonly content: string;
  readonly message: string | null;
  readonly line: string | null;
  readonly at_ms: number;
}

/** The values of a row, without its number. Throws for what JSON cannot hold. */
export function entryRow(entry: Entry): Omit<EntryRow, "number"> {
  return {
    uuid: entry.uuid,
    role: entry.role,
    content: JSON.stringify(entry.content),
    message: entry.message === undefined ? null : JSON.stringify(entry.message),
    line: entry.line === undefined ? null : JSON.stringify(entry.line),
    at_ms: entry.atMs ?? Date.now(),
  };
}

export function readEntry(row: EntryRow): StoredEntry {
  return {
    number: row.number,
    uuid: row.uuid,
    role: row.role as Entry["role"],
    content: JSON.parse(row.content),
    ...(row.message !== null && { message: JSON.parse(row.message) }),
    ...(row.line !== null && { line: JSON.parse(row.line) }),
    atMs: row.at_ms,
  };
}
