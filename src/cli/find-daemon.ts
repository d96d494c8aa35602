import type { BridleClient } from "../api/client.ts";
import { isNobodyThere } from "../api/lost-connection.ts";
import { connect } from "../api/node-client.ts";
import { BridleError, isBridleError } from "../errors.ts";
import { type DaemonOptions, localDaemon, remoteAddress } from "./daemon-options.ts";

/** A client; nothing is sent yet. */
export function clientOf(options: DaemonOptions): BridleClient {
  const address = remoteAddress(options);
  if (address === undefined) return connect({ socket: localDaemon(options.home).files.socket });
  if (!/^https?:$/.test(URL.parse(address)?.protocol ?? "")) throw noUrl(address);
  const token = options.token ?? (process.env.BRIDLE_TOKEN || undefined);
  return connect({ address, ...(token !== undefined && { token }) });
}

/** Runs with a client, which is closed however it ends. An error names this daemon's own way out. */
export async function withClient<T>(options: DaemonOptions, work: (client: BridleClient) => Promise<T>): Promise<T> {
  await using client = clientOf(options);
  try {
    return await work(client);
  } catch (error) {
    throw isBridleError(error, "no_daemon") && isNobodyThere(error.cause) ? noDaemon(options) : error;
  }
}

/** What to do where no daemon answers. */
export function startHint(options: DaemonOptions): string {
  if (remoteAddress(options) !== undefined) return "is it running, and is this its address?";
  const flag = options.home === undefined ? "" : ` --home ${options.home}`;
  return `start one: bridle daemon start${flag}`;
}

function noDaemon(options: DaemonOptions): BridleError {
  const address = remoteAddress(options);
  if (address !== undefined)
    return new BridleError("no_daemon", `no daemon answers at ${address}; ${startHint(options)}`, {
      address,
    });
  const { socket } = localDaemon(options.home).files;
  return new BridleError("no_daemon", `no daemon is running; ${startHint(options)}`, { address: socket });
}

function noUrl(found: string): BridleError {
  const allowed = "a URL such as http://127.0.0.1:4747";
  return new BridleError("invalid_option", `--address must be ${allowed}; found ${found}`, {
    option: "address",
    allowed,
    found,
  });
}
