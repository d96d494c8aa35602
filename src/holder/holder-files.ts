import { readFileSync } from "node:fs";
import { join } from "node:path";
import { BridleError } from "../errors.ts";
import { privateFolder } from "../transport/private-folder.ts";

/** What the kernel has room for in an address, on the narrowest system we know. */
const maxAddressBytes = 103;

/** Makes the folder of the socket, or checks it: whoever reaches the socket commands the agents. Throws `invalid_option`. */
export function holderFolder(folder: string): void {
  const bytes = Buffer.byteLength(socketIn(folder));
  if (bytes > maxAddressBytes) {
    const allowed = `a path of at most ${maxAddressBytes} bytes`;
    const message = `${socketIn(folder)} is too long for a socket: it must be ${allowed}; use a shorter folder`;
    throw new BridleError("invalid_option", message, { option: "folder", allowed, found: `${bytes} bytes` });
  }
  privateFolder(folder);
}

export function socketIn(folder: string): string {
  return join(folder, "holder.sock");
}

/** The pid that the folder's holder wrote down. It may be gone by now. */
export function holderPid(folder: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(pidFileIn(folder), "utf8"), 10);
    return pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

export function pidFileIn(folder: string): string {
  return join(folder, "holder.pid");
}
