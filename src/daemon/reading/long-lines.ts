import { existsSync } from "node:fs";
import { Worker } from "node:worker_threads";
import type { Frame, UnreadableFrame } from "../../wire/frame.ts";

export interface LongLineJob {
  readonly parts: readonly Uint8Array<ArrayBuffer>[];
  readonly maxPayloadBytes: number;
  /** It is only looked through for who waits for it. */
  readonly isSkipped: boolean;
}

/** `costly`: what there is to tell if the thread dies of it. That comes first, and alone of a line that is skipped. */
export type LongLineAnswer =
  | { readonly kind: "costly"; readonly frame: UnreadableFrame }
  | { readonly kind: "read"; readonly frame: Frame };

/** `died`: the thread ran out of memory or time over this line, before it told anything of it. `closed`: the daemon ends. */
type LongLineOutcome = LongLineAnswer | { readonly kind: "died" } | { readonly kind: "closed" };

export interface LongLinesOptions {
  /** Of the thread's heap. A line may be 64 MiB, and is there three times while its message is cut. */
  readonly heapMb?: number;
  readonly timeoutMs?: number;
  readonly idleMs?: number;
}

interface Waiting extends LongLineJob {
  readonly settle: (outcome: LongLineOutcome) => void;
  outcome: LongLineOutcome;
}

/** Reads long lines in a thread, one after the other. It is started when there is one, and ends when there are none. */
export class LongLines {
  readonly #options: Required<LongLinesOptions>;
  readonly #waiting: Waiting[] = [];
  #current: Waiting | undefined;
  #worker: Worker | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor({ heapMb = 640, timeoutMs = 30_000, idleMs = 2000 }: LongLinesOptions = {}) {
    this.#options = { heapMb, timeoutMs, idleMs };
  }

  /** The parts are handed over: they are empty afterwards. */
  read(job: LongLineJob): Promise<LongLineOutcome> {
    if (this.#isClosed) return Promise.resolve(closed);
    const { promise, resolve } = Promise.withResolvers<LongLineOutcome>();
    this.#waiting.push({ ...job, settle: resolve, outcome: { kind: "died" } });
    this.#next();
    return promise;
  }

  /** Resolves when everybody who waited has heard of it. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { settle } of this.#waiting.splice(0)) settle(closed);
    if (this.#current !== undefined) this.#current.outcome = closed;
    this.#settle();
    this.#end();
  }

  #next(): void {
    if (this.#current !== undefined) return;
    this.#current = this.#waiting.shift();
    clearTimeout(this.#timer);
    if (this.#current === undefined) {
      // Its heap is as large as the longest line made it.
      this.#timer = setTimeout(() => this.#end(), this.#options.idleMs).unref();
      return;
    }
    this.#worker ??= this.#start();
    const { parts, maxPayloadBytes, isSkipped } = this.#current;
    this.#worker.postMessage(
      { parts, maxPayloadBytes, isSkipped },
      parts.map(({ buffer }) => buffer),
    );
    this.#timer = setTimeout(() => this.#died(), this.#options.timeoutMs).unref();
  }

  #start(): Worker {
    const worker = new Worker(workerFile(), {
      resourceLimits: { maxOldGenerationSizeMb: this.#options.heapMb, maxYoungGenerationSizeMb: 16 },
      execArgv: [],
      name: "long lines",
    });
    worker.unref();
    worker.on("message", (answer: LongLineAnswer) => {
      if (worker !== this.#worker || this.#current === undefined) return;
      this.#current.outcome = answer;
      if (answer.kind === "costly" && !this.#current.isSkipped) return;
      this.#settle();
      this.#next();
    });
    worker.on("messageerror", () => worker === this.#worker && this.#died());
    // Out of memory, most likely. "exit" follows.
    worker.on("error", () => undefined);
    worker.once("exit", () => worker === this.#worker && this.#died());
    return worker;
  }

  #died(): void {
    this.#end();
    this.#settle();
    if (!this.#isClosed) this.#next();
  }

  #settle(): void {
    const current = this.#current;
    this.#current = undefined;
    current?.settle(current.outcome);
  }

  #end(): void {
    clearTimeout(this.#timer);
    void this.#worker?.terminate();
    this.#worker = undefined;
  }
}

const closed: LongLineOutcome = { kind: "closed" };

/** Beside this file in development; in the package this code is in dist/ or in one of its folders. */
function workerFile(): URL {
  const names = ["./long-line-worker.ts", "./long-line-worker.js", "../long-line-worker.js"];
  const found = names.map((name) => new URL(name, import.meta.url)).find((url) => existsSync(url));
  if (found === undefined) throw new Error("the package is not whole: long-line-worker.js is missing");
  return found;
}
