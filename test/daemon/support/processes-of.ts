import { readdirSync, readFileSync } from "node:fs";

/** In the environment of a daemon and its agents: whose they are. */
export const markName = "BRIDLE_TEST_HOME";

/** Who lives of a test's daemon: itself and its agents by their environment, its holder by its arguments. */
export function processesOf(home: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => isOf(pid, home))
    .map(Number);
}

/** The twins and programs that run as agents, without what they started. */
export function agentsOf(home: string): number[] {
  const { children } = holderOf(home);
  // What was forked a moment ago still looks like the holder.
  return processesOf(home).filter((pid) => children.includes(pid) && !isHolder(pid));
}

/** The holder and what it started: agents and its reaper. */
export function holderOf(home: string): { readonly holder: number; readonly children: readonly number[] } {
  const holder = processesOf(home).find(isHolder) ?? 0;
  const children = readdirSync("/proc").filter((pid) => /^\d+$/.test(pid) && holder > 0 && parentOf(pid) === holder);
  return { holder, children: children.map(Number) };
}

function isHolder(pid: number): boolean {
  return /holder(\.js|\/main\.ts)/.test(argumentsOf(pid)[1] ?? "");
}

/** Resident memory. */
export function memoryMb(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readProc(String(pid), "status"))?.[1] ?? 0) / 1024;
}

/** How many files, pipes and sockets it has open. */
export function openFiles(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

function argumentsOf(pid: number): string[] {
  return readProc(String(pid), "cmdline").split("\0");
}

function parentOf(pid: string): number {
  const stat = readProc(pid, "stat");
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
}

/** The command line of each, for messages. */
export function describeProcesses(pids: readonly number[]): string[] {
  return pids.map((pid) => `${pid} ${readProc(String(pid), "cmdline").replaceAll("\0", " ").slice(0, 200)}`);
}

/** -9 for all of them. */
export function endAll(pids: readonly number[]): void {
  for (const pid of pids)
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // Gone by itself.
    }
}

function isOf(pid: string, home: string): boolean {
  // A zombie has neither, so it does not count as alive.
  const environment = `\0${readProc(pid, "environ")}`;
  if (environment.includes(`\0${markName}=${home}\0`)) return true;
  const command = readProc(pid, "cmdline");
  return command.includes("holder") && command.includes(`\0${home}/`);
}

/** Empty for a process that ended meanwhile or belongs to somebody else. */
export function readProc(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "latin1");
  } catch {
    return "";
  }
}
