import { BridleError } from "../../errors.ts";
import { Checkpointer } from "./checkpointer.ts";
import { commit, type Outcome } from "./commit.ts";
import { CommitPace } from "./commit-pace.ts";
import type { Database } from "./database.ts";
import { failureKind } from "./database-failure.ts";
import { removeMark, renewMark } from "./file-mark.ts";
import { type OpenOptions, openDatabase } from "./open-database.ts";
import { StoreReader } from "./store-reader.ts";
import { noStorage, type Trouble, troubleOf } from "./trouble.ts";
import { type Query, together, type Work } from "./work.ts";

/**
 * The one writer of the database. Everything written in one tick is one transaction, in order. While nothing can be
 * stored, everything waits and is tried again every second: what waits was not acknowledged, and nothing else can be lost.
 */
export class Store {
  readonly file: string;
  /** The worker's side: pages, lists, search, backup. */
  readonly reader: StoreReader;
  readonly #database: Database;
  readonly #checkpointer: Checkpointer;
  readonly #listeners = new Set<(trouble: Trouble | undefined) => void>();
  readonly #pace = new CommitPace();
  #preparing: (() => void)[] = [];
  #waiting: Waiting[] = [];
  #waitingBytes = 0;
  #next: NodeJS.Immediate | NodeJS.Timeout | undefined;
  #holds = 0;
  #held: Promise<unknown> = Promise.resolve();
  #busySinceMs: number | undefined;
  #trouble: Trouble | undefined;
  /** Something was written: a log that is left over now is known to be this file's. */
  #isMarked = false;
  #closed: Promise<void> | undefined;

  constructor(file: string, options: OpenOptions = {}) {
    this.file = file;
    this.#database = openDatabase(file, options);
    // Whoever holds the lock, the loop does not wait for it.
    this.#database.connection.exec("PRAGMA busy_timeout = 0");
    this.reader = new StoreReader(file, this.#database);
    this.#checkpointer = new Checkpointer(this.reader, (action) => this.hold(action));
  }

  /** From what is committed. Small things only: it holds up the loop. */
  read<T>(query: Query<T>): T {
    return query(this.#database);
  }

  /** Set while nothing can be stored. */
  get trouble(): Trouble | undefined {
    return this.#trouble;
  }

  /** What waits to be stored. */
  get backlog(): { readonly works: number; readonly bytes: number } {
    return { works: this.#waiting.length, bytes: this.#waitingBytes };
  }

  /** Throws `no_storage` while nothing can be stored: for calls that would only wait. */
  throwIfTroubled(): void {
    if (this.#trouble !== undefined) throw noStorage(this.file, this.#trouble);
  }

  /** Called when storing begins to fail and when it works again. Gives what ends that. */
  onTrouble(listener: (trouble: Trouble | undefined) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Resolves when nothing can be stored: for whoever must not wait until it can. */
  untilTroubled(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    if (this.#trouble !== undefined) resolve();
    else this.onTrouble(() => resolve());
    return promise;
  }

  /**
   * Resolves with what the work gave once it is stored, in the order of the calls. A work that throws fails alone: all of
   * it is undone, and the others are stored. In a flood commits are some milliseconds apart. `bytes`: about how much it
   * stores.
   */
  write<T>(work: Work<T>, bytes = 0): Promise<T> {
    if (this.#closed !== undefined) return Promise.reject(closedError());
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    this.#waiting.push({ work, bytes, resolve: resolve as (value: unknown) => void, reject });
    this.#waitingBytes += bytes;
    this.#schedule();
    return promise;
  }

  /** Resolves once everything written so far is stored, or has failed. */
  written(): Promise<void> {
    return this.write(together());
  }

  /** Called right before the next commit, to write into it what was collected until then. */
  beforeCommit(prepare: () => void): void {
    this.#preparing.push(prepare);
    this.#schedule();
  }

  /** Nothing is committed until the action is done: the loop goes on, what is written waits. */
  hold<T>(action: () => Promise<T>): Promise<T> {
    const held = this.#hold(action);
    this.#held = Promise.allSettled([this.#held, held]);
    return held;
  }

  /** Stores what waits, and closes. What cannot be stored now fails with `no_storage`. Threads may finish for so long. */
  close(threadsMs = closeMs): Promise<void> {
    this.#closed ??= this.#close(threadsMs);
    return this.#closed;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #hold<T>(action: () => Promise<T>): Promise<T> {
    this.#holds += 1;
    this.#cancelNext();
    try {
      return await action();
    } finally {
      this.#holds -= 1;
      if (this.#waiting.length + this.#preparing.length > 0) this.#schedule();
    }
  }

  async #close(threadsMs: number): Promise<void> {
    // What the threads are asked for may take longer than anybody waits.
    const late = setTimeout(() => this.reader.stop(), threadsMs);
    await this.#checkpointer.close();
    await this.#held;
    this.#cancelNext();
    this.#preparing = [];
    if (this.#waiting.length > 0) this.#flush();
    this.#cancelNext();
    for (const { reject } of this.#waiting.splice(0))
      reject(this.#trouble ? noStorage(this.file, this.#trouble) : closedError());
    await this.reader.close();
    clearTimeout(late);
    // The last connection: SQLite moves the log into the database and removes it, the mark of a clean end.
    this.#database.close();
    removeMark(this.file);
  }

  #schedule(): void {
    if (this.#holds > 0 || this.#next !== undefined) return;
    const wait = this.#trouble !== undefined ? retryMs : this.#waitingBytes > maxWaitingBytes ? 0 : this.#pace.waitMs();
    // An immediate comes after all sockets that are ready now were read.
    this.#next = wait < 1 ? setImmediate(this.#flush) : setTimeout(this.#flush, wait);
  }

  readonly #flush = (): void => {
    // Before this commit is no longer the next: what is written here goes into it.
    if (this.#holds === 0) this.#prepare();
    this.#next = undefined;
    if (this.#holds > 0 || this.#waiting.length === 0) return;
    const batch = this.#waiting;
    this.#pace.begins();
    let outcomes: readonly Outcome[];
    try {
      if (!this.#isMarked) renewMark(this.#database.connection, this.file);
      this.#isMarked = true;
      outcomes = commit(
        this.#database,
        batch.map(({ work }) => work),
      );
    } catch (error) {
      this.#failed(error);
      return;
    }
    this.#pace.ends();
    this.#waiting = [];
    this.#checkpointer.committed(batch.length, this.#waitingBytes);
    this.#waitingBytes = 0;
    this.#busySinceMs = undefined;
    for (const [index, { resolve, reject }] of batch.entries()) {
      const outcome = outcomes[index] as Outcome;
      if ("error" in outcome) reject(outcome.error);
      else resolve(outcome.value);
    }
    this.#setTrouble(undefined);
  };

  #prepare(): void {
    const preparing = this.#preparing;
    this.#preparing = [];
    for (const prepare of preparing) prepare();
  }

  #failed(error: unknown): void {
    const now = Date.now();
    if (failureKind(error) === "busy") {
      this.#busySinceMs ??= now;
      if (now - this.#busySinceMs < maxBusyMs) {
        this.#next = setTimeout(this.#flush, busyRetryMs);
        return;
      }
    }
    this.#setTrouble(troubleOf(error, this.#trouble?.sinceMs ?? now));
    this.#next = setTimeout(this.#flush, retryMs);
    if (this.#trouble?.reason === "full") this.#checkpointer.makeRoom();
  }

  #setTrouble(trouble: Trouble | undefined): void {
    if (this.#trouble?.reason === trouble?.reason) return;
    this.#trouble = trouble;
    for (const listener of this.#listeners) listener(trouble);
  }

  #cancelNext(): void {
    clearImmediate(this.#next as NodeJS.Immediate);
    clearTimeout(this.#next as NodeJS.Timeout);
    this.#next = undefined;
  }
}

interface Waiting {
  readonly work: Work<unknown>;
  readonly bytes: number;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

const retryMs = 1000;
/** With more than that, a commit is large enough. */
const maxWaitingBytes = 1024 * 1024;
const busyRetryMs = 5;
/** For the threads to finish what they were asked for. */
const closeMs = 5000;
const maxBusyMs = 2000;

function closedError(): BridleError<"no_storage"> {
  return new BridleError("no_storage", "the store is closed: the daemon is ending", { reason: "failing" });
}
