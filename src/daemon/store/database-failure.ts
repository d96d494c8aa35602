import { BridleError, type ErrorData } from "../../errors.ts";

/** What SQLite or the file system said while the database was opened, as an error that says what to do. */
export function openFailure(file: string, error: unknown): unknown {
  const kind = failureKind(error);
  const message = error instanceof Error ? error.message : String(error);
  switch (kind) {
    case "busy":
      return new BridleError("busy", `${file} is being written by another process; end that one, then try again`, {
        what: file,
      });
    case "damaged":
      return unusable(file, "damaged", `is damaged (${message}): ${repairAdvice}`);
    case "full":
    case "read_only":
    case "failing":
      return unusable(
        file,
        "inaccessible",
        `cannot be used (${message}): make its folder writable, with space left on the disk, or choose another folder with --home`,
      );
    case "other":
      return error;
  }
}

export function unusable(file: string, reason: Reason, what: string): BridleError<"unusable_database"> {
  return new BridleError("unusable_database", `${file} ${what}`, { file, reason });
}

export const repairAdvice =
  '"bridle db check" says what is wrong; "bridle db restore FILE" puts a backup in its place, or move it away';

/** A page that cannot be read, met while the daemon runs, as an error that says what to do; others as they are. */
export function readFailure(error: unknown, file = "the database"): unknown {
  return failureKind(error) === "damaged" ? openFailure(file, error) : error;
}

type Reason = ErrorData["unusable_database"]["reason"];

/** Whose fault a failure is: that of the disk or file, or ("other") of whoever made the statement. */
type FailureKind = "busy" | "damaged" | "full" | "read_only" | "failing" | "other";

export function failureKind(error: unknown): FailureKind {
  const { errcode, code } = error as { errcode?: number; code?: string };
  if (errcode !== undefined) return errcode === noRoomForIndex ? "full" : (kinds.get(errcode & 0xff) ?? "other");
  if (code === "ENOSPC" || code === "EDQUOT") return "full";
  if (code === "EROFS" || code === "EACCES" || code === "EPERM") return "read_only";
  return code !== undefined && /^E[A-Z0-9]+$/.test(code) ? "failing" : "other";
}

// https://sqlite.org/rescode.html; the low byte is the kind, the rest refines it.
const kinds: ReadonlyMap<number, FailureKind> = new Map([
  [3, "read_only"],
  [5, "busy"],
  [6, "busy"],
  [7, "failing"],
  [8, "read_only"],
  [10, "failing"],
  [11, "damaged"],
  [13, "full"],
  [14, "failing"],
  [15, "failing"],
  [22, "failing"],
  [23, "read_only"],
  [26, "damaged"],
]);

/** SQLITE_IOERR_SHMSIZE: the index of the write-ahead log could not grow. */
const noRoomForIndex = 4874;
