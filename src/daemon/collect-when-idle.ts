import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const everyMs = 2000;
/** Less than this is not worth a pause. */
const worthBytes = 8 * 1024 * 1024;

/**
 * Gives memory back when nothing happens. The engine collects only when somebody allocates, so after a busy hour a daemon
 * that rests would keep what it needed then for days. `work` grows with all that happens. Gives what ends it.
 */
export function collectWhenIdle(work: () => number): () => void {
  let before = work();
  let sizeThen = process.memoryUsage().heapTotal;
  /** Twice: what the first one frees outside of the heap is given back by the second. */
  let left = 0;
  const timer = setInterval(() => {
    const now = work();
    const isQuiet = now === before;
    before = now;
    if (!isQuiet && process.memoryUsage().heapTotal > sizeThen + worthBytes) left = 2;
    if (!isQuiet || left === 0) return;
    left -= 1;
    collect();
    sizeThen = process.memoryUsage().heapTotal;
  }, everyMs).unref();
  return () => clearInterval(timer);
}

function collect(): void {
  setFlagsFromString("--expose-gc");
  const gc = runInNewContext("gc") as (options: { readonly type: "major"; readonly flavor: "last-resort" }) => void;
  gc({ type: "major", flavor: "last-resort" });
}
