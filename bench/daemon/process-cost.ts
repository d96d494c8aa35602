import { readFileSync } from "node:fs";

/** CPU time that a process took so far, all its threads, user and system. */
export function cpuMs(pid: number): number {
  // Behind the name, which may hold anything.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * msPerTick;
}

const msPerTick = 10;

export function residentMb(pid: number, what: "VmRSS" | "VmHWM" = "VmRSS"): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(new RegExp(`^${what}:\\s+(\\d+) kB$`, "m").exec(status)?.[1]) / 1024;
}

/** Processes that a process started, and theirs. */
export function descendants(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean);
  return children.map(Number).flatMap((child) => [child, ...descendants(child)]);
}
