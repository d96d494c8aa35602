import { once } from "node:events";
import { chmodSync, linkSync, lstatSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { connect, type Server } from "node:net";
import { join } from "node:path";
import { BridleError } from "../errors.ts";
import { holderPid, pidFileIn, socketIn } from "./holder-files.ts";

/**
 * Lets the server listen on the folder's socket. It listens under a name of its
 * own first and is then linked to the known one, which only one can do: of two
 * holders that start at once, or over a stale file, one wins. Throws
 * `already_running`. Gives a function that removes what was made.
 */
export async function claimSocket(server: Server, folder: string): Promise<() => void> {
  const own = join(folder, `h${process.pid}`);
  const known = socketIn(folder);
  rmSync(own, { force: true });
  server.listen(own);
  await once(server, "listening");
  // Without descriptors to spare a connection is not taken; whoever comes tries again.
  server.on("error", () => {});
  chmodSync(own, 0o600);
  const inode = lstatSync(own).ino;
  try {
    while (!tryLink(own, known)) {
      if (await answers(known)) throw alreadyRunning(folder);
      setAside(known, `${own}.stale`);
    }
  } finally {
    rmSync(own, { force: true });
  }
  writeFileSync(pidFileIn(folder), `${process.pid}\n`, { mode: 0o600 });
  return () => {
    if (inodeOf(known) !== inode) return;
    rmSync(known, { force: true });
    rmSync(pidFileIn(folder), { force: true });
  };
}

function alreadyRunning(folder: string): BridleError {
  const pid = holderPid(folder) ?? 0;
  return new BridleError("already_running", `a holder runs on ${folder} already (pid ${pid})`, { pid });
}

function tryLink(own: string, known: string): boolean {
  try {
    linkSync(own, known);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** Removes a stale socket. If another holder replaced it since we looked, its socket is put back. */
function setAside(known: string, aside: string): void {
  const stale = inodeOf(known);
  try {
    renameSync(known, aside);
  } catch {
    return;
  }
  if (inodeOf(aside) !== stale) tryLink(aside, known);
  rmSync(aside, { force: true });
}

function inodeOf(path: string): number | undefined {
  return lstatSync(path, { throwIfNoEntry: false })?.ino;
}

function answers(path: string): Promise<boolean> {
  const socket = connect(path);
  return new Promise((resolve) => {
    socket.once("connect", () => resolve(true));
    // A full queue of connections is a busy holder, not a dead one.
    socket.once("error", ({ code }: NodeJS.ErrnoException) => resolve(code === "EAGAIN"));
  }).finally(() => socket.destroy()) as Promise<boolean>;
}
