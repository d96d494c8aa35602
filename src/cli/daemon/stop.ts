import { BridleError, isBridleError } from "../../errors.ts";
import { type ClientOptions, type DaemonOptions, localDaemon } from "../daemon-options.ts";
import { remoteAddress } from "../daemon-target.ts";
import { clientOf } from "../find-daemon.ts";
import { printJson } from "../output.ts";
import { deadlineExceeded, isRpcError } from "../rpc-error.ts";
import { isGoneWithin, lockedPid, writtenPid } from "../running-daemon.ts";

export interface StopFlags extends ClientOptions {
  readonly keepAgents?: true;
}

/** Longer than the ladder that ends an agent. */
const stopMs = 60_000;

/** `bridle daemon stop`: back when it is gone. */
export async function stopDaemon(options: StopFlags): Promise<void> {
  const { stopped, text } = await endDaemon(options, options.keepAgents === true);
  if (options.json) printJson({ stopped });
  else process.stdout.write(`${text}\n`);
}

/** Resolves when it is gone. `stopped`: one was there. */
export async function endDaemon(
  options: DaemonOptions,
  keepAgents: boolean,
): Promise<{ readonly stopped: boolean; readonly text: string }> {
  const isLocal = remoteAddress(options) === undefined;
  const written = isLocal ? writtenPid(options.home) : undefined;
  const asked = await shutDown(options, keepAgents);
  const pid = asked || !isLocal ? written : lockedPid(options.home);
  if (!asked && pid === undefined) {
    const ended = isLocal && !keepAgents && (await endHeldAgents(options.home));
    const text = ended ? "no daemon runs; the agents that one had left were ended" : "no daemon runs";
    return { stopped: false, text };
  }
  // It runs and does not listen: it is starting, or stuck.
  if (!asked && pid !== undefined) process.kill(pid, "SIGTERM");
  if (pid !== undefined && !(await isGoneWithin(pid, stopMs))) throw stillThere(pid);
  return { stopped: true, text: keepAgents ? "stopped; its agents go on" : "stopped" };
}

/** False: nobody listens. */
async function shutDown(options: DaemonOptions, keepAgents: boolean): Promise<boolean> {
  await using client = clientOf(options);
  try {
    await client.daemon.shutdown({ keepAgents }, { timeoutMs: 5000 });
    return true;
  } catch (error) {
    // One that is there and does not answer gets a signal.
    if (isBridleError(error, "no_daemon") || (isRpcError(error) && error.code === deadlineExceeded)) return false;
    throw error;
  }
}

function stillThere(pid: number): BridleError {
  const message = `the daemon (pid ${pid}) is still there after ${stopMs / 1000} s; kill -9 ${pid} ends it, and its agents go on`;
  return new BridleError("timeout", message, { waitingFor: "the daemon to end", afterMs: stopMs });
}

/** After a crash of the daemon, its holder keeps the agents for the next one. */
async function endHeldAgents(home: string | undefined): Promise<boolean> {
  const { endHolder } = await import("../../daemon/holding/end-holder.ts");
  return endHolder(localDaemon(home).folders.runtime);
}
