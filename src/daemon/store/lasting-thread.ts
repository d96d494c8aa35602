import type { JobArguments, JobName, JobResult } from "./jobs.ts";
import { NotBegun, StoreThread } from "./store-thread.ts";

/** A worker that is started when it is first needed and replaced when it dies: only the job that it died of fails. */
export class LastingThread {
  readonly #file: string;
  readonly #idleMs: number;
  #thread: StoreThread | undefined;
  #calls = 0;
  #idle: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** `idleMs`: it is ended after so long without a job. */
  constructor(file: string, idleMs: number) {
    this.#file = file;
    this.#idleMs = idleMs;
  }

  get isRunning(): boolean {
    return this.#thread?.isUsable === true;
  }

  async call<N extends JobName>(name: N, ...args: JobArguments<N>): Promise<JobResult<N>> {
    this.#calls += 1;
    clearTimeout(this.#idle);
    try {
      for (;;) {
        try {
          return await this.#running().call(name, ...args);
        } catch (error) {
          if (!(error instanceof NotBegun)) throw error;
        }
      }
    } finally {
      this.#calls -= 1;
      if (this.#calls === 0 && !this.#isClosed)
        this.#idle = setTimeout(() => void this.#thread?.close(), this.#idleMs).unref();
    }
  }

  /** After what was asked for. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idle);
    await this.#thread?.close();
  }

  /** In the middle of a job, too. */
  async stop(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idle);
    await this.#thread?.stop();
  }

  #running(): StoreThread {
    if (this.#isClosed) throw new Error("the store is closed");
    if (!this.isRunning) this.#thread = new StoreThread(this.#file);
    return this.#thread as StoreThread;
  }
}
