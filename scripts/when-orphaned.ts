import { readFileSync } from "node:fs";

const lookMs = 500;

/**
 * Calls `act` once when the npm that runs this is gone without a signal, killed with -9. Between npm and a script there may be a shell
 * that waits on. Started otherwise, it never does.
 */
export function whenOrphaned(act: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const grandparent = parentOf(parent);
  const timer = setInterval(() => {
    if (process.ppid === parent && parentOf(parent) === grandparent) return;
    clearInterval(timer);
    act();
  }, lookMs);
  timer.unref();
}

/** Undefined where there is no /proc: there shells do not stay in between. */
function parentOf(pid: number): number | undefined {
  try {
    // The name in parentheses may hold anything.
    const [, rest = ""] = /.*\)(.*)/s.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
    return Number(rest.trim().split(" ")[1]);
  } catch {
    return undefined;
  }
}
