import type { Logger } from "./logger.ts";

/** Anybody on the machine can be refused as often as they like: more than this would push everything else out of the log. */
const quietMs = 10_000;

/** One line for the first refusal of a kind, and one at most every ten seconds for those that follow. */
export function refusalLog(log: Pick<Logger, "warn">, nowMs = (): number => performance.now()): (why: string) => void {
  const logged = new Map<string, { readonly atMs: number; since: number }>();
  return (why) => {
    const last = logged.get(why);
    if (last !== undefined && nowMs() - last.atMs < quietMs) {
      last.since += 1;
      return;
    }
    log.warn("request refused", { why, ...(last !== undefined && last.since > 0 && { moreBefore: last.since }) });
    logged.set(why, { atMs: nowMs(), since: 0 });
  };
}
