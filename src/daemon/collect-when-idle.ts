import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const everyMs = 2000;
/** A collection stops everything, a large heap for a third of a second: it is not for a breath between two prompts. */
const quietLooks = 3;
/** What it must have grown by since the last: less is not worth a pause, and the larger the heap, the longer that is. */
const worthBytes = 8 * 1024 * 1024;
const worthPart = 1 / 4;

/**
 * Gives memory back when nothing happens. The engine collects only when somebody allocates, so after a busy hour a daemon
 * that rests would keep what it needed then for days. `work` grows with all that happens. Gives what ends it.
 */
export function collectWhenIdle(work: () => number): () => void {
  let before = work();
  let quiet = 0;
  let sizeThen = process.memoryUsage().heapTotal;
  /** Twice: what the first one frees outside of the heap is given back by the second. */
  let left = 0;
  const timer = setInterval(() => {
    const now = work();
    quiet = now === before ? quiet + 1 : 0;
    before = now;
    const worth = Math.max(worthBytes, sizeThen * worthPart);
    if (quiet === 0 && process.memoryUsage().heapTotal > sizeThen + worth) left = 2;
    if (quiet < quietLooks || left === 0) return;
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
