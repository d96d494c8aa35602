import { readdirSync, readFileSync } from "node:fs";

/**
 * What agents started and whose holder or host is gone: it carries an agent's
 * mark, and its parent is neither of that agent nor anybody in particular. Linux only.
 */
export function leftoverProcesses(): number[] {
  if (process.platform !== "linux") return [];
  const marked = new Map(
    readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => [Number(pid), markOf(pid)] as const),
  );
  return [...marked].filter(([pid, mark]) => mark !== undefined && parentOf(pid) === 1).map(([pid]) => pid);
}

function markOf(pid: string): string | undefined {
  return /(?:^|\0)BRIDLE_AGENT=([^\0]+)/.exec(readProc(pid, "environ"))?.[1];
}

function parentOf(pid: number): number {
  const stat = readProc(String(pid), "stat");
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
}

/** Empty for a process that ended meanwhile or belongs to somebody else. */
function readProc(pid: string, file: string): string {
  try {
    // As UTF-8, whatever it holds: with another encoding Node takes 64 KiB for each file that says it is empty.
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}
