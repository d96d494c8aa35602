import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readPid } from "../daemon/daemon-folder.ts";
import { FolderLock } from "../daemon/store/folder-lock.ts";
import { localDaemon } from "./daemon-options.ts";

/** The pid that a daemon wrote down, if a process has it; after a crash it may be another's by now. */
export function writtenPid(home: string | undefined): number | undefined {
  const pid = readPid(localDaemon(home).files.pid);
  return pid !== undefined && isAlive(pid) ? pid : undefined;
}

/** The pid of the daemon that has the folder for sure. Looking takes the lock for a moment, so nobody asks without need. */
export function lockedPid(home: string | undefined): number | undefined {
  const pid = writtenPid(home);
  return pid !== undefined && isLocked(localDaemon(home).files.lock) ? pid : undefined;
}

/** The address the daemon of this pid listens on. */
export function daemonAddress(home: string | undefined, pid: number): string | undefined {
  try {
    const text = readFileSync(addressFile(home), "utf8");
    const written = JSON.parse(text) as { readonly pid: number; readonly address: string };
    return written.pid === pid ? written.address : undefined;
  } catch {
    return undefined;
  }
}

export function addressFile(home: string | undefined): string {
  return join(localDaemon(home).folders.state, "daemon.address");
}

/** False when it is still there after the time. It is nobody's child here, so there is nothing to wait on but the table of processes. */
export async function isGoneWithin(pid: number, ms: number): Promise<boolean> {
  const deadline = performance.now() + ms;
  while (isAlive(pid)) {
    if (performance.now() > deadline) return false;
    await sleep(20);
  }
  return true;
}

/** One that has ended counts as gone, though its parent (in a container often a slow one) has not taken note yet. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function isZombie(pid: number): boolean {
  if (process.platform !== "linux") return false;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // Behind the name, which may hold anything.
    return stat.slice(stat.lastIndexOf(")") + 2).startsWith("Z");
  } catch {
    return false;
  }
}

function isLocked(lockFile: string): boolean {
  try {
    const lock = FolderLock.take(lockFile);
    lock?.release();
    return lock === undefined;
  } catch {
    // No folder, no daemon.
    return false;
  }
}
