import { closeSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import { humanLine } from "../../daemon/telemetry/human-line.ts";
import { BridleError } from "../../errors.ts";
import { localDaemon } from "../daemon-options.ts";
import { onSignal } from "../on-signal.ts";

export interface LogFlags {
  readonly home?: string;
  readonly follow?: true;
  readonly lines: number;
  readonly json?: true;
}

const followMs = 200;
const tailBytes = 4 * 1024 * 1024;

/** `bridle daemon logs`: the last lines, and with -f what comes. Needs no daemon that runs. */
export async function showLogs({ home, follow, lines, json }: LogFlags): Promise<void> {
  const file = localDaemon(home).files.log;
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if (size === undefined && !follow)
    throw new BridleError("not_found", `there is no log at ${file}: no daemon was started there yet`, {
      what: "log",
      id: file,
    });
  const cursor: Cursor = { file, inode: undefined, at: Math.max(0, (size ?? 0) - tailBytes), open: "" };
  // What begins in the middle is no line.
  const old = read(cursor).slice(cursor.at > tailBytes ? 1 : 0);
  print(lines === 0 ? [] : old.slice(-lines), json === true);
  if (!follow) return;
  const timer = setInterval(() => print(read(cursor), json === true), followMs);
  await new Promise<void>((resolve) => onSignal(["SIGINT"], resolve, resolve));
  clearInterval(timer);
}

interface Cursor {
  readonly file: string;
  inode: number | undefined;
  at: number;
  /** The beginning of a line whose end is not written yet. */
  open: string;
}

/** The lines after the place. A file that was put in its place is read from its beginning. */
function read(cursor: Cursor): string[] {
  let fd: number;
  try {
    fd = openSync(cursor.file, "r");
  } catch {
    return [];
  }
  try {
    const { ino, size } = fstatSync(fd);
    if ((cursor.inode ?? ino) !== ino || size < cursor.at) cursor.at = 0;
    cursor.inode = ino;
    const bytes = Buffer.alloc(size - cursor.at);
    cursor.at += readSync(fd, bytes, 0, bytes.length, cursor.at);
    const lines = (cursor.open + bytes.toString("utf8")).split("\n");
    cursor.open = lines.pop() ?? "";
    return lines;
  } finally {
    closeSync(fd);
  }
}

function print(lines: readonly string[], json: boolean): void {
  for (const line of lines) process.stdout.write(json ? `${line}\n` : forPerson(line));
}

function forPerson(line: string): string {
  try {
    return humanLine(line);
  } catch {
    // Cut off by a crash.
    return "";
  }
}
