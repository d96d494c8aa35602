import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { readProcFile } from "./read-proc-file.ts";

/** A process and the variable by which it was found. */
export interface MarkedProcess {
  readonly pid: number;
  readonly mark: string;
}

/**
 * The processes that inherited one of these variables, given as `NAME=value`:
 * whatever group, session or parent they have by now. Those of other users, and
 * those that were given another environment, are not found.
 */
export function markedProcesses(marks: ReadonlySet<string>): MarkedProcess[] {
  return process.platform === "linux" ? fromProc(marks) : fromPs(marks);
}

function fromProc(marks: ReadonlySet<string>): MarkedProcess[] {
  return readdirSync("/proc").flatMap((name) => {
    const mark = /^\d+$/.test(name) ? environmentOf(name).find((entry) => marks.has(entry)) : undefined;
    return mark === undefined ? [] : [{ pid: Number(name), mark }];
  });
}

/** Empty for a process that ended meanwhile or belongs to somebody else. */
function environmentOf(pid: string): string[] {
  try {
    return readProcFile(`/proc/${pid}/environ`).split("\0");
  } catch {
    return [];
  }
}

const psMs = 5_000;

function fromPs(marks: ReadonlySet<string>): MarkedProcess[] {
  const options = { encoding: "utf8", timeout: psMs } as const;
  const { stdout } = spawnSync("ps", ["-A", "-E", "-ww", "-o", "pid=,command="], options);
  return (stdout ?? "").split("\n").flatMap((row) => {
    const mark = row.split(" ").find((word) => marks.has(word));
    return mark === undefined ? [] : [{ pid: Number.parseInt(row, 10), mark }];
  });
}
