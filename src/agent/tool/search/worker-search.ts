import { existsSync } from "node:fs";
import { Worker } from "node:worker_threads";
import type { Search, SearchEnd, SearchEngine, SearchRun } from "./search.ts";
import type { SearchMessage } from "./search-worker.ts";

/**
 * Searches in a thread of its own: where there is no ripgrep. An expression of
 * JavaScript may take for ever; a thread can be ended in the middle of it.
 */
export const workerSearch: SearchEngine = {
  async run(search: Search, { found, signal, timeoutMs }: SearchRun): Promise<SearchEnd> {
    signal.throwIfAborted();
    const worker = new Worker(workerFile(), {
      workerData: search,
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
      execArgv: [],
    });
    const { promise, resolve, reject } = Promise.withResolvers<SearchEnd>();
    worker.on("message", (message: SearchMessage) => {
      if ("found" in message) found(message.found);
      else if ("done" in message) resolve({ ...message.done, timedOut: false });
      else reject(new Error(message.problem));
    });
    worker.once("error", reject);
    worker.once("exit", () => reject(new Error("the search ended early")));
    const timer = setTimeout(resolve, timeoutMs, { unreadable: [], timedOut: true });
    const abort = (): void => reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
      worker.removeAllListeners("message");
      await worker.terminate();
    }
  },
};

const maxHeapMb = 1024;

/** Beside this file in development; in the package this code is in dist/ or in one of its folders. */
function workerFile(): URL {
  const names = ["./search-worker.ts", "./search-worker.js", "../search-worker.js"];
  const found = names.map((name) => new URL(name, import.meta.url)).find((url) => existsSync(url));
  if (found === undefined) throw new Error("the package is not whole: search-worker.js is missing");
  return found;
}
