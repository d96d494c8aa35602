import { BridleError, type ErrorData, isBridleError } from "../../errors.ts";

/** Runs what uses the database. What SQLite throws comes out as a `BridleError` that says what to do. */
export function guarded<T>(file: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw isBridleError(error) ? error : databaseFailure(file, error);
  }
}

export function unusable(file: string, reason: Reason, what: string): BridleError<"unusable_database"> {
  return new BridleError("unusable_database", `${file} ${what}`, { file, reason });
}

type Reason = ErrorData["unusable_database"]["reason"];

// https://sqlite.org/rescode.html; the low byte is the kind, the rest refines it.
const busy = 5;
const locked = 6;
const corrupt = 11;
const notADatabase = 26;
const inaccessible: readonly number[] = [3, 8, 10, 13, 14, 23];

function databaseFailure(file: string, error: unknown): unknown {
  const { errcode, code, message } = error as { errcode?: number; code?: string; message?: string };
  const kind = errcode === undefined ? undefined : errcode & 0xff;
  if (kind === busy || kind === locked) {
    return new BridleError("busy", `${file} is being written by another process; try again`, { what: file });
  }
  if (kind === corrupt || kind === notADatabase) {
    return unusable(file, "damaged", `is damaged (${message}): move it away or choose another with --db`);
  }
  if ((kind !== undefined && inaccessible.includes(kind)) || isFileSystemCode(code)) {
    return unusable(file, "inaccessible", `cannot be used (${message}): mend that or choose another with --db`);
  }
  return error;
}

function isFileSystemCode(code: string | undefined): boolean {
  return code !== undefined && /^E[A-Z]+$/.test(code);
}
