import { fromBinary } from "@bufbuild/protobuf";
import { BinaryReader } from "@bufbuild/protobuf/wire";
import { AskSchema } from "../../api/gen/bridle/v1/ask_pb.js";
import { EventSchema } from "../../api/gen/bridle/v1/event_pb.js";
import { digestOfUse } from "../digest-of-use.ts";
import type { AuditRow } from "./audit-mac.ts";
import { auditColumns } from "./audit-table.ts";
import type { Database } from "./database.ts";
import { eventKey } from "./events-table.ts";

/** A decision with what it was about, which its session still knows. */
export interface RecordedUse extends AuditRow {
  /** The folder of its session. */
  readonly cwd: string;
  /** Where the tool would have run; undefined: nobody told. */
  readonly folder: string | undefined;
  readonly inputJson: string;
}

export interface RecordedUses {
  /** The newest first. */
  readonly uses: readonly RecordedUse[];
  /** Decisions whose session is deleted, or whose input is not known any more. */
  readonly lost: number;
}

/** The newest decisions, or one. */
type UsesQuery = { readonly sinceMs: number; readonly limit: number } | { readonly number: number };

interface FoundRow extends AuditRow {
  readonly sessionNumber: number | null;
  readonly cwd: string;
  readonly isElsewhere: number;
  readonly folder: string | null;
}

/** The inputs of tools that are handed on together. */
const maxInputChars = 16 * 1024 * 1024;

/** Inputs are found by their digest: in asks, which have them whole, and where the model wrote them. */
export function recordedUses(database: Database, query: UsesQuery): RecordedUses {
  const rows = findRows(database, query) as unknown as FoundRow[];
  const bySession = Map.groupBy(rows, ({ sessionNumber }) => sessionNumber);
  const inputs = new Map<string, string>();
  let chars = 0;
  const keep = (digest: string, inputJson: string): void => {
    if (inputs.has(digest) || chars + inputJson.length > maxInputChars) return;
    chars += inputJson.length;
    inputs.set(digest, inputJson);
  };
  for (const [session, ofSession] of bySession) {
    if (session === null) continue;
    const wanted = new Set(ofSession.map(({ digest }) => digest).filter((digest) => digest !== ""));
    findInAsks(database, session, wanted, keep);
    if ([...wanted].some((digest) => !inputs.has(digest))) findInEvents(database, session, wanted, keep);
  }
  const uses = rows.flatMap(({ sessionNumber, isElsewhere, folder, ...row }): RecordedUse[] => {
    const inputJson = sessionNumber === null ? undefined : inputs.get(row.digest);
    return inputJson === undefined
      ? []
      : [{ ...row, folder: isElsewhere ? (folder ?? undefined) : row.cwd, inputJson }];
  });
  return { uses, lost: rows.length - uses.length };
}

function findRows(database: Database, query: UsesQuery): unknown[] {
  return "number" in query
    ? database.statement(usesSql("audit.number = ?")).all(query.number)
    : database.statement(`${usesSql("audit.decided_ms >= ?")} LIMIT ?`).all(query.sinceMs, query.limit);
}

const usesSql = (
  which: string,
): string => `SELECT ${auditColumns("audit.")}, sessions.number AS sessionNumber, sessions.cwd AS cwd,
  audited_folders.number IS NOT NULL AS isElsewhere, folder FROM audit
  LEFT JOIN sessions ON sessions.id = audit.session
  LEFT JOIN audited_folders ON audited_folders.number = audit.number
  WHERE ${which} AND audit.session <> '' ORDER BY audit.number DESC`;

type Keep = (digest: string, inputJson: string) => void;

function findInAsks(database: Database, session: number, wanted: ReadonlySet<string>, keep: Keep): void {
  for (const row of database.statement("SELECT ask FROM asks WHERE session = ?").iterate(session)) {
    const { digest, inputJson } = fromBinary(AskSchema, (row as unknown as { ask: Uint8Array }).ask);
    if (wanted.has(digest)) keep(digest, inputJson);
  }
}

function findInEvents(database: Database, session: number, wanted: ReadonlySet<string>, keep: Keep): void {
  const sql = "SELECT data FROM events WHERE key > ? AND key < ?";
  for (const row of database.statement(sql).iterate(eventKey(session, 0), eventKey(session + 1, 0))) {
    const { data } = row as unknown as { data: Uint8Array };
    // Most events are pieces of text: reading all of them would take many times as long.
    if (!isToolStart(data)) continue;
    const { kind } = fromBinary(EventSchema, data);
    if (kind.case !== "toolStart") continue;
    const digest = digestOfUse(kind.value.name, kind.value.inputJson);
    if (wanted.has(digest)) keep(digest, kind.value.inputJson);
  }
}

/** By the number of what it is, behind its seq, time, turn and parent. */
function isToolStart(data: Uint8Array): boolean {
  const reader = new BinaryReader(data);
  while (reader.pos < reader.len) {
    const [field, type] = reader.tag();
    if (field >= EventSchema.field.textDelta.number) return field === EventSchema.field.toolStart.number;
    reader.skip(type, field);
  }
  return false;
}
