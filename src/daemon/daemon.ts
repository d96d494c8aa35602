import { join } from "node:path";
import { type Deprecation, hasArgvPrompt } from "../adapters/deprecations.ts";
import type { Notice } from "../adapters/notice.ts";
import { FolderReach } from "./access/folder-reach.ts";
import { LostAgents } from "./agent/lost-agents.ts";
import { attachHolder } from "./attach-holder.ts";
import { Attendance } from "./attendance.ts";
import { AuditChain } from "./audit/audit-chain.ts";
import { Accounts } from "./budget/accounts.ts";
import { conversationServiceCalls } from "./calls/conversation-service-calls.ts";
import { daemonServiceCalls } from "./calls/daemon-service-calls.ts";
import { sessionServiceCalls } from "./calls/session-service-calls.ts";
import { ClaudeSessions } from "./claude-sessions/claude-sessions.ts";
import { collectWhenIdle } from "./collect-when-idle.ts";
import { budgetOf } from "./config/budget-settings.ts";
import { type LoadedSettings, loadSettings, type SettingsSources } from "./config/load-settings.ts";
import type { SessionTrace } from "./core/session-trace.ts";
import { DaemonFolder } from "./daemon-folder.ts";
import { furtherServices } from "./further-services.ts";
import { HolderKeeper } from "./holding/holder-keeper.ts";
import { type Housekeeping, startHousekeeping } from "./housekeeping.ts";
import type { Log } from "./log/log.ts";
import { SqliteLog } from "./log/sqlite-log.ts";
import { makeNotifications } from "./make-notifications.ts";
import { makeOwnRules } from "./make-own-rules.ts";
import { makePasskeys } from "./make-passkeys.ts";
import { withoutTargets } from "./notify/target-secrets.ts";
import { LongLines } from "./reading/long-lines.ts";
import { ReadingTurns } from "./reading/reading-turns.ts";
import type { OwnRules } from "./rules/own-rules.ts";
import type { ApiServer } from "./server/api-server.ts";
import { Readiness } from "./server/readiness.ts";
import type { SessionCalls } from "./server/session-calls.ts";
import { TokenStore } from "./server/token-store.ts";
import { CallBook } from "./session/call-book.ts";
import { LiveAgents } from "./session/live-agents.ts";
import { restoreSessions } from "./session/restore-sessions.ts";
import type { CommitFacts } from "./session/session-deps.ts";
import { Sessions } from "./session/sessions.ts";
import { limitsOf, needsAttendance } from "./session-limits.ts";
import { startServer } from "./start-server.ts";
import { startWatchdog } from "./start-watchdog.ts";
import { type DaemonAgents, findAgents } from "./startup/daemon-agents.ts";
import { failureKind, openFailure } from "./store/database-failure.ts";
import { Store } from "./store/store.ts";
import type { LogDestination } from "./telemetry/logger.ts";
import { Telemetry } from "./telemetry/telemetry.ts";
import type { Watchdog } from "./watchdog/watchdog.ts";
import { worktreeMessage } from "./worktrees/worktree-message.ts";
import { Worktrees } from "./worktrees/worktrees.ts";

export interface DaemonOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly bridleVersion: string;
  /** One folder for everything. Default: XDG's, or `BRIDLE_HOME`. */
  readonly home?: string | undefined;
  /** `key=value`, above settings file and environment. */
  readonly set?: readonly string[] | undefined;
  /** The agent that must be there. */
  readonly agent?: string | undefined;
  /** In the foreground: short lines for a person. */
  readonly terminal?: LogDestination | undefined;
}

/** All of a daemon, put together. It listens when `start` resolves, and not before: who reaches it finds every session as it was. */
export class Daemon {
  readonly telemetry: Telemetry;
  readonly #folder: DaemonFolder;
  readonly #loaded: LoadedSettings;
  readonly #options: DaemonOptions;
  readonly #agents: DaemonAgents;
  readonly #rules: OwnRules;
  readonly #store: Store;
  readonly #audit: AuditChain;
  readonly #book: CallBook;
  readonly #log: Log;
  readonly #sessions: Sessions;
  readonly #tokens: TokenStore;
  readonly #notified: ReturnType<typeof makeNotifications>;
  readonly #passkeys: ReturnType<typeof makePasskeys>;
  readonly #worktrees: Worktrees;
  readonly #reach: FolderReach;
  readonly #keeper: HolderKeeper;
  readonly #longLines = new LongLines();
  readonly #readiness = new Readiness();
  readonly #lost = new LostAgents();
  readonly #attendance = new Attendance({
    followers: () => this.#server?.followers ?? [],
    reaches: (caller, session) => this.#reach.session(caller, session),
    changed: () => this.#sessions.attendanceChanged(),
  });
  readonly #ended = Promise.withResolvers<void>();
  #server: ApiServer | undefined;
  #watchdog: Watchdog | undefined;
  #housekeeping: Housekeeping | undefined;
  #stopping: Promise<void> | undefined;
  #stopCollecting = (): void => {};

  /**
   * Rejects with `already_running`, `invalid_option`, `unusable_database`, `agent_not_found` … and leaves nothing behind.
   */
  static async start(options: DaemonOptions): Promise<Daemon> {
    const folder = DaemonFolder.take(options.env, options.home);
    let daemon: Daemon | undefined;
    try {
      const loaded = loadSettings(settingsSources(folder, options));
      const { bridleVersion, agent: asked } = options;
      const { settings } = loaded;
      const env = withoutTargets(options.env, settings.notifications.targets);
      const agents = await findAgents({ settings, env, bridleVersion, asked });
      daemon = new Daemon(folder, loaded, options, agents);
      await daemon.#open();
      return daemon;
    } catch (error) {
      const { log } = daemon?.telemetry ?? new Telemetry(folder.files.log, "error", undefined);
      log.error("start failed", error);
      if (daemon === undefined) folder.release();
      else await daemon.stop({ keepAgents: true });
      // Some damage shows only when what is stored is read.
      throw failureKind(error) === "damaged" ? openFailure(folder.files.database, error) : error;
    }
  }

  private constructor(folder: DaemonFolder, loaded: LoadedSettings, options: DaemonOptions, agents: DaemonAgents) {
    const { settings } = loaded;
    const { files } = folder;
    this.#folder = folder;
    this.#loaded = loaded;
    this.#options = options;
    this.#agents = agents;
    this.telemetry = new Telemetry(files.log, settings.daemon.logLevel, options.terminal);
    this.#tokens = new TokenStore(files.tokens);
    this.#store = new Store(files.database, { durability: settings.daemon.durability });
    const warn = (message: string): void => this.telemetry.log.warn("audit", { message });
    this.#audit = new AuditChain({ store: this.#store, keyFile: files.auditKey, headFile: files.auditHead, warn });
    this.#book = new CallBook(this.#store);
    const ownUrl = () => this.url;
    this.#passkeys = makePasskeys({ store: this.#store, audit: this.#audit, book: this.#book, settings, ownUrl });
    this.#log = new SqliteLog(this.#store);
    this.#worktrees = new Worktrees({
      store: this.#store,
      env: options.env,
      root: join(folder.folders.state, "worktrees"),
      warn: (message) => this.telemetry.log.warn("worktree", { message }),
    });
    this.#keeper = this.#makeKeeper();
    const sources = settingsSources(folder, options);
    this.#rules = makeOwnRules(sources, loaded, (change) => this.telemetry.settings(change));
    const deps = {
      store: this.#store,
      log: this.#log,
      audit: this.#audit,
      holding: this.#keeper.holding,
      lost: this.#lost,
      agent: (name: string) => agents.command(name),
      rules: (cwd: string) => this.#rules.in(cwd),
      forecast: (agent: string, cwd: string) => agents.forecast(agent, cwd),
      worktree: (session: string) => worktreeMessage(this.#worktrees.of(session)),
      accounts: new Accounts({
        budgets: settings.budgets.map(budgetOf),
        read: (query) => this.#store.read(query),
        changed: () => this.#sessions.budgetsChanged(),
      }),
      live: new LiveAgents(settings.limits.liveAgents),
      turns: new ReadingTurns((prepare) => this.#store.beforeCommit(prepare)),
      longLines: this.#longLines,
      limits: limitsOf(settings),
      isAttended: (session: string) => this.#attendance.isAttended(session),
      trace: (entry: SessionTrace) => this.telemetry.session(entry),
      notices: (commit: CommitFacts) => this.#notified.notifications.works(commit),
      meter: this.telemetry.meter,
      deprecated: (what: Deprecation) => this.telemetry.deprecated(what),
    };
    this.#sessions = new Sessions(deps);
    this.#reach = new FolderReach(this.#sessions, this.#worktrees);
    this.#notified = makeNotifications({
      ...{ store: this.#store, sessions: this.#sessions, tokens: this.#tokens, telemetry: this.telemetry, settings },
      ...{
        keysFile: files.pushKeys,
        linkKeyFile: files.linkKey,
        reach: this.#reach,
        env: options.env,
        pageUrl: this.#passkeys.links.pageUrl,
      },
    });
  }

  #makeKeeper(): HolderKeeper {
    const { log } = this.telemetry;
    return new HolderKeeper({
      connect: () => attachHolder(this.#folder.folders, this.#loaded.settings.holder, log),
      onLost: () => {
        log.error("the holder is gone, and all agents with it");
        this.#sessions.holderLost();
      },
      onFailed: (error) => log.error("holder failed", error),
      onReplaced: () => void this.stop({ keepAgents: true }),
    });
  }

  /** Where programs and browsers reach it. */
  get url(): string {
    return this.#server?.url ?? "";
  }

  /** For tests and embedders: the sessions as they are. */
  get sessions(): Sessions {
    return this.#sessions;
  }

  /** What a person who starts it should read about the agents. */
  get notices(): { readonly now: readonly Notice[]; readonly later: Promise<readonly Notice[]> } {
    return { now: this.#agents.notices, later: this.#agents.started.laterNotices };
  }

  loginUrl(): string {
    return this.#server?.loginUrl() ?? "";
  }

  /** Settles when the daemon has stopped, whoever asked for it. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  /** Ends agents and holder, too, unless they are kept for the next daemon. */
  stop({ keepAgents = false }: { readonly keepAgents?: boolean } = {}): Promise<void> {
    this.#stopping ??= this.#stop(keepAgents);
    return this.#stopping;
  }

  async #open(): Promise<void> {
    const { log, metrics } = this.telemetry;
    for (const warning of this.#loaded.warnings) log.warn("setting", { warning });
    const { agents } = this.#loaded.settings;
    if (Object.values(agents).some(({ args = [] }) => hasArgvPrompt(args))) this.telemetry.deprecated("argv_prompt");
    this.telemetry.notices(this.#agents.notices);
    void this.#agents.started.laterNotices.then((notices) => this.telemetry.notices(notices));
    const holding = await this.#keeper.holding();
    restoreSessions(this.#sessions, holding);
    await this.#sessions.flush();
    this.#notified.push.begin();
    this.#watchStore();
    this.#watchdog = startWatchdog(this.#sessions, this.#loaded.settings.watchdog.afterMs, this.telemetry);
    // Before anybody asks for one: a client that comes back wants the name that a half made one has.
    void this.#worktrees.settle().catch((error: unknown) => log.error("worktrees failed", error));
    this.#server = await this.#startServer();
    metrics.watch.subscribers = () => this.#server?.streams ?? 0;
    await this.#notified.notifications.begin();
    if (needsAttendance(this.#loaded.settings)) this.#attendance.open();
    this.#readiness.set(undefined);
    for (const warning of this.#passkeys.warnings()) log.warn("passkeys", { warning });
    log.info("ready", { address: this.url, socket: this.#folder.files.socket });
    this.#stopCollecting = collectWhenIdle(() => metrics.count.commits);
    this.#housekeeping = startHousekeeping(this.#sessions, this.#loaded.settings.retention, (error) =>
      log.error("housekeeping failed", error),
    );
    void this.#log.finishErasing().catch((error: unknown) => log.error("erasing failed", error));
  }

  #startServer(): Promise<ApiServer> {
    const { notifications } = this.#notified;
    return startServer(this.#loaded, this.#folder, this.telemetry, {
      calls: this.#sessionCalls(),
      daemon: this.#daemonCalls(),
      services: furtherServices({
        ...{ sessions: this.#sessions, book: this.#book, worktrees: this.#worktrees },
        ...{ reach: this.#reach, notified: this.#notified, passkeys: this.#passkeys },
      }),
      log: this.#log,
      view: this.#sessions,
      reach: this.#reach,
      readiness: this.#readiness,
      tokens: this.#tokens,
      answerLink: (link) => notifications.links.read(link),
      ...this.#passkeys.links,
    });
  }

  #sessionCalls(): SessionCalls {
    const book = this.#book;
    const { confirmations } = this.#passkeys;
    const sessionCalls = sessionServiceCalls({
      sessions: this.#sessions,
      ...{ book, confirmations },
      worktrees: this.#worktrees,
      reach: this.#reach,
      agentName: (asked) => this.#agents.nameOf(asked),
      claudeSessions: new ClaudeSessions(this.#options.env),
    });
    return { ...sessionCalls, ...conversationServiceCalls(this.#sessions, book, this.#reach, confirmations) };
  }

  #daemonCalls() {
    return daemonServiceCalls({
      bridleVersion: this.#options.bridleVersion,
      loaded: this.#loaded,
      store: this.#store,
      sessions: this.#sessions,
      agents: this.#agents.started,
      reach: this.#reach,
      rules: { own: this.#rules, env: this.#options.env },
      ...{ settingsFile: this.#folder.files.settings, audit: this.#audit, book: this.#book },
      confirmations: this.#passkeys.confirmations,
      readiness: this.#readiness,
      holding: () => this.#keeper.current,
      subscribers: () => this.#server?.streams ?? 0,
      warnings: () => this.#passkeys.warnings(),
      shutDown: (keepAgents) => void this.stop({ keepAgents }),
    });
  }

  #watchStore(): void {
    const { metrics } = this.telemetry;
    this.telemetry.watchStore(this.#store);
    this.telemetry.watchSessions(this.#sessions);
    metrics.watch.holderAttached = () => (this.#keeper.current === undefined ? 0 : 1);
    this.#store.onTrouble((trouble) => {
      this.#readiness.set(trouble && `nothing can be stored: ${trouble.reason}`);
    });
  }

  async #stop(keepAgents: boolean): Promise<void> {
    this.#readiness.set("stopping");
    this.#watchdog?.close();
    this.#housekeeping?.stop();
    this.#stopCollecting();
    this.#attendance.close();
    this.#sessions.due.close();
    this.#notified.notifications.close();
    this.#notified.push.close();
    await this.#server?.close();
    // An agent's last words must be stored before its end is heard of: the holder ends those that are left.
    const troubled = this.#store.untilTroubled();
    if (!keepAgents) await Promise.race([this.#sessions.sleepAll(), troubled]);
    // What is being read elsewhere is given up, and the next daemon told of no attempt.
    await this.#longLines.close();
    await Promise.race([this.#sessions.flush().catch(() => undefined), troubled]);
    await this.#keeper.close(keepAgents);
    await this.#lost.settled();
    await this.#audit.close();
    await this.#store.close();
    this.telemetry.log.info("stopped");
    this.#folder.release();
    this.#ended.resolve();
  }
}

function settingsSources({ files }: DaemonFolder, { env, set = [] }: DaemonOptions): SettingsSources {
  return { file: files.settings, env, flags: set };
}
