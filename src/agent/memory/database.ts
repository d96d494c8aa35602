import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from "node:sqlite";
import { guarded } from "./database-failure.ts";
import { openDatabase } from "./open-database.ts";

/** One connection to the file: statements prepared once, transactions, failures told as ours. */
export class Database {
  readonly file: string;
  readonly #connection: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(file: string, options: { busyTimeoutMs: number }) {
    this.file = file;
    this.#connection = openDatabase(file, options);
  }

  /** One transaction. It takes the lock for writing at once, because one that has read first cannot always get it. */
  write(action: () => void): void {
    guarded(this.file, () => {
      this.#connection.exec("BEGIN IMMEDIATE");
      try {
        action();
        this.#connection.exec("COMMIT");
      } finally {
        if (this.#connection.isTransaction) this.#connection.exec("ROLLBACK");
      }
    });
  }

  /** `lastRow` is the number of the last row inserted. */
  run(sql: string, ...values: readonly SQLInputValue[]): { changes: number; lastRow: number } {
    return guarded(this.file, () => {
      const { changes, lastInsertRowid } = this.#prepare(sql).run(...values);
      return { changes: Number(changes), lastRow: Number(lastInsertRowid) };
    });
  }

  get<Row = Record<string, SQLOutputValue>>(sql: string, ...values: readonly SQLInputValue[]): Row | undefined {
    return guarded(this.file, () => this.#prepare(sql).get(...values) as Row | undefined);
  }

  /** For a bounded number of rows. */
  all<Row = Record<string, SQLOutputValue>>(sql: string, ...values: readonly SQLInputValue[]): Row[] {
    return guarded(this.file, () => this.#prepare(sql).all(...values) as Row[]);
  }

  close(): void {
    if (this.#connection.isOpen) this.#connection.close();
  }

  #prepare(sql: string): StatementSync {
    const statement = this.#statements.get(sql) ?? this.#connection.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}
