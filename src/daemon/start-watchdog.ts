import type { Sessions } from "./session/sessions.ts";
import type { Telemetry } from "./telemetry/telemetry.ts";
import { Watchdog } from "./watchdog/watchdog.ts";

/** Looks after turns that are silent, and tells of those that stall. */
export function startWatchdog(sessions: Sessions, afterMs: number, { log, metrics }: Telemetry): Watchdog {
  return new Watchdog({
    sessions: () => sessions.all,
    afterMs,
    stalled: (session, { cause, evidence }) => {
      metrics.tally.stalls.add([cause]);
      log.warn("turn stalled", { session, cause, evidence });
    },
  });
}
