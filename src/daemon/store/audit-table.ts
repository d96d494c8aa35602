import type { AuditEntry } from "../core/audit-entry.ts";
import type { Decider } from "../core/decider.ts";
import { digestOfUse } from "../digest-of-use.ts";
import { type AuditLink, type AuditRow, auditMac, beforeFirst } from "./audit-mac.ts";
import type { Database, Db } from "./database.ts";
import { makeQuery, makeWork } from "./make-work.ts";
import type { Query, Work } from "./work.ts";

/** What an agent calls a tool, or its use of it, is cut here. */
const maxName = 256;

interface AuditSeal {
  readonly key: Uint8Array;
  /** Rows up to this one were there once: where they are gone now, their numbers are not given again. */
  readonly known: AuditLink;
}

/** Appends a decision to the chain. */
export function addAudit(session: string, entry: AuditEntry, { key, known }: AuditSeal): Work {
  const { toolName, toolUseId, digest, editedInputJson = "", verdict, decider, askedMs, decidedMs, folder } = entry;
  const facts = {
    ...{ session, tool: toolName.slice(0, maxName), toolUse: toolUseId.slice(0, maxName), digest, verdict },
    editedDigest: editedInputJson === "" ? "" : digestOfUse(toolName, editedInputJson),
    ...{ decidedBy: decider.by, who: whoOf(decider), askedMs, decidedMs },
  };
  return makeWork((db) => {
    const last = lastLink(db);
    const before = last.number < known.number ? known : last;
    const row: AuditRow = { number: before.number + 1, ...facts };
    db.statement(insertSql).run({ ...row, mac: auditMac(key, before.mac, row) });
    db.statement(folderSql).run({ number: row.number, session, folder: folder ?? null });
  });
}

const insertSql = `INSERT INTO audit VALUES (:number, :session, :tool, :toolUse, :digest, :editedDigest, :verdict,
  :decidedBy, :who, :askedMs, :decidedMs, :mac)`;

const folderSql = `INSERT INTO audited_folders SELECT :number, number, :folder FROM sessions
  WHERE id = :session AND cwd IS NOT :folder`;

function whoOf(decider: Decider): string {
  switch (decider.by) {
    case "person":
      return decider.name;
    case "rule":
      return decider.rule;
    case "limit":
      return decider.why;
    default:
      return "";
  }
}

/** The last row. */
export function lastAudit(): Query<AuditLink> {
  return makeQuery(lastLink);
}

function lastLink(db: Db): AuditLink {
  return linkOf(db.statement("SELECT number, mac FROM audit ORDER BY number DESC LIMIT 1").get()) ?? beforeFirst;
}

/** Undefined: it is not there. */
export function auditLink(number: number): Query<AuditLink | undefined> {
  return makeQuery((db) => linkOf(db.statement("SELECT number, mac FROM audit WHERE number = ?").get(number)));
}

export function linkOf(row: object | undefined): AuditLink | undefined {
  if (row === undefined) return undefined;
  const { number, mac } = row as { number: number; mac: Uint8Array };
  return { number, mac: Buffer.from(mac) };
}

export interface AuditQuery {
  /** The id of one; empty: all. */
  readonly session: string;
  /** Only decisions since then. */
  readonly sinceMs: number;
  /** Only rows with smaller numbers; 0: all. */
  readonly before: number;
  readonly limit: number;
  /** Undefined: any. */
  readonly fits?: AuditFilter | undefined;
}

/** What a row has to be; undefined or empty: anything. */
interface AuditFilter {
  readonly tool?: string;
  readonly verdict?: string | undefined;
  readonly decidedBy?: string;
  /** Is in the name of the tool or in who, or begins an id or the digest. */
  readonly text?: string;
}

export interface ListedRow extends AuditRow {
  /** In hexadecimal. */
  readonly mac: string;
}

/** The newest first. */
export function listAudit(database: Database, query: AuditQuery): ListedRow[] {
  const { session, sinceMs, before, limit, fits = {} } = query;
  const { tool = "", verdict = "", decidedBy = "", text = "" } = fits;
  const given = Object.entries({ session, tool, verdict, decidedBy, text: text.toLowerCase() });
  const conditions = given.filter(([, value]) => value !== "");
  const where = conditions.map(([name]) => ` AND ${conditionSql[name]}`).join("");
  const below = before === 0 ? Number.MAX_SAFE_INTEGER : before;
  const sql = `SELECT ${auditColumns()}, lower(hex(mac)) AS mac FROM audit
    WHERE decided_ms >= :sinceMs AND number < :below${where} ORDER BY number DESC LIMIT :limit`;
  const values = { sinceMs, below, limit, ...Object.fromEntries(conditions) };
  return database.statement(sql).all(values) as unknown as ListedRow[];
}

const conditionSql: { readonly [name: string]: string } = {
  session: "session = :session",
  tool: "tool = :tool",
  verdict: "verdict = :verdict",
  decidedBy: "decided_by = :decidedBy",
  text: `(instr(lower(tool), :text) > 0 OR instr(lower(who), :text) > 0 OR instr(lower(session), :text) = 1
    OR instr(lower(tool_use), :text) = 1 OR instr(digest, :text) = 1)`,
};

/** The columns of a row, each with the name of the table in front where several are looked at. */
export function auditColumns(of = ""): string {
  const named = { toolUse: "tool_use", editedDigest: "edited_digest", decidedBy: "decided_by" };
  const times = { askedMs: "asked_ms", decidedMs: "decided_ms" };
  const same = ["number", "session", "tool", "digest", "verdict", "who"].map((name) => [name, name]);
  return [...same, ...Object.entries({ ...named, ...times })].map(([as, name]) => `${of}${name} AS ${as}`).join(", ");
}

export interface SealedRow extends AuditRow {
  readonly mac: Buffer;
}
