import { setTimeout as sleep } from "node:timers/promises";
import type { BridleClient } from "../api/client.ts";
import { isBridleError } from "../errors.ts";
import { type StartedDaemon, startDaemon } from "./background/start-daemon.ts";
import type { DaemonOptions } from "./daemon-options.ts";
import { remoteAddress } from "./daemon-target.ts";
import { clientOf } from "./find-daemon.ts";
import { printNotices } from "./print-notices.ts";

/** How long another command's start of the same daemon is waited for. */
const joinMs = 20_000;

/** A client of a daemon that answers: where none runs on this machine, one is started. */
export async function reachDaemon(options: DaemonOptions, onStart: () => void): Promise<BridleClient> {
  const client = clientOf(options);
  if (await answers(client)) return client;
  await client.close();
  if (remoteAddress(options) === undefined) {
    onStart();
    // The agent of one session is not the daemon's: whether there is one of that name, the first call tells, too.
    const started = await startOrJoin(options.home === undefined ? {} : { home: options.home });
    // What is as it should be is for who starts a daemon on purpose.
    printNotices(started?.notices.filter(({ level }) => level === "warn") ?? []);
    started?.close();
  }
  // Where it is elsewhere, the first call tells.
  return clientOf(options);
}

/** Undefined: another command started it meanwhile, and it answers now. */
async function startOrJoin(options: Parameters<typeof startDaemon>[0]): Promise<StartedDaemon | undefined> {
  try {
    return await startDaemon(options);
  } catch (error) {
    if (!isBridleError(error, "already_running")) throw error;
    if (await becomesReady(options)) return undefined;
    throw error;
  }
}

async function becomesReady({ home }: DaemonOptions): Promise<boolean> {
  const deadline = performance.now() + joinMs;
  while (performance.now() < deadline) {
    await using client = clientOf(home === undefined ? {} : { home });
    if (await answers(client)) return true;
    await sleep(50);
  }
  return false;
}

async function answers(client: BridleClient): Promise<boolean> {
  try {
    await client.daemon.getVersion({}, { timeoutMs: 10_000 });
    return true;
  } catch (error) {
    if (isBridleError(error, "no_daemon")) return false;
    throw error;
  }
}
