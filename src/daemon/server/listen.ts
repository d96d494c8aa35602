import { lookup } from "node:dns/promises";
import { chmodSync, rmSync } from "node:fs";
import { type AddressInfo, connect, isIP, type ListenOptions, type Server } from "node:net";
import { dirname } from "node:path";
import { BridleError } from "../../errors.ts";
import { privateFolder } from "../../transport/private-folder.ts";
import { isLoopback } from "../../util/is-loopback.ts";

/** Resolves with the port. Throws `invalid_option` for an address that others reach, unless there is TLS. */
export async function listenTcp(server: Server, host: string, port: number, hasTls: boolean): Promise<number> {
  if (!hasTls && !isLoopback(host)) throw needsTls(host);
  const address = await addressOf(host);
  // "localhost" is what the machine's hosts file says.
  if (!hasTls && !isLoopback(address)) throw needsTls(`${host} (${address})`);
  await listening(server, { host: address, port }, `${host}:${port}`);
  return (server.address() as AddressInfo).port;
}

/** A socket that only this user can open. One that a dead daemon left is replaced. */
export async function listenUnix(server: Server, path: string): Promise<void> {
  // What the system allows (108 on Linux, 104 on macOS) counts a closing zero.
  if (Buffer.byteLength(path) > 103) {
    const data = { option: "socket path", allowed: "at most 103 bytes", found: path };
    throw new BridleError("invalid_option", `${path} is too long for a socket; choose a shorter folder`, data);
  }
  privateFolder(dirname(path));
  if (await isServed(path)) {
    throw new BridleError("busy", `another process listens on ${path}`, { what: path });
  }
  rmSync(path, { force: true });
  // The socket is made within the call; never for a moment may others open it.
  const mask = process.umask(0o177);
  try {
    const done = listening(server, { path }, path);
    process.umask(mask);
    await done;
  } finally {
    process.umask(mask);
  }
  chmodSync(path, 0o600);
}

async function addressOf(host: string): Promise<string> {
  if (isIP(host) !== 0) return host;
  try {
    return (await lookup(host)).address;
  } catch (error) {
    throw failure(error as NodeJS.ErrnoException, host);
  }
}

function needsTls(found: string): BridleError {
  const todo = "set daemon.tls_cert and daemon.tls_key, or listen on 127.0.0.1";
  return new BridleError(
    "invalid_option",
    `daemon.host ${found} can be reached from other machines, and needs TLS: ${todo}`,
    { option: "daemon.host", allowed: "a loopback address, or any with TLS", found },
  );
}

function isServed(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(path);
    const done = (served: boolean): void => {
      probe.destroy();
      resolve(served);
    };
    probe.once("connect", () => done(true)).once("error", () => done(false));
  });
}

/** `name`: the address as it was asked for. */
function listening(server: Server, where: ListenOptions, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(failure(error, name)));
    server.listen(where, resolve);
  });
}

function failure(error: NodeJS.ErrnoException, where: string): Error {
  if (error.code === "EADDRINUSE") {
    return new BridleError("busy", `${where} is in use by another program; choose another daemon.port`, {
      what: where,
    });
  }
  const data = { option: "daemon.host", allowed: "an address of this machine", found: where };
  return new BridleError("invalid_option", `cannot listen on ${where}: ${error.code ?? error.message}`, data);
}
