import { makeQuery, makeWork } from "./make-work.ts";
import type { Query, Work } from "./work.ts";

/** A device that may confirm what people decide. */
export interface PasskeyRow {
  /** WebAuthn's id of the credential, base64url. */
  readonly id: string;
  /** In COSE's form. */
  readonly publicKey: Uint8Array<ArrayBuffer>;
  readonly counter: number;
  readonly transports: readonly string[];
  /** Its authenticator may copy it to other devices. */
  readonly synced: boolean;
  readonly name: string;
  /** The token of whoever registered it. */
  readonly registeredBy: string;
  readonly createdMs: number;
  /** 0: never. */
  readonly usedMs: number;
}

export function addPasskey(row: PasskeyRow): Work {
  const { id, publicKey, counter, transports, synced, name, registeredBy, createdMs, usedMs } = row;
  return makeWork((db) => {
    db.statement(`INSERT INTO passkeys VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`).run(
      ...[id, publicKey, counter, JSON.stringify(transports), Number(synced)],
      ...[name, registeredBy, createdMs, usedMs],
    );
  });
}

export function usePasskey(id: string, counter: number, usedMs: number): Work {
  return makeWork((db) => {
    db.statement("UPDATE passkeys SET counter = max(counter, ?), used_ms = ? WHERE id = ?").run(counter, usedMs, id);
  });
}

export function removePasskey(id: string): Work {
  return makeWork((db) => {
    db.statement("DELETE FROM passkeys WHERE id = ?").run(id);
  });
}

/** The oldest first. */
export function allPasskeys(): Query<PasskeyRow[]> {
  return makeQuery((db) => {
    const rows = db.statement(selectSql).all() as unknown as Stored[];
    return rows.map(({ transports, synced, publicKey, ...rest }) => ({
      ...rest,
      publicKey: new Uint8Array(publicKey),
      transports: JSON.parse(transports) as string[],
      synced: synced === 1,
    }));
  });
}

type Stored = Omit<PasskeyRow, "transports" | "synced"> & { readonly transports: string; readonly synced: number };

const selectSql = `SELECT id, public_key AS publicKey, counter, transports, synced, name, registered_by AS registeredBy,
  created_ms AS createdMs, used_ms AS usedMs FROM passkeys ORDER BY created_ms, id`;
