import { lstatSync, mkdirSync, type Stats, statSync } from "node:fs";
import type { DaemonFolders } from "../../api/daemon-folders.ts";
import { BridleError } from "../../errors.ts";

/**
 * Makes the folders that are missing, for their owner alone. Throws `invalid_option` for one in which somebody else
 * could put a socket, a token or a command.
 */
export function prepareFolders({ config, state, runtime }: DaemonFolders): void {
  for (const folder of [config, state]) check(folder, make(folder, statSync));
  // Its place may be one where anybody can make a link: /tmp, for one.
  const found = make(runtime, lstatSync);
  if (found.isSymbolicLink()) throw refused(runtime, "a folder, no link", "a link", `remove it: rm '${runtime}'`);
  check(runtime, found);
}

function make(folder: string, stat: (path: string) => Stats): Stats {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return stat(folder);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? "unknown";
    throw refused(folder, "a folder that can be made", reason, "choose another with BRIDLE_HOME or --home");
  }
}

function check(folder: string, found: Stats): void {
  if (!found.isDirectory())
    throw refused(folder, "a folder", "something else", "remove it, or choose another with BRIDLE_HOME or --home");
  const uid = process.getuid?.();
  if (uid !== undefined && found.uid !== uid)
    throw refused(
      folder,
      `a folder of user ${uid}`,
      `one of user ${found.uid}`,
      "choose another with BRIDLE_HOME or --home",
    );
  const mode = found.mode & 0o777;
  if (process.platform !== "win32" && (mode & 0o022) !== 0)
    throw refused(folder, "mode 700", `mode ${mode.toString(8)}`, `others can write there: chmod 700 '${folder}'`);
}

function refused(folder: string, allowed: string, found: string, todo: string): Error {
  const message = `${folder} cannot be used: it must be ${allowed}; found ${found}; ${todo}`;
  return new BridleError("invalid_option", message, { option: folder, allowed, found });
}
