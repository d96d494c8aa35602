import { setTimeout as sleep } from "node:timers/promises";
import type { DegradationCounters } from "../adapters/degradation.ts";
import { type Notice, noticesOfBadLines } from "../adapters/notice.ts";
import type { ProtocolAdapter } from "../adapters/protocol-adapter.ts";
import { type ChannelCounters, ControlChannel } from "../channel/control-channel.ts";
import { notEnded, protocolFatal } from "../conversation/closed-error.ts";
import type { Event } from "../conversation/event.ts";
import { noticeEvent } from "../conversation/notice-event.ts";
import { isBridleError } from "../errors.ts";
import { defaultLadder, stop } from "../transport/stop.ts";
import { stopGraceMs } from "../transport/stop-grace.ts";
import type { Exit, Transport } from "../transport/transport.ts";
import type { Answer, Request, Seed001Answer, Seed001Subtype, Subtype } from "../wire/controls.ts";
import { saysUnsupported } from "../wire/dispatch.ts";
import { type Fields, text, texts } from "../wire/fields.ts";
import { agentRequestHandlers } from "./agent-requests.ts";
import type { SendOptions } from "./check-prompt.ts";
import type { ControlOptions } from "./control-options.ts";
import { type Done, doneOf, type Ending } from "./done.ts";
import { endByLimit } from "./end-by-limit.ts";
import { endError, turnError } from "./end-error.ts";
import { EventChannel } from "./event-channel.ts";
import { initializePayload } from "./initialize.ts";
import { interruptFirst } from "./interrupt-first.ts";
import type { OpenOptions } from "./options.ts";
import { Prompts } from "./prompts.ts";
import { ReaderSlot } from "./reader-slot.ts";
import { ReadingValve } from "./reading-valve.ts";
import type { SessionParts } from "./session-parts.ts";
import { SessionReading } from "./session-reading.ts";
import type { Turn } from "./turn.ts";

const tidyMs = 2000;
/** How long the output of an agent that was ended may take to end. */
const lastOutputMs = 5000;

/**
 * One conversation with an agent process. Iterate `events`, or await results,
 * or both; leaving the loop over `events` ends the agent.
 *
 * ```ts
 * await using session = await open({ partialMessages: true, onAsk: () => "allow" });
 * await session.send("Run the tests.");
 * for await (const event of session.events) {
 *   if (event.type === "text_delta") process.stdout.write(event.text);
 *   if (event.type === "turn_complete") break;
 * }
 * ```
 */
export class Session implements AsyncDisposable {
  readonly #parts: SessionParts;
  readonly #transport: Transport;
  readonly #options: OpenOptions;
  readonly #channel: ControlChannel<"fromAgent">;
  readonly #events = new EventChannel();
  readonly #slot = new ReaderSlot(this.#events);
  readonly #reading: SessionReading;
  readonly #valve: ReadingValve;
  readonly #prompts: Prompts;
  readonly #done = Promise.withResolvers<Done>();
  readonly #initialized: Promise<Answer<"fromHost", "initialize"> | undefined>;
  #initializeWatched = false;
  #ending: Ending | undefined;
  #exit: Exit | undefined;

  /** @internal Use `open`. */
  constructor(parts: SessionParts, adapter: ProtocolAdapter, options: OpenOptions) {
    this.#parts = parts;
    this.#transport = parts.transport;
    this.#options = options;
    const reading = new SessionReading({
      adapter,
      mode: parts.mode,
      options,
      events: this.#events,
      channel: () => this.#channel,
      trace: (notice) => this.report(notice),
      onFatal: (word) => void this.#end({ why: "crashed", error: protocolFatal(word, this.adapter.name) }),
      isTimeUp: () => this.#ending?.why === "timeout",
      listens: () => this.#valve.isOpen && !this.#channel.isServing,
    });
    const { ledger, waiting } = reading;
    this.#reading = reading;
    this.#channel = new ControlChannel({
      answers: "fromAgent",
      handlers: agentRequestHandlers({
        ...parts,
        options,
        emit: (event) => this.#events.push(event),
        ledger,
        adapter: () => reading.adapter,
        interrupt: () => this.interrupt(),
        report: (notice) => this.report(notice),
      }),
      // Asked at every request: the adapter may be corrected while the session runs.
      format: (request) => reading.adapter.format(request),
      answersTo: (subtype) => reading.adapter.answersTo(subtype),
      write: (line) => this.#write(line),
      onWaiting: () => this.#valve.regulate(),
    });
    this.#prompts = new Prompts({
      ledger,
      waiting,
      slot: this.#slot,
      events: this.#events,
      format: (prompt) => reading.adapter.format(prompt),
      write: (line) => this.#write(line),
      regulate: () => this.#valve.regulate(),
      failure: ({ outcome }) => turnError(outcome, this.#ending, this.#options),
    });
    this.#valve = new ReadingValve(this.#transport, this.#events, this.#channel, this.#slot, options.maxQueuedBytes);
    this.#events.onChange(() => this.#valve.regulate());
    this.#initialized = this.#start();
  }

  /** Everything the agent says, in order. One reader at a time; leaving the loop ends the agent. */
  get events(): AsyncIterable<Event> {
    return { [Symbol.asyncIterator]: () => this.#slot.iterate(() => this.close()) };
  }

  /** The agent's id of the conversation, from its latest message: `/clear` changes it. */
  get sessionId(): string | undefined {
    return this.#reading.sessionId;
  }

  get pid(): number | undefined {
    return this.#transport.pid;
  }

  /** What the agent's version can do, corrected by what it said of itself. */
  get adapter(): ProtocolAdapter {
    return this.#reading.adapter;
  }

  /** `running` from the first prompt that waits to the last result. */
  get state(): "idle" | "running" | "closed" {
    if (this.#ending !== undefined) return "closed";
    return this.#reading.ledger.settled ? "idle" : "running";
  }

  /** A supported version said something it should not, or lacks what was expected. */
  get degraded(): boolean {
    return this.#reading.isDegraded;
  }

  get counters(): DegradationCounters & ChannelCounters {
    return { ...this.#reading.counters, ...this.#channel.counters };
  }

  /** The agent's answer to `initialize`; undefined where it never answers (up to 1.0.60) or refuses. */
  get initialized(): Promise<Answer<"fromHost", "initialize"> | undefined> {
    this.#initializeWatched = true;
    this.#valve.regulate();
    return this.#initialized;
  }

  /** Settles when the agent has exited and its events were read or dropped. Never rejects. */
  get done(): Promise<Done> {
    this.#slot.awaits("done");
    return this.#done.promise;
  }

  /**
   * Sends a prompt: text or content blocks. It may be sent at any time; during a
   * turn the agent folds it in or queues it.
   */
  async send(content: string | readonly Fields[], options: SendOptions = {}): Promise<Turn> {
    if (this.#ending !== undefined) throw this.#closedError();
    const { dialect, sessionId } = this.#options;
    return this.#prompts.send(content, options, dialect === undefined || sessionId === undefined ? {} : { sessionId });
  }

  /**
   * Stops the running turn; its result comes as `interrupted`. Queued prompts run next unless `cancelQueued`.
   *
   * ```ts
   * setTimeout(() => void session.interrupt(), 60_000);
   * ```
   */
  async interrupt(options: ControlOptions & { cancelQueued?: boolean } = {}): Promise<Answer<"fromHost", "interrupt">> {
    return this.control("interrupt", options.cancelQueued ? { cancel_queued: true } : {}, options);
  }

  /** Another model for the next turn; none is the agent's default. */
  async setModel(model?: string): Promise<void> {
    await this.control("set_model", model === undefined ? {} : { model });
  }

  /** `default`, `acceptEdits`, `plan`, `bypassPermissions` … */
  async setPermissionMode(mode: string): Promise<void> {
    await this.control("set_permission_mode", { mode });
  }

  /** Null is the agent's default. */
  async setMaxThinkingTokens(tokens: number | null): Promise<void> {
    await this.control("set_max_thinking_tokens", { max_thinking_tokens: tokens });
  }

  /** The state of every MCP server the agent knows. */
  mcpStatus(): Promise<Answer<"fromHost", "mcp_status">> {
    return this.control("mcp_status", {});
  }

  /**
   * Any control request of the table, typed by it. Rejects with `unsupported` (nothing was sent), `refused`,
   * `timeout`, `overflow` or `closed`.
   *
   * ```ts
   * const { totalTokens } = await session.control("get_context_usage", {});
   * ```
   */
  control<S extends Subtype<"fromHost">>(
    subtype: S,
    payload: Request<"fromHost", S>,
    options?: ControlOptions,
  ): Promise<Answer<"fromHost", S>>;
  /** Of the dialect of seed 001, docs/dialects.md. */
  control<S extends Seed001Subtype>(
    subtype: S,
    payload: Record<string, never>,
    options?: ControlOptions,
  ): Promise<Seed001Answer<S>>;
  async control(subtype: string, payload: Fields, options: ControlOptions = {}): Promise<Fields> {
    return this.#ask(subtype, payload, options);
  }

  /** Ends the agent, politely first, and waits until it is gone. What was not read is dropped. */
  async close(): Promise<Done> {
    return this.#end({ why: this.#reading.ledger.settled ? "ended" : "aborted" });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #start(): Promise<Answer<"fromHost", "initialize"> | undefined> {
    const output = Promise.withResolvers<void>();
    this.#transport.start({
      data: (chunk) => this.#read(chunk),
      end: () => {
        this.#reading.end();
        output.resolve();
      },
    });
    void Promise.all([this.#transport.exited, output.promise]).then(([exit]) => this.#finish(exit));
    endByLimit(this.#options, this.#transport.exited, (ending) => this.#end(ending));
    return this.#initialize();
  }

  async #initialize(): Promise<Answer<"fromHost", "initialize"> | undefined> {
    if (this.#options.dialect !== undefined) return undefined;
    const payload = initializePayload(this.#options, this.#parts, this.adapter);
    try {
      // An agent that never answers it must not keep the reading open: only those who wait for it count.
      const answer = await this.#ask("initialize", payload, {
        timeoutMs: this.#options.initializeTimeoutMs ?? 60_000,
        watched: () => this.#initializeWatched,
      });
      this.#reading.learn({
        agentVersion: text(answer.claude_code_version),
        someCapabilities: texts(answer.capabilities),
      });
      return answer;
    } catch (error) {
      this.#initializeFailed(error, Object.keys(payload).length > 0);
      return undefined;
    }
  }

  /** Old agents lack it, never answer it or refuse it, and work all the same; but not without hooks or tools they should have. */
  #initializeFailed(error: unknown, needed: boolean): void {
    if (this.#ending !== undefined) return;
    const message = `The agent did not take initialize: ${error instanceof Error ? error.message : String(error)}`;
    this.report({ code: "initialize_failed", level: "warn", message });
    if (needed && !isBridleError(error, "timeout")) void this.#end({ why: "crashed", error });
  }

  async #ask(subtype: string, payload: Fields, options: ControlOptions & { watched?: () => boolean }): Promise<Fields> {
    const timeoutMs = options.timeoutMs ?? this.#options.controlTimeoutMs ?? 60_000;
    try {
      return await this.#channel.request(subtype, payload, { ...options, timeoutMs });
    } catch (error) {
      if (saysUnsupported(error)) this.#reading.learn({ refused: [subtype] });
      throw error;
    }
  }

  #read(chunk: Uint8Array): void {
    this.#parts.tap?.received(chunk);
    this.#valve.beforeChunk(chunk.length);
    this.#reading.push(chunk);
    this.#valve.regulate();
    this.#reading.restartQuiet();
  }

  /** @internal Reports something about the session that the agent did not say. */
  report(notice: Notice): void {
    try {
      this.#options.trace?.(notice);
    } catch {
      // The caller's own trouble must not end the reading.
    }
    if (!noticesOfBadLines.has(notice.code)) this.#events.push(noticeEvent(notice, this.#reading.ledger.turn));
  }

  #write(line: string): void {
    this.#parts.tap?.sent(line);
    this.#transport.write(line);
  }

  async #end(ending: Ending): Promise<Done> {
    // Also when the agent has ended by itself: what was not read would keep `done` waiting for ever.
    this.#slot.close();
    if (this.#ending === undefined) {
      this.#ending = ending;
      const ladder = this.#options.stopLadder ?? defaultLadder;
      if (!this.#reading.ledger.settled) {
        const timeoutMs = ladder[0]?.graceMs ?? stopGraceMs.interrupt;
        const interrupt = (): Promise<unknown> => this.control("interrupt", {}, { timeoutMs });
        await interruptFirst(interrupt, () => this.#reading.waiting.turnEnd(), this.#transport.exited, timeoutMs);
      }
      const exit = await stop(this.#transport, ladder);
      if (exit === undefined) this.#ending = { ...ending, error: notEnded(this.#transport, this.#options.env) };
      else await Promise.race([this.#done.promise, sleep(lastOutputMs, undefined, { ref: false })]);
      this.#finish(exit ?? { exitCode: null, signal: null });
    }
    return this.#done.promise;
  }

  #finish(exit: Exit): void {
    if (this.#exit !== undefined) return;
    this.#exit = exit;
    const error = this.#closedError(exit);
    const finished = doneOf(exit, this.#ending, this.#reading.ledger.settled, this.#reading.lastResult, error);
    this.#ending ??= { why: finished.outcome, error };
    this.#channel.close(error);
    this.#reading.fail(error);
    this.#events.end();
    // Our servers and files may take a moment, but are not waited for without limit.
    const tidied = Promise.race([this.#parts.close().catch(() => undefined), sleep(tidyMs, undefined, { ref: false })]);
    void Promise.all([this.#events.drained, tidied]).then(() => this.#done.resolve(finished));
  }

  #closedError(exit: Exit = { exitCode: null, signal: null }): Error {
    return endError(this.#ending, exit, this.#transport.stderrTail(), this.#options);
  }
}
