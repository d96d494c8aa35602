import { setTimeout as sleep } from "node:timers/promises";
import { isBridleError } from "../../errors.ts";
import { holderPid } from "../../holder/holder-files.ts";
import { processFacts } from "../../transport/process-facts.ts";
import { sendSignal } from "../../transport/send-signal.ts";
import { HolderLink } from "./holder-link.ts";

const answerMs = 5_000;
const killMs = 2_000;

/** Ends a folder's holder and its agents, politely first; one that does not answer is killed, and its reaper ends the agents. False: there is none. */
export async function endHolder(folder: string): Promise<boolean> {
  try {
    const options = { folder, holderCommand: [process.execPath], spawn: false, timeoutMs: answerMs } as const;
    const link = await HolderLink.connect(options);
    await link.stop();
    return true;
  } catch (error) {
    if (isBridleError(error, "no_daemon")) return false;
    const pid = holderPid(folder);
    if (!isBridleError(error, "timeout") || pid === undefined) throw error;
    // It listens, so the pid is its own.
    sendSignal(pid, "SIGKILL");
    if (await isGone(pid)) return true;
    throw error;
  }
}

async function isGone(pid: number): Promise<boolean> {
  for (const until = performance.now() + killMs; performance.now() < until; await sleep(20)) {
    const facts = processFacts(pid);
    if (facts === undefined || facts.state === "Z") return true;
  }
  return false;
}
