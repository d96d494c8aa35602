import { existsSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { BridleError, type ErrorCode } from "../../errors.ts";
import type { JobAnswer, JobArguments, JobName, JobResult } from "./jobs.ts";

/** The worker ended before it came to this job: another can do it. */
export class NotBegun extends Error {
  override readonly name = "NotBegun";
}

/** The calling side of a store worker: jobs run one after the other, answers come in that order. */
export class StoreThread {
  readonly #worker: Worker;
  readonly #calls = new Map<number, PromiseWithResolvers<unknown>>();
  readonly #ended: Promise<void>;
  #lastId = 0;
  #isEnding = false;

  constructor(file: string) {
    this.#worker = new Worker(workerFile(), {
      workerData: { file },
      resourceLimits: { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 4 },
      execArgv: [],
      name: "store",
    });
    // It keeps no process alive; whoever waits for an answer does.
    this.#worker.unref();
    this.#worker.on("message", (answer: JobAnswer) => this.#settle(answer));
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#ended = promise;
    let reason = new Error("the store's worker ended");
    this.#worker.once("error", (error) => {
      reason = error instanceof Error ? error : reason;
    });
    this.#worker.once("exit", () => {
      this.#isEnding = true;
      // Jobs run one after the other: whatever ended the worker, the first had a part in it and the others none.
      const [running, ...waiting] = this.#calls.values();
      running?.reject(reason);
      for (const { reject } of waiting) reject(new NotBegun());
      this.#calls.clear();
      resolve();
    });
  }

  /** False: a call would fail. */
  get isUsable(): boolean {
    return !this.#isEnding;
  }

  call<N extends JobName>(name: N, ...args: JobArguments<N>): Promise<JobResult<N>> {
    if (this.#isEnding) return Promise.reject(new Error("the store's worker ended"));
    const call = Promise.withResolvers<unknown>();
    this.#lastId += 1;
    if (this.#calls.size === 0) this.#worker.ref();
    this.#calls.set(this.#lastId, call);
    this.#worker.postMessage({ id: this.#lastId, name, args });
    return call.promise as Promise<JobResult<N>>;
  }

  /** After the jobs that were asked for. */
  async close(): Promise<void> {
    if (!this.#isEnding) {
      this.#isEnding = true;
      this.#worker.ref();
      this.#worker.postMessage("close");
    }
    await this.#ended;
  }

  /** In the middle of a job too. */
  async stop(): Promise<void> {
    this.#isEnding = true;
    await this.#worker.terminate();
  }

  #settle(answer: JobAnswer): void {
    const call = this.#calls.get(answer.id);
    this.#calls.delete(answer.id);
    if (this.#calls.size === 0 && !this.#isEnding) this.#worker.unref();
    if ("value" in answer) call?.resolve(answer.value);
    else call?.reject(problemOf(answer.problem));
  }
}

function problemOf({ message, code, data }: { message: string; code?: string; data?: unknown }): Error {
  return code === undefined ? new Error(message) : new BridleError(code as ErrorCode, message, data as never);
}

/** Beside this file in development; in the package this code is in dist/ or in one of its folders. */
function workerFile(): URL {
  const names = ["./store-worker.ts", "./store-worker.js", "../store-worker.js"];
  const found = names.map((name) => new URL(name, import.meta.url)).find((url) => existsSync(url));
  if (found === undefined) throw new Error("the package is not whole: store-worker.js is missing");
  return found;
}
