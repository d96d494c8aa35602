import { createHmac } from "node:crypto";

/** A decision about a tool use, as it is stored. */
export interface AuditRow {
  /** From 1 on, without a gap. */
  readonly number: number;
  /** The id of its session, which may be deleted by now. */
  readonly session: string;
  readonly tool: string;
  readonly toolUse: string;
  readonly digest: string;
  /** Of what a person made of the input; empty: it was not changed. */
  readonly editedDigest: string;
  readonly verdict: string;
  readonly decidedBy: string;
  /** The name of a person's token, a rule with its file and scope, a limit; else empty. */
  readonly who: string;
  readonly askedMs: number;
  readonly decidedMs: number;
}

/** A place in the chain: the number of a row, and its MAC. */
export interface AuditLink {
  readonly number: number;
  readonly mac: Buffer;
}

/** The end of the chain as it was last seen. It may be some rows behind the database, and is never before it. */
export interface AuditHead extends AuditLink {
  /** The last row when its file was made: of rows that were cut before that it knows nothing. */
  readonly madeAt: number;
}

/** What the first row is bound to. */
export const beforeFirst: AuditLink = { number: 0, mac: Buffer.alloc(32) };

/** Binds a row to the one before it. Who does not have the key can make neither. */
export function auditMac(key: Uint8Array, before: Uint8Array, row: AuditRow): Buffer {
  const { number, session, tool, toolUse, digest, editedDigest, verdict, decidedBy, who, askedMs, decidedMs } = row;
  const said = [number, session, tool, toolUse, digest, editedDigest, verdict, decidedBy, who, askedMs, decidedMs];
  return createHmac("sha256", key).update(before).update(JSON.stringify(said)).digest();
}

/** Rows that retention cut off the beginning: up to the one that it names, which the next row is bound to. */
export interface AuditCut extends AuditLink {
  readonly rows: number;
  readonly cutMs: number;
}

export interface SealedCut extends AuditCut {
  readonly seal: Buffer;
}

/** Binds a cut to the one before it. Nobody without the key can cut rows such that none is missed. */
export function cutSeal(key: Uint8Array, before: Uint8Array | undefined, cut: AuditCut): Buffer {
  const { number, mac, rows, cutMs } = cut;
  const said = ["cut", number, Buffer.from(mac).toString("hex"), rows, cutMs];
  return createHmac("sha256", key)
    .update(before ?? beforeFirst.mac)
    .update(JSON.stringify(said))
    .digest();
}
