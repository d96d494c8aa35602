import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { readProcFile } from "./read-proc-file.ts";

/** The processes that a process started, and those that they started. Best effort: a process table is a snapshot. */
export function descendantsOf(root: number): number[] {
  const parents = parentTable();
  const found = new Set([root]);
  for (let before = 0; before !== found.size; ) {
    before = found.size;
    for (const [pid, parent] of parents) if (found.has(parent)) found.add(pid);
  }
  found.delete(root);
  return [...found];
}

function parentTable(): Map<number, number> {
  return process.platform === "linux" ? procTable() : psTable();
}

function procTable(): Map<number, number> {
  const table = new Map<number, number>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      // The command in parentheses may hold anything, so the fields are counted from its end.
      const stat = readProcFile(`/proc/${name}/stat`);
      table.set(Number(name), Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]));
    } catch {
      // It ended while we looked.
    }
  }
  return table;
}

function psTable(): Map<number, number> {
  const { stdout } = spawnSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8", timeout: 5_000 });
  const rows = (stdout ?? "").trim().split("\n");
  return new Map(rows.map((row) => row.trim().split(/\s+/).map(Number) as [number, number]));
}
