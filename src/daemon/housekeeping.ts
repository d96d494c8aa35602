import type { Settings } from "./config/settings.ts";
import type { SqliteLog } from "./log/sqlite-log.ts";
import { pruneCalls } from "./store/calls-table.ts";
import type { Store } from "./store/store.ts";

const everyMs = 3_600_000;
const dayMs = 24 * everyMs;
/** A client that comes back later than this has forgotten its calls, too. */
const callsKeptMs = 7 * dayMs;

const callsAtOnce = 1000;

export interface Housekeeping {
  stop(): void;
}

/** Every hour: old calls are forgotten, and old events where the settings say so. */
export function keepHouse(
  store: Store,
  log: SqliteLog,
  { maxAgeDays, maxBytes }: Settings["retention"],
  onFailed: (error: unknown) => void,
): Housekeeping {
  const tidy = async (): Promise<void> => {
    for (let pruned = callsAtOnce; pruned === callsAtOnce; )
      await store.write((db) => {
        pruned = pruneCalls(db, Date.now() - callsKeptMs, callsAtOnce);
      });
    // 0 is off.
    const policy = { ...(maxAgeDays > 0 && { maxAgeMs: maxAgeDays * dayMs }), ...(maxBytes > 0 && { maxBytes }) };
    if (Object.keys(policy).length > 0) await log.retain(policy);
  };
  const timer = setInterval(() => void tidy().catch(onFailed), everyMs).unref();
  const first = setTimeout(() => void tidy().catch(onFailed), 60_000).unref();
  return {
    stop: () => {
      clearInterval(timer);
      clearTimeout(first);
    },
  };
}
