import { cutsIn } from "./audit-cuts-table.ts";
import type { AuditRow, SealedCut } from "./audit-mac.ts";
import { auditColumns, type SealedRow } from "./audit-table.ts";
import { makeQuery } from "./make-work.ts";
import type { Query } from "./work.ts";

interface AuditReaders {
  readonly cut: (cut: SealedCut) => void;
  readonly row: (row: SealedRow) => void;
}

/** What was cut off, then all that is there, in order, one by one. A database of before the audit has none. */
export function eachAudit({ cut, row: tell }: AuditReaders): Query<void> {
  return makeQuery((db) => {
    if (db.statement("SELECT 1 FROM sqlite_schema WHERE name = 'audit'").get() === undefined) return;
    const rows = db.statement(`SELECT ${auditColumns()}, mac FROM audit ORDER BY number`).iterate();
    let at = rows.next();
    // While the rows are being read, so both are as they were at one time: a daemon may be cutting.
    for (const one of cutsIn(db)) cut(one);
    for (; !at.done; at = rows.next()) {
      const sealed = at.value as unknown as AuditRow & { readonly mac: unknown };
      tell({ ...sealed, mac: Buffer.from(sealed.mac instanceof Uint8Array ? sealed.mac : []) });
    }
  });
}
