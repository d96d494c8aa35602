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
