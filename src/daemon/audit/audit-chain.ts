import { existsSync } from "node:fs";
import { open } from "node:fs/promises";
import type { AuditEntry } from "../core/audit-entry.ts";
import { type CutWish, cutAudit, rowsAtOnce } from "../store/audit-cuts-table.ts";
import type { AuditHead } from "../store/audit-mac.ts";
import { addAudit, auditLink, lastAudit } from "../store/audit-table.ts";
import type { Store } from "../store/store.ts";
import type { AuditReport } from "../store/verify-audit.ts";
import type { Work } from "../store/work.ts";
import { makeAuditHead, makeAuditKey, readAuditHead, readAuditKey, replaceAuditHead } from "./audit-files.ts";

interface AuditParts {
  readonly store: Store;
  readonly keyFile: string;
  readonly headFile: string;
  /** What a person should know. */
  readonly warn: (message: string) => void;
}

/** How often the head is written at most. */
const headMs = 250;

/**
 * Decisions about tool uses, each bound to the one before it with a key that is not in the database. The end of the
 * chain is kept beside the key, written after the rows are on the disk: a crash leaves it behind the database, never before.
 */
export class AuditChain {
  readonly #parts: AuditParts;
  readonly #key: Buffer;
  /** As it was found. */
  readonly #known: AuditHead;
  #head: AuditHead;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  /** Makes key and head where there are none. Throws `invalid_option` for files that others can read. */
  constructor(parts: AuditParts) {
    this.#parts = parts;
    const { store, keyFile, headFile, warn } = parts;
    const last = store.read(lastAudit());
    const key = readAuditKey(keyFile);
    if (key === undefined && last.number > 0) warn(`${keyFile} is gone: rows up to ${last.number} cannot be verified`);
    this.#key = key ?? makeAuditKey(keyFile);
    const head = readAuditHead(headFile);
    this.#known = head ?? { ...last, madeAt: last.number };
    if (head === undefined) makeAuditHead(headFile, this.#known);
    this.#head = this.#known;
    const { number, mac } = this.#known;
    const found = number === 0 ? this.#known : store.read(auditLink(number));
    if (found === undefined || !found.mac.equals(mac))
      warn(`row ${number} of the audit is not as it was: \`bridle audit verify\` tells more`);
    // The one before was killed.
    if (last.number > number) this.added();
  }

  /** For the commit that makes the decision. */
  add(session: string, entry: AuditEntry): Work {
    return addAudit(session, entry, { key: this.#key, known: this.#known });
  }

  /** After that commit. */
  added(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#writing = this.#writing.then(() => this.#writeHead());
    }, headMs).unref();
  }

  /** Compares all rows with the key, with each other and with the head as it is on the disk. */
  verify(): Promise<AuditReport> {
    const { store, headFile } = this.#parts;
    // Before the rows: it is never ahead of them.
    const head = readAuditHead(headFile);
    return store.reader.verifyAudit(this.#key, head);
  }

  /** Cuts what is older, or more, than is to be kept off the beginning. Gives how many rows; what the head names stays. */
  async cut({ beforeMs, maxRows }: Pick<CutWish, "beforeMs" | "maxRows">, nowMs: number): Promise<number> {
    const { store, warn } = this.#parts;
    for (let sum = 0; ; ) {
      const wish = { beforeMs, maxRows, headNumber: this.#head.number };
      const result = await store.write(cutAudit(wish, this.#key, nowMs));
      if ("problem" in result) {
        warn(`nothing of the audit is cut: ${result.problem}; \`bridle audit verify\` tells more`);
        return sum;
      }
      sum += result.rows;
      if (result.rows < rowsAtOnce) return sum;
    }
  }

  /** Before the store is closed. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(() => this.#writeHead());
    await this.#writing;
  }

  async #writeHead(): Promise<void> {
    const { store, headFile, warn } = this.#parts;
    try {
      const last = store.read(lastAudit());
      if (last.number <= this.#head.number) return;
      // A power cut must not leave the head with rows that were never on the disk.
      await syncFile(`${store.file}-wal`);
      const head = { ...last, madeAt: this.#known.madeAt };
      await replaceAuditHead(headFile, head);
      this.#head = head;
    } catch (error) {
      warn(`the head of the audit could not be written: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

async function syncFile(file: string): Promise<void> {
  if (!existsSync(file)) return;
  const handle = await open(file, "r");
  try {
    await handle.datasync();
  } finally {
    await handle.close();
  }
}
