import { lstatSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { BridleError } from "../errors.ts";

/** What the kernel has room for in an address, on the narrowest system we know. */
const maxAddressBytes = 103;

/**
 * Makes the folder of the socket, or checks it: a real folder of this user that
 * nobody else may enter, since whoever reaches the socket commands the agents.
 * Throws `invalid_option`.
 */
export function privateFolder(folder: string): void {
  const allowed = "a folder of your own with mode 0700, and no symbolic link";
  const refuse = (found: string): never => {
    throw new BridleError("invalid_option", `${folder} is no safe place for the holder's socket: ${found}`, {
      option: "folder",
      allowed,
      found,
    });
  };
  if (Buffer.byteLength(socketIn(folder)) > maxAddressBytes) refuse("its path is too long for a socket; use a shorter");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const stat = lstatSync(folder);
  if (!stat.isDirectory()) refuse(stat.isSymbolicLink() ? "it is a symbolic link" : "it is no folder");
  if (process.getuid !== undefined && stat.uid !== process.getuid()) refuse("it belongs to another user");
  if ((stat.mode & 0o077) !== 0) refuse(`its mode is ${(stat.mode & 0o777).toString(8)}; chmod it to 700`);
}

export function socketIn(folder: string): string {
  return join(folder, "holder.sock");
}

export function pidFileIn(folder: string): string {
  return join(folder, "holder.pid");
}
