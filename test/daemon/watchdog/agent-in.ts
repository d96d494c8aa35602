import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { until } from "../../live/until.ts";

/** The process of the agent that works in this folder, once it runs; not one that the agent started. */
export async function agentIn(cwd: string): Promise<number> {
  let found: number[] = [];
  await until(`an agent in ${cwd}`, () => {
    found = processesIn(cwd);
    return found.length > 0;
  });
  return found.find((pid) => !found.includes(parentOf(pid))) as number;
}

function processesIn(cwd: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && read(() => readlinkSync(`/proc/${name}/cwd`)) === cwd)
    .map(Number);
}

function parentOf(pid: number): number {
  const stat = read(() => readFileSync(`/proc/${pid}/stat`, "latin1"));
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
}

/** Empty for a process that ended meanwhile or belongs to somebody else. */
function read(look: () => string): string {
  try {
    return look();
  } catch {
    return "";
  }
}
