// Loaded into a daemon by --import: it dies at once of every long line it begins to read, as of one that takes all memory. A
// line that it only looks through, because it killed a daemon before, does it no harm.
import { Worker } from "node:worker_threads";

const { postMessage } = Worker.prototype;
Worker.prototype.postMessage = function (this: Worker, ...given: Parameters<typeof postMessage>): void {
  const job = given[0] as { readonly isSkipped?: unknown };
  if (job?.isSkipped === false) process.kill(process.pid, "SIGKILL");
  postMessage.apply(this, given);
} as typeof postMessage;
