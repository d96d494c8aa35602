import { DatabaseSync, type StatementSync } from "node:sqlite";

/** What a work gets: statements, prepared once. */
export interface Db {
  statement(sql: string): StatementSync;
  /** The same, with each row as an array of its values. */
  arrays(sql: string): StatementSync;
}

/** One connection to the file. */
export class Database implements Db {
  readonly file: string;
  readonly connection: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  readonly #arrays = new Map<string, StatementSync>();

  constructor(file: string, connection: DatabaseSync) {
    this.file = file;
    this.connection = connection;
  }

  /** For a database that is known to be ours and up to date; never writes. */
  static openForReading(file: string): Database {
    const connection = new DatabaseSync(file, { readOnly: true, timeout: readTimeoutMs });
    return new Database(file, connection);
  }

  statement(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.connection.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  arrays(sql: string): StatementSync {
    let statement = this.#arrays.get(sql);
    if (statement === undefined) {
      statement = this.connection.prepare(sql);
      statement.setReturnArrays(true);
      this.#arrays.set(sql, statement);
    }
    return statement;
  }

  number(sql: string): number {
    return Number(Object.values(this.statement(sql).get() ?? {})[0]);
  }

  /** After a failure: a statement that was being stepped through would fail again for whoever uses it next. */
  forgetStatements(): void {
    this.#statements.clear();
    this.#arrays.clear();
  }

  close(): void {
    this.forgetStatements();
    if (this.connection.isOpen) this.connection.close();
  }
}

const readTimeoutMs = 1000;
