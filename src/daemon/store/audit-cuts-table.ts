import { type AuditCut, auditMac, beforeFirst, cutSeal, type SealedCut } from "./audit-mac.ts";
import { auditColumns, linkOf, type SealedRow } from "./audit-table.ts";
import type { Db } from "./database.ts";
import { makeWork } from "./make-work.ts";
import type { Work } from "./work.ts";

/** How much of the beginning may go. */
export interface CutWish {
  /** Rows decided before then. */
  readonly beforeMs: number;
  /** Rows beyond so many. */
  readonly maxRows: number;
  /** Only rows before this one: the head names it. */
  readonly headNumber: number;
}

/** `problem`: the rows are not as they were written; a cut would hide it, so nothing is cut. */
type CutResult = { readonly rows: number } | { readonly problem: string };

/** Their codes are calculated again, between others' work. */
export const rowsAtOnce = 500;

/** Cuts up to so many rows off the beginning of the chain, and leaves a sealed mark of it, which the rest is bound to. */
export function cutAudit(wish: CutWish, key: Uint8Array, cutMs: number): Work<CutResult> {
  return makeWork((db) => {
    const before = cutsIn(db).at(-1);
    let last = before ?? beforeFirst;
    const first = last.number;
    for (const row of oldest(db, wish)) {
      if (row.number !== last.number + 1 || !auditMac(key, last.mac, row).equals(row.mac))
        return { problem: `row ${last.number + 1} is not as it was written` };
      last = row;
    }
    const rows = last.number - first;
    if (rows === 0) return { rows };
    const cut: AuditCut = { number: last.number, mac: last.mac, rows, cutMs };
    db.statement("DELETE FROM audited_folders WHERE number <= ?").run(cut.number);
    db.statement("DELETE FROM audit WHERE number <= ?").run(cut.number);
    const seal = cutSeal(key, before?.seal, cut);
    db.statement("INSERT INTO audit_cuts VALUES (:number, :mac, :rows, :cutMs, :seal)").run({ ...cut, seal });
    return { rows };
  });
}

/** Up to the first that is to stay, in order. */
function oldest(db: Db, { beforeMs, maxRows, headNumber }: CutWish): SealedRow[] {
  const { last = 0 } = (db.statement("SELECT max(number) AS last FROM audit").get() ?? {}) as { last?: number };
  const rows = db
    .statement(`SELECT ${auditColumns()}, mac FROM audit WHERE number < ? ORDER BY number LIMIT ?`)
    .all(headNumber, rowsAtOnce) as unknown as SealedRow[];
  const stays = rows.findIndex(({ number, decidedMs }) => decidedMs >= beforeMs && number > last - maxRows);
  return (stays === -1 ? rows : rows.slice(0, stays)).map((row) => ({ ...row, mac: Buffer.from(row.mac) }));
}

/** In order. A database of before them has none. */
export function cutsIn(db: Db): SealedCut[] {
  if (db.statement("SELECT 1 FROM sqlite_schema WHERE name = 'audit_cuts'").get() === undefined) return [];
  const rows = db.statement("SELECT number, mac, rows, cut_ms AS cutMs, seal FROM audit_cuts ORDER BY number").all();
  return rows.flatMap((row) => {
    const { rows: count, cutMs, seal } = row as { rows: number; cutMs: number; seal: Uint8Array };
    const link = linkOf(row);
    return link === undefined ? [] : [{ ...link, rows: count, cutMs, seal: Buffer.from(seal) }];
  });
}
