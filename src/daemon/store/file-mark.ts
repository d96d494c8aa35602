import { randomUUID } from "node:crypto";
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { unusable } from "./database-failure.ts";

// SQLite replays whatever write-ahead log lies beside a file into it. If the file was replaced meanwhile, by a backup say, that
// destroys it, and nothing in the log tells whose it is. So whoever begins to write puts a new mark into the file itself, and the same
// into a small file beside it: where the two differ, the log is another's.

/** Throws `unusable_database` where a log is left over from another file than this one. Changes nothing. */
export function checkMark(file: string): void {
  if (sizeOf(`${file}-wal`) === 0) return;
  const mark = sizeOf(file) === 0 ? "none: the file is missing" : markWithoutLog(file);
  // What cannot be read without its log may be whole with it: SQLite decides.
  if (mark === undefined || expectedMarks(file).includes(mark)) return;
  throw unusable(
    file,
    "leftover_log",
    `is not the file that ${file}-wal belongs to, and would be destroyed by it: put a backup in its place with "bridle db restore FILE"; ` +
      `or, where this file is meant as it is, move ${file}-wal away`,
  );
}

/** For a writer that has opened it, before its first step: without a log, what is expected is what is there. */
export function alignMark(connection: DatabaseSync, file: string): void {
  if (sizeOf(`${file}-wal`) > 0) return;
  const mark = markIn(connection);
  if (!expectedMarks(file).includes(mark)) writeMarks(file, [mark]);
}

/** For a writer before its first commit: the log is of this file, and from now on belongs to the new mark. */
export function renewMark(connection: DatabaseSync, file: string): void {
  const mark = randomUUID();
  // First of all: while somebody else writes, nothing is begun.
  connection.exec("BEGIN IMMEDIATE");
  try {
    // Both, until the new one is in the file itself: whenever we are killed, what is there is expected.
    writeMarks(file, [markIn(connection), mark]);
    connection.exec("DELETE FROM file_mark");
    connection.prepare("INSERT INTO file_mark (mark) VALUES (?)").run(mark);
    connection.exec("COMMIT");
    const { busy } = connection.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get() as { busy: number };
    if (busy === 0) writeMarks(file, [mark]);
  } finally {
    if (connection.isTransaction) connection.exec("ROLLBACK");
  }
}

/** For a writer that has just closed it: without a log there is nothing to tell apart. */
export function removeMark(file: string): void {
  if (sizeOf(`${file}-wal`) === 0) rmSync(marksFile(file), { force: true });
}

/** A copy is another file, whatever log lies beside it. */
export function unmark(file: string): void {
  const connection = new DatabaseSync(file);
  try {
    if (markIn(connection) !== "") connection.exec("DELETE FROM file_mark");
  } finally {
    connection.close();
  }
}

/** Empty: it has none, or is of an older version. */
function markIn(connection: DatabaseSync): string {
  const hasTable = connection.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'file_mark'").get() !== undefined;
  const row = hasTable ? connection.prepare("SELECT mark FROM file_mark").get() : undefined;
  return String(row?.mark ?? "");
}

/** Undefined: it cannot be read. */
function markWithoutLog(file: string): string | undefined {
  const url = pathToFileURL(file);
  url.searchParams.set("immutable", "1");
  let connection: DatabaseSync | undefined;
  try {
    connection = new DatabaseSync(url, { readOnly: true });
    return markIn(connection);
  } catch {
    return undefined;
  } finally {
    connection?.close();
  }
}

function expectedMarks(file: string): readonly string[] {
  try {
    return readFileSync(marksFile(file), "utf8").split("\n");
  } catch {
    // Of a version that had no marks.
    return [""];
  }
}

function writeMarks(file: string, marks: readonly string[]): void {
  const temporary = `${marksFile(file)}.new`;
  writeFileSync(temporary, marks.join("\n"), { mode: 0o600, flush: true });
  renameSync(temporary, marksFile(file));
}

/** Goes where the file and its log go. */
export const markSuffix = "-mark";

function marksFile(file: string): string {
  return file + markSuffix;
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
