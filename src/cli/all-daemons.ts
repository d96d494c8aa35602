import type { BridleClient } from "../api/client.ts";
import { BridleError, isBridleError } from "../errors.ts";
import { allTargets, type DaemonTarget } from "./daemon-target.ts";
import { exitCodes } from "./exit-codes.ts";
import { withClientAt } from "./find-daemon.ts";
import { styled } from "./output.ts";

/** How long one daemon may keep the others waiting. */
const answerMs = 8000;

interface FromDaemon<T> {
  readonly context: string;
  readonly target: DaemonTarget;
  readonly value: T;
}

/**
 * What each of the daemons answers, this machine's first. Those that do not are named on stderr, and the exit code says
 * that something is missing; one that does not run on this machine is no failure while there are others.
 */
export async function fromAllDaemons<T>(
  home: string | undefined,
  ask: (client: BridleClient) => Promise<T>,
): Promise<readonly FromDaemon<T>[]> {
  const targets = allTargets(home);
  const outcomes = await Promise.allSettled(
    targets.map((target) => withClientAt(target, (client) => within(answerMs, ask(client)))),
  );
  return targets.flatMap((target, at) => {
    const outcome = outcomes[at] as PromiseSettledResult<Awaited<T>>;
    if (outcome.status === "fulfilled") return [{ context: target.name, target, value: outcome.value }];
    const isOnlyOff = target.kind === "local" && isBridleError(outcome.reason, "no_daemon") && targets.length > 1;
    if (!isOnlyOff) noteMissing(target.name, outcome.reason);
    return [];
  });
}

function noteMissing(name: string, reason: unknown): void {
  const message = reason instanceof Error ? reason.message : "it does not answer";
  process.stderr.write(`${styled("yellow", `! ${name}: ${message}`)}\n`);
  process.exitCode = exitCodes.noDaemon;
}

/** Whoever is closed meanwhile has no answer to wait for. */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const data = { waitingFor: "its answer", afterMs: ms };
    reject(new BridleError("timeout", `no answer within ${ms / 1000} s`, data));
  }, ms);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
