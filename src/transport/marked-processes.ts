import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/**
 * The processes that inherited a variable, given as `NAME=value`: whatever
 * group, session or parent they have by now. Those of other users, and those
 * that were given another environment, are not found.
 */
export function markedProcesses(mark: string): number[] {
  return process.platform === "linux" ? fromProc(mark) : fromPs(mark);
}

function fromProc(mark: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && `\0${environmentOf(name)}`.includes(`\0${mark}\0`))
    .map(Number);
}

/** Empty for a process that ended meanwhile or belongs to somebody else. */
function environmentOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, "latin1");
  } catch {
    return "";
  }
}

function fromPs(mark: string): number[] {
  const { stdout } = spawnSync("ps", ["-A", "-E", "-ww", "-o", "pid=,command="], { encoding: "utf8" });
  const rows = (stdout ?? "").split("\n").filter((row) => `${row} `.includes(` ${mark} `));
  return rows.map((row) => Number.parseInt(row, 10));
}
