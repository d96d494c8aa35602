import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

const variable = "BRIDLE_TOOL";

/** An environment all that is started with it can be found by. An agent inside a command adds to the marks it has. */
export function markedEnvironment(env: NodeJS.ProcessEnv, mark: string): NodeJS.ProcessEnv {
  return { ...env, [variable]: env[variable] ? `${env[variable]},${mark}` : mark };
}

/**
 * Ends who carries one of the marks, whatever group or session it is in by
 * now: SIGTERM, then SIGKILL. Those that were given another environment are
 * not found.
 */
export async function endMarked(marks: ReadonlySet<string>, graceMs = 1_000): Promise<void> {
  if (marks.size === 0) return;
  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    let marked = carriersOf(marks);
    for (const pid of marked) send(pid, signal);
    const deadline = performance.now() + graceMs;
    while (marked.length > 0 && performance.now() < deadline) {
      await sleep(10);
      marked = marked.filter((pid) => isMarked(String(pid), marks));
    }
  }
}

function carriersOf(marks: ReadonlySet<string>): number[] {
  if (process.platform !== "linux") return fromPs(marks);
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && isMarked(name, marks))
    .map(Number);
}

function isMarked(pid: string, marks: ReadonlySet<string>): boolean {
  return process.platform === "linux" ? hasMark(environmentOf(pid), marks) : fromPs(marks).includes(Number(pid));
}

function hasMark(environment: string, marks: ReadonlySet<string>): boolean {
  const value = new RegExp(`(?:^|[\\0 ])${variable}=([^\\0 ]+)`).exec(environment)?.[1];
  return value?.split(",").some((mark) => marks.has(mark)) ?? false;
}

/** Empty for a zombie, for what ended meanwhile and for what belongs to somebody else. */
function environmentOf(pid: string): string {
  try {
    // As UTF-8, whatever it holds: with another encoding Node takes 64 KiB for each file that says it is empty.
    return readFileSync(`/proc/${pid}/environ`, "utf8");
  } catch {
    return "";
  }
}

function fromPs(marks: ReadonlySet<string>): number[] {
  const { stdout } = spawnSync("ps", ["-A", "-E", "-ww", "-o", "pid=,command="], { encoding: "utf8" });
  const rows = (stdout ?? "").split("\n").filter((row) => hasMark(row, marks));
  return rows.map((row) => Number.parseInt(row, 10));
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended meanwhile.
  }
}
