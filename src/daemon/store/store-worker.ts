// The thread that reads the database, so that the loop need not, and moves its log into it.
import { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";
import { isBridleError } from "../../errors.ts";
import { Database } from "./database.ts";
import { readFailure } from "./database-failure.ts";
import { type JobAnswer, type JobRequest, jobs } from "./jobs.ts";

const { file } = workerData as { file: string };
// Never waits for a lock: reading needs none, and a checkpoint that meets one is tried again later.
const database = new Database(file, new DatabaseSync(file, { timeout: 0 }));
database.connection.exec("PRAGMA wal_autocheckpoint = 0; PRAGMA cache_size = -4000; PRAGMA temp_store = MEMORY");

function answer({ id, name, args }: JobRequest): JobAnswer {
  try {
    const job = jobs[name] as (database: Database, ...args: readonly unknown[]) => unknown;
    return { id, value: job(database, ...args) };
  } catch (caught) {
    database.forgetStatements();
    const error = readFailure(caught, file);
    const message = error instanceof Error ? error.message : String(error);
    return { id, problem: isBridleError(error) ? { message, code: error.code, data: error.data } : { message } };
  }
}

parentPort?.on("message", (request: JobRequest | "close") => {
  if (request === "close") {
    database.close();
    parentPort?.close();
    return;
  }
  const reply = answer(request);
  const bytes = "value" in reply ? (reply.value as { bytes?: unknown } | undefined)?.bytes : undefined;
  // A page's memory is handed over, not copied.
  parentPort?.postMessage(reply, bytes instanceof Uint8Array ? [bytes.buffer as ArrayBuffer] : []);
});
