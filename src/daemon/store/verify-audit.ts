import { type AuditHead, type AuditLink, auditMac, beforeFirst, cutSeal, type SealedCut } from "./audit-mac.ts";
import type { SealedRow } from "./audit-table.ts";
import type { Database } from "./database.ts";
import { eachAudit } from "./each-audit.ts";
import type { Query } from "./work.ts";

export interface AuditReport {
  readonly rows: number;
  /** By the settings, from the first one on. */
  readonly cut: { readonly rows: number; readonly lastMs: number } | undefined;
  /** For a person; empty: every row is as it was written, and none is missing. */
  readonly problems: readonly string[];
}

const maxProblems = 100;

/** Runs `read` over all rows and compares them with the key, with each other and with the head, which has to be read before. */
export function verifyAudit(
  read: (query: Query<void>) => void,
  key: Uint8Array,
  head: AuditHead | undefined,
): AuditReport {
  const checker = new ChainChecker(key, head);
  read(eachAudit({ cut: (cut) => checker.takeCut(cut), row: (row) => checker.take(row) }));
  return checker.report();
}

/** The same in a thread: what comes to it has lost its class. */
export function verifyInThread(database: Database, key: Uint8Array, head: AuditHead | undefined): AuditReport {
  const given = head && { ...head, mac: Buffer.from(head.mac) };
  return verifyAudit((query) => query(database), key, given);
}

class ChainChecker {
  readonly #key: Uint8Array;
  readonly #head: AuditHead | undefined;
  readonly #problems: string[] = [];
  #last: AuditLink = beforeFirst;
  #headRow: AuditLink | undefined;
  #cut: SealedCut | undefined;
  #rows = 0;

  constructor(key: Uint8Array, head: AuditHead | undefined) {
    this.#key = key;
    this.#head = head;
    if (head?.number === 0) this.#headRow = head;
  }

  /** Who has the key cut these rows, and the next one is bound to the last of them. */
  takeCut(cut: SealedCut): void {
    const isSealed = cutSeal(this.#key, this.#cut?.seal, cut).equals(cut.seal);
    if (isSealed && cut.rows === cut.number - this.#last.number) {
      this.#cut = cut;
      this.#last = cut;
    } else this.#problem(`the mark that rows up to ${cut.number} were cut was changed`);
  }

  take(row: SealedRow): void {
    this.#rows += 1;
    const first = this.#last.number + 1;
    if (row.number === first) {
      if (!auditMac(this.#key, this.#last.mac, row).equals(row.mac)) this.#problem(`row ${row.number} was changed`);
    } else if (row.number < first) this.#problem(`row ${row.number} was added`);
    else this.#missing(first, row.number - 1);
    if (row.number === this.#head?.number) this.#headRow = row;
    this.#last = row;
  }

  report(): AuditReport {
    const head = this.#head;
    if (head === undefined) {
      if (this.#rows > 0) this.#problem("the head is missing: rows may have been cut off the end");
    } else {
      if (head.number > this.#last.number) this.#missing(this.#last.number + 1, head.number);
      else if (this.#headRow !== undefined && !this.#headRow.mac.equals(head.mac))
        this.#problem(`row ${head.number} is not the one that the head names`);
      if (head.madeAt > 0)
        this.#problem(`the head was lost when row ${head.madeAt} was the last: rows may have been cut off before`);
    }
    const cut = this.#cut && { rows: this.#cut.number, lastMs: this.#cut.cutMs };
    return { rows: this.#rows, cut, problems: this.#problems };
  }

  #missing(from: number, to: number): void {
    this.#problem(from === to ? `row ${from} is missing` : `rows ${from} to ${to} are missing`);
  }

  #problem(problem: string): void {
    if (this.#problems.length < maxProblems) this.#problems.push(problem);
  }
}
