import { listAudit } from "./audit-table.ts";
import { backupDatabase } from "./backup-database.ts";
import { checkDatabase } from "./check-database.ts";
import { checkpoint } from "./checkpoint.ts";
import type { Database } from "./database.ts";
import { readPage } from "./event-pages.ts";
import { listSessions } from "./list-sessions.ts";
import { recordedUses } from "./recorded-uses.ts";
import { planRetention } from "./retention-plan.ts";
import { searchSessions } from "./search-sessions.ts";
import { readUsage } from "./usage-table.ts";
import { verifyInThread } from "./verify-audit.ts";

/** What the worker does, by name: the calls of `StoreReader` are typed from this table. */
export const jobs = {
  page: readPage,
  list: listSessions,
  search: searchSessions,
  usage: readUsage,
  audit: listAudit,
  verifyAudit: verifyInThread,
  recordedUses,
  checkpoint,
  planRetention,
  check: checkDatabase,
  backup: backupDatabase,
} satisfies { readonly [name: string]: (database: Database, ...args: never) => unknown };

export type JobName = keyof typeof jobs;

export type JobArguments<N extends JobName> = (typeof jobs)[N] extends (database: Database, ...args: infer A) => unknown
  ? A
  : never;

export type JobResult<N extends JobName> = ReturnType<(typeof jobs)[N]>;

export interface JobRequest {
  readonly id: number;
  readonly name: JobName;
  readonly args: readonly unknown[];
}

/** Errors cross threads without their class. */
export type JobAnswer =
  | { readonly id: number; readonly value: unknown }
  | {
      readonly id: number;
      readonly problem: { readonly message: string; readonly code?: string; readonly data?: unknown };
    };
