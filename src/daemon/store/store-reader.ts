import type { AuditHead } from "./audit-mac.ts";
import { type AuditQuery, type ListedRow, listAudit } from "./audit-table.ts";
import type { CheckReport } from "./check-database.ts";
import type { CheckpointMode, CheckpointResult } from "./checkpoint.ts";
import type { Database } from "./database.ts";
import { readFailure } from "./database-failure.ts";
import { type EventPage, type PageRequest, readPage } from "./event-pages.ts";
import type { JobArguments, JobName, JobResult } from "./jobs.ts";
import { LastingThread } from "./lasting-thread.ts";
import { listSessions, type SessionPage, type SessionQuery, summaryOf } from "./list-sessions.ts";
import type { RecordedUses } from "./recorded-uses.ts";
import type { Outdated, RetentionPolicy } from "./retention-plan.ts";
import type { SearchHit } from "./search-sessions.ts";
import { StoreThread } from "./store-thread.ts";
import type { UsageRange, UsageReport } from "./usage-table.ts";
import type { AuditReport } from "./verify-audit.ts";

interface SearchOptions {
  /** Only sessions of these folders; undefined for all. */
  readonly among?: readonly string[] | undefined;
  readonly timeoutMs?: number;
}

/**
 * Everything that reads more than a row or two, in a thread that is started when it is needed and ended when it is not for
 * a while. The thread costs 19 MB, so while there is none what is small is read by the writer's connection.
 */
export class StoreReader {
  readonly #file: string;
  readonly #inline: Database | undefined;
  readonly #longJobs = new Set<StoreThread>();
  readonly #reading: LastingThread;
  readonly #searching: LastingThread;
  #isClosed = false;

  /** `idleMs`: how long a thread is kept that has nothing to do. */
  constructor(file: string, inline?: Database, idleMs = threadIdleMs) {
    this.#file = file;
    this.#inline = inline;
    this.#reading = new LastingThread(file, idleMs);
    this.#searching = new LastingThread(file, idleMs);
  }

  get hasThread(): boolean {
    return this.#reading.isRunning;
  }

  async page(request: PageRequest): Promise<EventPage | undefined> {
    const inline = request.upTo - request.after <= smallPage ? this.#inlineDatabase() : undefined;
    return inline ? this.#read(inline, () => readPage(inline, request)) : this.#call("page", request);
  }

  async list(query: SessionQuery): Promise<SessionPage> {
    const inline = query.pageSize <= smallPage ? this.#inlineDatabase() : undefined;
    const { rows, nextPageToken } = inline
      ? this.#read(inline, () => listSessions(inline, query))
      : await this.#call("list", query);
    return { sessions: rows.map(summaryOf), nextPageToken };
  }

  /** In a thread of its own, so that no replay waits for it. Rejects with `timeout`. */
  async search(text: string, limit: number, { among, timeoutMs = searchMs }: SearchOptions = {}): Promise<SearchHit[]> {
    const hits = await this.#searching.call("search", { text, limit, timeoutMs, among });
    return hits.map(({ session, ...found }) => ({ session: summaryOf(session), ...found }));
  }

  usage(range: UsageRange): Promise<UsageReport> {
    return this.#call("usage", range);
  }

  /** The newest first. */
  async audit(query: AuditQuery): Promise<ListedRow[]> {
    // What few rows fit may be looked for in all of them.
    const isQuick = query.limit <= smallPage && query.fits === undefined;
    const inline = isQuick ? this.#inlineDatabase() : undefined;
    return inline ? this.#read(inline, () => listAudit(inline, query)) : this.#call("audit", query);
  }

  /** In a thread of its own: it reads every row. */
  verifyAudit(key: Uint8Array, head: AuditHead | undefined): Promise<AuditReport> {
    return this.#callInOwnThread("verifyAudit", key, head);
  }

  /** In a thread of its own: the logs of many sessions may be read for it. */
  recordedUses(query: JobArguments<"recordedUses">[0]): Promise<RecordedUses> {
    return this.#callInOwnThread("recordedUses", query);
  }

  checkpoint(mode: CheckpointMode): Promise<CheckpointResult> {
    return this.#call("checkpoint", mode);
  }

  planRetention(policy: RetentionPolicy, nowMs: number): Promise<Outdated[]> {
    return this.#callInOwnThread("planRetention", policy, nowMs);
  }

  check(): Promise<CheckReport> {
    return this.#callInOwnThread("check");
  }

  /** Into a file that is not there yet. */
  backup(to: string): Promise<void> {
    return this.#callInOwnThread("backup", to);
  }

  /** After what was asked for, except long jobs: those are ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([
      this.#reading.close(),
      this.#searching.stop(),
      ...[...this.#longJobs].map((thread) => thread.stop()),
    ]);
  }

  /** In the middle of whatever its threads do: what was asked of them fails. */
  stop(): void {
    this.#isClosed = true;
    for (const thread of [this.#reading, this.#searching, ...this.#longJobs]) void thread.stop();
  }

  /** The writer's connection, while there is no thread. */
  #inlineDatabase(): Database | undefined {
    return this.#isClosed || this.hasThread ? undefined : this.#inline;
  }

  #read<T>(inline: Database, read: () => T): T {
    try {
      return read();
    } catch (error) {
      inline.forgetStatements();
      throw readFailure(error, this.#file);
    }
  }

  #call<N extends JobName>(name: N, ...args: JobArguments<N>): Promise<JobResult<N>> {
    return this.#reading.call(name, ...args);
  }

  /** In a thread of its own, for as long as it takes: replay must not wait for a backup. */
  async #callInOwnThread<N extends JobName>(name: N, ...args: JobArguments<N>): Promise<JobResult<N>> {
    if (this.#isClosed) throw new Error("the store is closed");
    const thread = new StoreThread(this.#file);
    this.#longJobs.add(thread);
    try {
      return await thread.call(name, ...args);
    } finally {
      this.#longJobs.delete(thread);
      await thread.close();
    }
  }
}

const smallPage = 100;
/** How long one search may take. */
const searchMs = 5000;
/** For whoever types or scrolls on. */
const threadIdleMs = 30_000;
