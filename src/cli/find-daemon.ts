import { readFileSync } from "node:fs";
import type { BridleClient } from "../api/client.ts";
import { isNobodyThere } from "../api/lost-connection.ts";
import { connect } from "../api/node-client.ts";
import { BridleError, isBridleError } from "../errors.ts";
import { type DaemonOptions, localDaemon } from "./daemon-options.ts";
import { type DaemonTarget, daemonTarget } from "./daemon-target.ts";
import { versionGap } from "./version-gap.ts";

/** A client; nothing is sent yet. */
export function clientOf(options: DaemonOptions): BridleClient {
  return clientAt(daemonTarget(options));
}

function clientAt(target: DaemonTarget): BridleClient {
  if (target.kind === "local") return connect({ socket: localDaemon(target.home).files.socket });
  const { address, token, ca } = target;
  return connect({ address, ...(token !== undefined && { token }), ...(ca !== undefined && { ca: readFileSync(ca) }) });
}

/** Runs with a client, which is closed however it ends. An error names this daemon's own way out. */
export async function withClient<T>(options: DaemonOptions, work: (client: BridleClient) => Promise<T>): Promise<T> {
  return withClientAt(daemonTarget(options), work);
}

export async function withClientAt<T>(target: DaemonTarget, work: (client: BridleClient) => Promise<T>): Promise<T> {
  await using client = clientAt(target);
  try {
    return await work(client);
  } catch (error) {
    if (isBridleError(error, "no_daemon") && isNobodyThere(error.cause)) throw noDaemon(target);
    throw await versionGap(client, error);
  }
}

/** What to do where no daemon answers. */
export function startHint(options: DaemonOptions): string {
  return startHintAt(daemonTarget(options));
}

function startHintAt(target: DaemonTarget): string {
  if (target.kind === "remote") return "is it running, and is this its address?";
  const flag = target.home === undefined ? "" : ` --home ${target.home}`;
  return `start one: bridle daemon start${flag}`;
}

function noDaemon(target: DaemonTarget): BridleError {
  const [address, message] =
    target.kind === "remote"
      ? [target.address, `no daemon answers at ${target.address}`]
      : [localDaemon(target.home).files.socket, "no daemon is running"];
  return new BridleError("no_daemon", `${message}; ${startHintAt(target)}`, { address });
}
