import { statSync } from "node:fs";
import { type Deprecation, DeprecationWarnings } from "../../adapters/deprecations.ts";
import type { Notice } from "../../adapters/notice.ts";
import type { Settings } from "../config/settings.ts";
import type { SessionTrace } from "../core/session-trace.ts";
import type { Batch } from "../log/log.ts";
import type { SettingsChange } from "../rules/own-rules.ts";
import type { ServerTrace } from "../server/server-trace.ts";
import type { SessionMeter } from "../session/session-deps.ts";
import type { Sessions } from "../session/sessions.ts";
import { countNotices } from "../store/notices-table.ts";
import { countOpenAsks, oldestOpenAskMs } from "../store/open-asks.ts";
import { countSessionsByState } from "../store/sessions-table.ts";
import type { Store } from "../store/store.ts";
import { type LogDestination, Logger } from "./logger.ts";
import { Metrics } from "./metrics.ts";
import { refusalLog } from "./refusal-log.ts";
import { RotatingFile } from "./rotating-file.ts";
import { sessionMeter, sessionTelemetry } from "./session-telemetry.ts";

/** Logs and figures of a daemon. */
export class Telemetry {
  readonly log: Logger;
  readonly metrics = new Metrics();
  readonly session: (entry: SessionTrace) => void;
  readonly meter: SessionMeter;
  readonly server: ServerTrace;
  readonly #deprecations = new DeprecationWarnings();

  constructor(file: string, level: Settings["daemon"]["logLevel"], terminal: LogDestination | undefined) {
    this.log = new Logger({ level, file: new RotatingFile(file), ...(terminal !== undefined && { terminal }) });
    this.session = sessionTelemetry(this.metrics, this.log);
    this.meter = sessionMeter(this.metrics);
    this.server = serverTelemetry(this.metrics, this.log);
  }

  /** What is known of the agents and a person should read. */
  notices(notices: readonly Notice[]): void {
    for (const { level, message } of notices) this.log.log(level, "agent found", { message });
  }

  /** A look at the settings file found something new. */
  settings(change: SettingsChange): void {
    if (change.now === "broken") this.log.warn("settings broken", { message: change.problem });
    else this.log.info(`settings ${change.now}`);
  }

  /** Of each old form once. */
  deprecated(what: Deprecation): void {
    const notice = this.#deprecations.warn(what);
    if (notice !== undefined) this.log.warn("deprecated", { message: notice.message });
  }

  /** A try to notify somebody is over. */
  notified(type: string, result: "sent" | "failed" | "dead" | "withdrawn", ms: number): void {
    this.metrics.tally.notifications.add([type, result]);
    if (result !== "withdrawn") this.metrics.time("notificationSeconds", Math.max(0, ms) / 1000, type);
    const level = result === "dead" ? "error" : result === "failed" ? "warn" : "debug";
    this.log.log(level, "notification", { type, result, ms });
  }

  /** What sessions wait for and run, asked for when somebody looks. */
  watchSessions(sessions: Pick<Sessions, "all" | "deps">): void {
    const { watch } = this.metrics;
    watch.liveAgents = () => sessions.deps.live.count;
    watch.queuedPrompts = () => [...sessions.all].reduce((sum, { state }) => sum + state.queue.length, 0);
    const { store } = sessions.deps;
    watch.openAsks = () => store.read(countOpenAsks());
    watch.oldestAskSeconds = () => {
      const nowMs = Date.now();
      return Math.max(0, nowMs - (store.read(oldestOpenAskMs()) ?? nowMs)) / 1000;
    };
  }

  /** The size of the database and what is in it, asked for when somebody looks; that nothing can be stored, at once. */
  watchStore(store: Pick<Store, "file" | "read" | "onTrouble">): void {
    const { file } = store;
    store.onTrouble((trouble) => {
      if (trouble === undefined) return this.log.info("storage works again");
      this.metrics.count.storeTroubles += 1;
      this.log.error("nothing can be stored", undefined, { why: trouble.reason });
    });
    this.metrics.watch.databaseBytes = () => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    this.metrics.watch.walBytes = () => statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
    this.metrics.watch.notificationsWaiting = () => store.read(countNotices()).waiting;
    this.metrics.watch.notificationsDead = () => store.read(countNotices()).dead;
    this.metrics.sessionStates = () => store.read(countSessionsByState());
  }
}

function serverTelemetry(metrics: Metrics, log: Logger): ServerTrace {
  const tellRefused = refusalLog(log);
  return {
    called: (method, code, seconds) => {
      metrics.tally.calls.add([method, code]);
      metrics.time("callSeconds", seconds, method);
    },
    sent: ({ first, last, bytes }: Batch) => {
      metrics.count.batchesOut += 1;
      metrics.count.eventsOut += last - first + 1;
      metrics.count.bytesOut += bytes.length;
    },
    reset: () => {
      metrics.count.resets += 1;
    },
    refused: (why) => {
      metrics.tally.refused.add([why]);
      tellRefused(why);
    },
    failed: (error, method) => log.error("call failed", error, { method }),
  };
}
