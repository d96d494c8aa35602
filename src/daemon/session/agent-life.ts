import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { closedError } from "../../conversation/closed-error.ts";
import { BridleError, isBridleError } from "../../errors.ts";
import { AgentDriver, type DriverSink } from "../agent/agent-driver.ts";
import { agentSpec } from "../agent/agent-launch.ts";
import { freshReading, type ReadingState } from "../agent/agent-reading.ts";
import { sayFirstWords } from "../agent/first-words.ts";
import { type AgentExit, type Holding, untoldExit } from "../holding/held-agent.ts";
import { type AgentRow, putAgent, removeAgent } from "../store/agents-table.ts";
import type { OutboxRow } from "../store/outbox-table.ts";
import type { Journal } from "./journal.ts";
import { judgeExit } from "./judge-exit.ts";
import type { LiveSession } from "./live-agents.ts";
import { RestartPolicy } from "./restart-policy.ts";
import type { SessionDeps } from "./session-deps.ts";

/** What the session does when its agent comes and goes. */
export interface LifeSink extends Omit<DriverSink, "exited" | "failed" | "strayAnswer"> {
  /** The agent can take prompts. */
  ready(): void;
  /** It is gone, and this is why; prompts that it had are lost. */
  gone(reason: string): void;
  /** Is there anything to do for an agent? */
  wanted(): boolean;
}

/** `quit`: nothing starts it again in this daemon. */
type Ending = "end" | "quit";

/** How long the turn that runs may take to end when it is interrupted for good. */
const turnEndMs = 2000;

/**
 * The agent of one session: started when it is wanted, put to sleep, started
 * again with back-off when it ended by itself, adopted from an earlier daemon.
 */
export class AgentLife {
  readonly #deps: SessionDeps;
  readonly #journal: Journal;
  readonly #session: LiveSession;
  readonly #sink: LifeSink;
  readonly #restarts: RestartPolicy;
  #driver: AgentDriver | undefined;
  #waking: Promise<void> | undefined;
  #restart: NodeJS.Timeout | undefined;
  #ending: Ending | undefined;
  #isReady = false;
  /** It was started to go on with a conversation; whether that can be done shows when it answers. */
  #resuming = false;
  /** It said that it cannot: the conversation is unknown to it. */
  #refusedToResume = false;
  /** It did not answer in time, and is ended for that. */
  #isMute = false;
  /** Agents of before whose end nobody told. They are being ended; none is started beside them. */
  readonly #untold = new Set<string>();
  #whenGone = Promise.withResolvers<void>();
  /** How many turns were told to be lost to the agent. */
  #lostTurns = 0;

  constructor(deps: SessionDeps, journal: Journal, session: LiveSession, sink: LifeSink) {
    this.#deps = deps;
    this.#journal = journal;
    this.#session = session;
    this.#sink = sink;
    this.#restarts = new RestartPolicy(deps.limits.restart);
  }

  get driver(): AgentDriver | undefined {
    return this.#driver;
  }

  /** The driver of an agent that can take prompts. */
  get readyDriver(): AgentDriver | undefined {
    const isReady = this.#isReady && this.#ending === undefined && this.#driver?.isGone === false;
    return isReady ? this.#driver : undefined;
  }

  /** Is being started, or will be. */
  get isComing(): boolean {
    return this.#waking !== undefined || this.#restart !== undefined;
  }

  /** Something of an agent of before may be left. */
  get mayBeLeft(): boolean {
    return this.#untold.size > 0;
  }

  /** Before it answered, what it says of turns is about the conversation it could not find. */
  get isResuming(): boolean {
    return this.#resuming && !this.#isReady;
  }

  /** A person wants an agent: also one that crashed too often gets another chance. */
  wake(): void {
    this.#restarts.forgive();
    clearTimeout(this.#restart);
    this.#restart = undefined;
    // One that waits for its turn to start and was given up meanwhile is wanted after all.
    if (this.#driver === undefined && this.#waking !== undefined && this.#ending !== "quit") {
      this.#ending = undefined;
      this.#journal.step("start");
    }
    this.#start();
  }

  /** A result that answers nothing came before the agent was ready: that is how it says so. */
  resumeRefused(): void {
    this.#refusedToResume = true;
  }

  /** Goes on with an agent that an earlier daemon had. */
  adopt(holding: Holding, row: AgentRow, outbox: readonly OutboxRow[]): void {
    const { outputOffset, inputOffset } = row;
    const reading = JSON.parse(row.reading) as ReadingState;
    this.#deps.live.adopt(this.#session);
    this.#isReady = this.#journal.state.at !== "starting";
    this.#resuming = reading.resumed;
    this.#driver = this.#makeDriver(holding, row.id, reading, { outputOffset, inputOffset });
    this.#driver.attach(outbox);
    if (this.#isReady) return;
    if (inputOffset === 0) void this.#initialize(this.#driver, row.startedMs);
    else this.#awaitFirstAnswer(this.#driver);
  }

  /** The agent of an earlier daemon, or of a holder that is no more, is gone without a word. */
  lost(agent: string, reading: ReadingState): void {
    this.#driver ??= this.#makeDriver(undefined, agent, reading, { outputOffset: 0, inputOffset: 0 });
    this.#isReady = this.#journal.state.at !== "starting";
    // It was being closed, and is not started again.
    if (this.#journal.record.row.state === "closed") this.#ending ??= "end";
    this.#driver.exited(untoldExit);
  }

  /** Ends the agent, politely first: the turn that runs is interrupted. Resolves when it is gone. */
  async end(ending: Ending): Promise<void> {
    clearTimeout(this.#restart);
    this.#restart = undefined;
    const driver = this.#driver;
    const gone = this.#whenGone.promise;
    const again = this.#ending !== undefined;
    // One that is still waiting for its turn to start is not started.
    if (ending === "quit" || driver !== undefined || this.#waking !== undefined)
      this.#ending = this.#ending === "quit" ? "quit" : ending;
    if (driver === undefined) return;
    if (!again) {
      if (!driver.reading.ledger.settled) {
        const over = driver.request("interrupt", {}, turnEndMs).then(
          () => driver.reading.turnEnd(),
          () => undefined,
        );
        await Promise.race([over, gone, sleep(turnEndMs, undefined, { ref: false })]);
      }
      void driver.end();
    }
    await gone;
  }

  #start(): void {
    if (this.#ending === "quit" || this.#driver !== undefined || this.#waking !== undefined) return;
    this.#journal.step("start");
    this.#sink.dirty();
    const waking: Promise<void> = this.#launch().catch((error: unknown) => {
      // Else its end was heard of, and dealt with, another way.
      if (this.#waking === waking) this.#failed(error);
    });
    this.#waking = waking;
  }

  async #launch(): Promise<void> {
    const deps = this.#deps;
    const { record } = this.#journal;
    const startedMs = Date.now();
    await deps.live.acquire(this.#session);
    const [agent, holding] = await Promise.all([
      deps.agent(record.row.agent),
      deps.holding(),
      ...[...this.#untold].map((id) => this.#endUntold(id)),
    ]);
    if (this.#journal.state.at !== "starting" || this.#ending !== undefined) return this.#abandon();
    const { row, options } = record;
    const isFork = options.fork === true && row.agentSessionId === "";
    const resume = row.agentSessionId || options.resume;
    if (resume === undefined && row.turns > this.#lostTurns)
      this.#tellLost("the agent gave this conversation no id to go on with it; it begins a new one in this session");
    const spec = agentSpec({ id: randomUUID(), agent, cwd: row.cwd, options: { ...options, fork: isFork }, resume });
    const reading = freshReading(agent.version, resume !== undefined, agent.dialect);
    const offsets = { outputOffset: 0, inputOffset: 0 };
    const driver = this.#makeDriver(holding, spec.id, reading, offsets);
    this.#resuming = resume !== undefined;
    this.#driver = driver;
    const stored = { id: spec.id, session: row.id, reading: JSON.stringify(reading), ...offsets, startedMs };
    // Stored before it is started: an agent nobody knows of would be an orphan.
    this.#journal.store(putAgent(stored));
    await this.#journal.flush();
    await driver.start(spec);
    // It ended at once, and the next one may be on its way.
    if (driver !== this.#driver) return;
    this.#waking = undefined;
    deps.trace({ what: "agent_started", session: row.id, agent: row.agent, ms: Date.now() - startedMs });
    void this.#initialize(driver, startedMs);
  }

  async #initialize(driver: AgentDriver, startedMs: number): Promise<void> {
    const { limits, trace } = this.#deps;
    const { id: session, record } = this.#journal;
    try {
      const missing = await sayFirstWords(driver, limits.initializeTimeoutMs);
      if (driver !== this.#driver) return;
      if (missing !== undefined) this.#degrade(driver, missing);
      trace({ what: "agent_ready", session, agent: record.row.agent, ms: Date.now() - startedMs });
      this.#becomeReady();
    } catch (error) {
      if (driver === this.#driver) this.#mute(driver, error);
    }
  }

  /** An earlier daemon said the first words: their answer is one that nobody here asked for. */
  #awaitFirstAnswer(driver: AgentDriver): void {
    const { initializeTimeoutMs: afterMs } = this.#deps.limits;
    const message = `the agent did not answer initialize within ${afterMs} ms`;
    const late = new BridleError("timeout", message, { waitingFor: "initialize", afterMs });
    setTimeout(() => {
      if (driver === this.#driver && !this.#isReady) this.#mute(driver, late);
    }, afterMs).unref();
  }

  #becomeReady(): void {
    if (this.#isReady) return;
    this.#isReady = true;
    // A prompt that waits goes out first: nobody is told of an idle moment that is none.
    this.#sink.ready();
    this.#journal.step("ready");
    this.#sink.dirty();
  }

  /** It runs and does not answer: end it, and count that as a crash. */
  #mute(driver: AgentDriver, error: unknown): void {
    if (isBridleError(error, "closed")) return;
    this.#isMute = true;
    this.#journal.emit({ case: "error", value: { code: "initialize_failed", message: messageOf(error) } });
    void driver.end();
  }

  #unreadable(error: unknown): void {
    if (isBridleError(error, "overflow")) return this.#deaf(error.message);
    const message = "Bridle could not deal with what the agent said, and ended it; please report this";
    this.#journal.emit({ case: "error", value: { code: "internal", message } });
    const { name, stack = "" } = error instanceof Error ? error : new Error();
    // Its message may hold what the agent said.
    const place = `${name} ${stack.split("\n")[1]?.trim() ?? ""}`;
    this.#deps.trace({ what: "agent_failed", session: this.#journal.id, code: "internal", message: place });
  }

  #deaf(message: string): void {
    this.#journal.emit({ case: "error", value: { code: "overflow", message } });
    this.#deps.trace({ what: "agent_failed", session: this.#journal.id, code: "overflow", message });
  }

  #degrade(driver: AgentDriver, message: string): void {
    driver.reading.degrade(message);
    this.#journal.set({ degraded: true });
    this.#journal.emit({ case: "notice", value: { word: "bridle/degraded", fieldsJson: JSON.stringify({ message }) } });
  }

  #makeDriver(
    holding: Holding | undefined,
    id: string,
    reading: ReadingState,
    offsets: { readonly outputOffset: number; readonly inputOffset: number },
  ): AgentDriver {
    this.#whenGone = Promise.withResolvers<void>();
    this.#refusedToResume = false;
    this.#isMute = false;
    const sink: DriverSink = {
      ...this.#sink,
      strayAnswer: () => this.#becomeReady(),
      exited: (exit: AgentExit) => this.#exited(exit),
      failed: (error: unknown) => this.#unreadable(error),
    };
    const { limits, meter, lost, turns, longLines } = this.#deps;
    const { maxPayloadBytes } = limits;
    const parts = { id, holding, lost, sink, meter, turns, longLines, maxPayloadBytes, reading, ...offsets };
    return new AgentDriver(parts);
  }

  #exited(exit: AgentExit): void {
    const driver = this.#driver;
    if (driver === undefined) return;
    const { exitCode, signal } = exit;
    if (exit === untoldExit) this.#endUntold(driver.id).catch(() => undefined);
    const judged = judgeExit(exit, {
      isEnding: this.#ending !== undefined,
      isReady: this.#isReady,
      isSettled: driver.reading.ledger.settled,
      wasResuming: this.#resuming,
      refusedToResume: this.#refusedToResume,
      wasMute: this.#isMute,
    });
    const expected = judged === "expected";
    const trace = { session: this.#journal.id, agent: this.#journal.record.row.agent, exitCode, signal, expected };
    this.#deps.trace({ what: "agent_exited", ...trace });
    const error = closedError({ exitCode, signal: signal as NodeJS.Signals | null }, exit.stderr, process.env);
    this.#sink.gone(expected ? "the agent was ended" : error.message);
    this.#remove(driver);
    // Before it may be started again: it is counted anew, behind those that wait.
    this.#deps.live.release(this.#session);
    if (expected) this.#ended();
    else {
      this.#journal.emit({ case: "error", value: { code: "agent_exited", message: error.message } });
      if (judged === "forgotten") this.#startAfresh();
      else this.#crashed(error.message);
    }
    // What is not stored, as the daemon ends, the next one finds in the holder.
    this.#journal.flush().then(
      () => driver.forget(),
      () => {},
    );
    this.#whenGone.resolve();
  }

  async #endUntold(id: string): Promise<void> {
    this.#untold.add(id);
    await this.#deps.lost.end(id);
    this.#untold.delete(id);
  }

  #remove(driver: AgentDriver): void {
    this.#driver = undefined;
    this.#waking = undefined;
    this.#isReady = false;
    this.#journal.store(removeAgent(driver.id));
  }

  #ended(): void {
    if (this.#ending !== "quit") this.#ending = undefined;
    this.#journal.step("exit");
    // A prompt came while it was being ended.
    if (this.#sink.wanted()) this.#start();
  }

  /** The agent has forgotten the conversation: after SIGKILL in a first turn, say. */
  #startAfresh(): void {
    this.#journal.set({ agentSessionId: "" });
    const { fork: _, resume: __, resumeAt: ___, ...options } = this.#journal.record.options;
    this.#journal.set({ options: JSON.stringify(options) });
    this.#tellLost("the agent no longer has this conversation; it begins a new one in this session");
    this.#start();
  }

  #tellLost(message: string): void {
    this.#lostTurns = this.#journal.record.row.turns;
    this.#journal.emit({
      case: "notice",
      value: { word: "bridle/resume_failed", fieldsJson: JSON.stringify({ message }) },
    });
  }

  #crashed(reason: string): void {
    const delayMs = this.#restarts.delayMs(Date.now());
    if (delayMs === undefined) return this.#journal.step("crash", `it ended too often: ${reason}`);
    this.#journal.step("start", `restart in ${delayMs} ms`);
    this.#deps.trace({ what: "restart", session: this.#journal.id, delayMs });
    this.#restart = setTimeout(() => {
      this.#restart = undefined;
      this.#start();
    }, delayMs).unref();
  }

  /** It could not even be started. */
  #failed(error: unknown): void {
    const code = isBridleError(error) ? error.code : "internal";
    this.#deps.trace({ what: "agent_failed", session: this.#journal.id, code, message: messageOf(error) });
    this.#journal.emit({ case: "error", value: { code, message: messageOf(error) } });
    if (this.#driver !== undefined) {
      // The holder did not answer: it may start it yet.
      if (isBridleError(error, "timeout")) this.#endUntold(this.#driver.id).catch(() => undefined);
      this.#remove(this.#driver);
    }
    const ending = this.#ending !== undefined;
    this.#abandon();
    if (ending) this.#ended();
    // The holder is gone, and the next one is being started.
    else if (isBridleError(error, "closed")) this.#crashed(messageOf(error));
    else this.#journal.step("crash", messageOf(error));
    this.#whenGone.resolve();
    this.#sink.dirty();
  }

  #abandon(): void {
    this.#waking = undefined;
    if (this.#ending !== "quit") this.#ending = undefined;
    this.#deps.live.release(this.#session);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
