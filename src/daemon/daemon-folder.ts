import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { type DaemonFiles, type DaemonFolders, daemonFiles, daemonFolders } from "../api/daemon-folders.ts";
import { BridleError } from "../errors.ts";
import { prepareFolders } from "./config/prepare-folders.ts";
import { openFailure } from "./store/database-failure.ts";
import { FolderLock } from "./store/folder-lock.ts";

/** The folders of one daemon, taken for as long as it runs. */
export class DaemonFolder {
  readonly folders: DaemonFolders;
  readonly files: DaemonFiles;
  readonly #lock: FolderLock;

  /** Throws `already_running`, `invalid_option` for folders that others could write to, or `unusable_database`. */
  static take(env: NodeJS.ProcessEnv, home: string | undefined): DaemonFolder {
    const folders = daemonFolders(env, home);
    prepareFolders(folders);
    const files = daemonFiles(folders);
    const lock = FolderLock.take(files.lock);
    if (lock === undefined) throw alreadyRunning(files.pid);
    try {
      writeFileSync(files.pid, `${process.pid}\n`, { mode: 0o600 });
    } catch (error) {
      lock.release();
      throw openFailure(files.pid, error);
    }
    return new DaemonFolder(folders, files, lock);
  }

  private constructor(folders: DaemonFolders, files: DaemonFiles, lock: FolderLock) {
    this.folders = folders;
    this.files = files;
    this.#lock = lock;
  }

  release(): void {
    rmSync(this.files.pid, { force: true });
    this.#lock.release();
  }
}

function alreadyRunning(pidFile: string): BridleError<"already_running"> {
  const pid = readPid(pidFile) ?? 0;
  const who = pid === 0 ? "a daemon" : `a daemon (pid ${pid})`;
  return new BridleError("already_running", `${who} runs on this folder already; \`bridle daemon stop\` ends it`, {
    pid,
  });
}

/** Undefined: there is none. Whether it still runs is another matter. */
export function readPid(pidFile: string): number | undefined {
  try {
    const pid = Number(readFileSync(pidFile, "utf8"));
    return Number.isSafeInteger(pid) && pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}
