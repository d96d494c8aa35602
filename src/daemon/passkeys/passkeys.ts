import { createHash } from "node:crypto";
import type { AuditChain } from "../audit/audit-chain.ts";
import { addPasskey, allPasskeys, type PasskeyRow, removePasskey, usePasskey } from "../store/passkeys-table.ts";
import type { Store } from "../store/store.ts";
import { together, type Work } from "../store/work.ts";

/** The passkeys that are registered. Each that comes or goes is a row of the audit. */
export class Passkeys {
  readonly #store: Store;
  readonly #audit: AuditChain;
  #rows: readonly PasskeyRow[];

  constructor(store: Store, audit: AuditChain) {
    this.#store = store;
    this.#audit = audit;
    this.#rows = store.read(allPasskeys());
  }

  /** The oldest first. */
  get all(): readonly PasskeyRow[] {
    return this.#rows;
  }

  find(id: string): PasskeyRow | undefined {
    return this.#rows.find((row) => row.id === id);
  }

  /** `by`: whose word it is that this one counts from now on. */
  async add(row: PasskeyRow, by: string, also: Work): Promise<void> {
    await this.#write(together(addPasskey(row), this.#audited("register passkey", row, by), also));
    this.#audit.added();
  }

  async remove(row: PasskeyRow, by: string, also: Work): Promise<void> {
    await this.#write(together(removePasskey(row.id), this.#audited("remove passkey", row, by), also));
    this.#audit.added();
  }

  used({ id }: PasskeyRow, counter: number): Promise<void> {
    return this.#write(usePasskey(id, counter, Date.now()));
  }

  /** Of no session; the digest is that of the public key. */
  #audited(what: string, { id, name, publicKey }: PasskeyRow, by: string): Work {
    const digest = createHash("sha256").update(publicKey).digest("hex");
    const nowMs = Date.now();
    return this.#audit.add("", {
      ...{ toolName: `${what} ${name}`, toolUseId: id, digest, verdict: "allow", folder: undefined },
      ...{ decider: { by: "person", name: by }, askedMs: nowMs, decidedMs: nowMs },
    });
  }

  async #write(work: Work): Promise<void> {
    await this.#store.write(work);
    this.#rows = this.#store.read(allPasskeys());
  }
}
