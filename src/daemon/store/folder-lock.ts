import { chmodSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { failureKind, openFailure } from "./database-failure.ts";

/**
 * Keeps a second daemon out of a folder. The system lets go of it however we
 * end, so a crash leaves nothing to clean up.
 */
export class FolderLock {
  readonly #connection: DatabaseSync;

  /** Undefined: somebody else has it. */
  static take(file: string): FolderLock | undefined {
    const connection = new DatabaseSync(file, { timeout: 0 });
    try {
      // Who can read a file can lock it.
      chmodSync(file, 0o600);
      connection.exec("PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE");
      return new FolderLock(connection);
    } catch (error) {
      connection.close();
      if (failureKind(error) === "busy") return undefined;
      throw openFailure(file, error);
    }
  }

  private constructor(connection: DatabaseSync) {
    this.#connection = connection;
  }

  release(): void {
    if (this.#connection.isOpen) this.#connection.close();
  }
}
