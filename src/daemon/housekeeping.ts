import type { Settings } from "./config/settings.ts";
import type { Sessions } from "./session/sessions.ts";
import { pruneCalls } from "./store/calls-table.ts";
import type { RetentionPolicy } from "./store/retention-plan.ts";
import type { Store } from "./store/store.ts";
import { together } from "./store/work.ts";

const everyMs = 3_600_000;
const dayMs = 24 * everyMs;
/** A client that comes back later than this has forgotten its calls, too. */
const callsKeptMs = 7 * dayMs;

const callsAtOnce = 1000;

export interface Housekeeping {
  stop(): void;
}

/** A minute after the start, and every hour: `runHousekeeping`. */
export function startHousekeeping(
  sessions: Sessions,
  retention: Settings["retention"],
  onFailed: (error: unknown) => void,
): Housekeeping {
  const run = (): void => void runHousekeeping(sessions, retention, Date.now()).catch(onFailed);
  const timer = setInterval(run, everyMs).unref();
  const first = setTimeout(run, 60_000).unref();
  return {
    stop: () => {
      clearInterval(timer);
      clearTimeout(first);
    },
  };
}

/** Old calls are forgotten, the audit is cut and closed sessions deleted where the settings say so. How many were. */
export async function runHousekeeping(
  sessions: Sessions,
  retention: Settings["retention"],
  nowMs: number,
): Promise<number> {
  const { store, audit } = sessions.deps;
  await forgetCalls(store, nowMs - callsKeptMs);
  const { maxAgeDays, maxBytes, auditDays, auditRows } = retention;
  if (auditDays > 0 || auditRows > 0) {
    const beforeMs = auditDays > 0 ? nowMs - auditDays * dayMs : 0;
    await audit.cut({ beforeMs, maxRows: auditRows > 0 ? auditRows : Number.MAX_SAFE_INTEGER }, nowMs);
  }
  // 0 is off.
  const policy = { ...(maxAgeDays > 0 && { maxAgeMs: maxAgeDays * dayMs }), ...(maxBytes > 0 && { maxBytes }) };
  return Object.keys(policy).length === 0 ? 0 : deleteOutdated(sessions, policy, nowMs);
}

async function forgetCalls(store: Store, beforeMs: number): Promise<void> {
  while ((await store.write(pruneCalls(beforeMs, callsAtOnce))) === callsAtOnce);
}

async function deleteOutdated(sessions: Sessions, policy: RetentionPolicy, nowMs: number): Promise<number> {
  let deleted = 0;
  for (const { id, updatedMs } of await sessions.deps.log.outdated(policy, nowMs)) {
    const session = sessions.find(id);
    // A prompt may have opened it again since the plan was made.
    const isOutdated = session?.phase === "closed" && session.updatedMs === updatedMs && session.isDormant;
    if (!isOutdated) continue;
    await sessions.delete(session, together());
    deleted += 1;
  }
  return deleted;
}
