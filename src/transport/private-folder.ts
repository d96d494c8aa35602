import { lstatSync, type Stats, statSync } from "node:fs";
import { BridleError } from "../errors.ts";
import { makeFolder } from "../files/make-folder.ts";

interface FolderRules {
  /** Others may look in, but not write. Default: not even that. */
  readonly mayBeReadable?: boolean;
  /** Where nobody else can make links, one may lead there. Default: none may. */
  readonly mayBeLink?: boolean;
}

/**
 * Makes a folder for its owner alone, or checks the one that is there. Throws `invalid_option`, with what to do, for one
 * in which somebody else could put a socket, a token or a command.
 */
export function privateFolder(folder: string, { mayBeReadable = false, mayBeLink = false }: FolderRules = {}): void {
  const found = made(folder, mayBeLink ? statSync : lstatSync);
  if (found.isSymbolicLink())
    throw unusable(folder, "a folder, no link", "a symbolic link", `remove it: rm '${folder}'`);
  if (!found.isDirectory()) throw unusable(folder, "a folder", "something else", `remove it, or ${elsewhere}`);
  const uid = process.getuid?.();
  if (uid !== undefined && found.uid !== uid)
    throw unusable(folder, `a folder of user ${uid}`, `one of user ${found.uid}`, elsewhere);
  const mode = found.mode & 0o777;
  if (process.platform === "win32" || (mode & (mayBeReadable ? 0o022 : 0o077)) === 0) return;
  const others = (mode & 0o022) === 0 ? "others can look in" : "others can write there";
  throw unusable(folder, "mode 700", `mode ${mode.toString(8)}`, `${others}: chmod 700 '${folder}'`);
}

const elsewhere = "choose another with BRIDLE_HOME or --home";

function made(folder: string, stat: (path: string) => Stats): Stats {
  try {
    makeFolder(folder, 0o700);
    return stat(folder);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? "unknown";
    throw unusable(folder, "a folder that can be made", reason, elsewhere);
  }
}

function unusable(folder: string, allowed: string, found: string, todo: string): BridleError<"invalid_option"> {
  const message = `${folder} cannot be used: it must be ${allowed}; found ${found}; ${todo}`;
  return new BridleError("invalid_option", message, { option: folder, allowed, found });
}
