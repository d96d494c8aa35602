import type { Fields } from "../../wire/fields.ts";
import type { ModelMessage } from "../model/provider.ts";

/** A message of a conversation, to be kept. */
export interface Entry extends ModelMessage {
  readonly uuid: string;
  /** What else the message of the model API has: `id`, `model`, `usage`, `stop_reason`. */
  readonly message?: Fields;
  /** What else its line in the transcript says: `toolUseResult`, `isMeta`. */
  readonly line?: Fields;
  /** When it was said, in milliseconds since 1970; now, if not told. */
  readonly atMs?: number;
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
