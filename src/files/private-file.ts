import { closeSync, fstatSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { BridleError } from "../errors.ts";
import { makeFolder } from "./make-folder.ts";

/** The text of a file that only we can read. Undefined: there is none. Throws `invalid_option` when others could. */
export function readPrivateFile(file: string): string | undefined {
  let fd: number;
  try {
    fd = openSync(file, "r");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  try {
    const { mode, uid } = fstatSync(fd);
    if (uid !== process.getuid?.())
      throw unsafe(file, "owned by you", `owned by user ${uid}`, `chown it, or remove it`);
    if ((mode & 0o077) !== 0) {
      const found = `mode ${(mode & 0o777).toString(8).padStart(4, "0")}`;
      throw unsafe(
        file,
        "mode 0600",
        found,
        `others may have read it. Run: chmod 600 ${file}; then replace the secrets in it`,
      );
    }
    return readFileSync(fd, "utf8");
  } finally {
    closeSync(fd);
  }
}

/** Whole or not at all, also after a loss of power. */
export function writePrivateFile(file: string, text: string): void {
  makeFolder(dirname(file), 0o700);
  const fresh = `${file}.${process.pid}.new`;
  rmSync(fresh, { force: true });
  const fd = openSync(fresh, "wx", 0o600);
  try {
    writeSync(fd, text);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  renameSync(fresh, file);
}

/** Runs while no other process is in here for the same file. One that died inside is waited for a second. */
export function locked<T>(file: string, run: () => T): T {
  makeFolder(dirname(file), 0o700);
  const lock = `${file}.lock`;
  const until = performance.now() + 1000;
  while (!isMade(lock)) {
    if (performance.now() > until) rmSync(lock, { force: true });
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
  }
  try {
    return run();
  } finally {
    rmSync(lock, { force: true });
  }
}

function isMade(lock: string): boolean {
  try {
    closeSync(openSync(lock, "wx", 0o600));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

function unsafe(path: string, allowed: string, found: string, what: string): BridleError {
  return new BridleError("invalid_option", `${path} is ${found}, but has to be ${allowed}: ${what}`, {
    option: path,
    allowed,
    found,
  });
}
