import type { Database } from "./database.ts";

/** PASSIVE never waits for anybody. TRUNCATE empties the log's file, if nobody reads from it. */
export type CheckpointMode = "PASSIVE" | "TRUNCATE";

export interface CheckpointResult {
  /** Pages in the log, and how many of them are in the database now. */
  readonly pages: number;
  readonly moved: number;
}

export function checkpoint(database: Database, mode: CheckpointMode): CheckpointResult {
  const { log, checkpointed } = database.statement(`PRAGMA wal_checkpoint(${mode})`).get() as {
    log: number;
    checkpointed: number;
  };
  return { pages: log, moved: checkpointed };
}
