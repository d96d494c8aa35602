import { setTimeout as sleep } from "node:timers/promises";
import { ClaudeAdapter } from "../adapters/claude-adapter.ts";
import { correctAdapter, type SelfDescription } from "../adapters/correct.ts";
import type { DegradationCounters } from "../adapters/degradation.ts";
import { type Notice, noticesOfBadLines } from "../adapters/notice.ts";
import type { ProtocolAdapter } from "../adapters/protocol-adapter.ts";
import { type ChannelCounters, ControlChannel } from "../channel/control-channel.ts";
import { Decoder } from "../codec/decoder.ts";
import { notEnded, protocolFatal } from "../conversation/closed-error.ts";
import { CostMeter } from "../conversation/cost-meter.ts";
import type { Event } from "../conversation/event.ts";
import { EventMaker } from "../conversation/event-maker.ts";
import { Ledger } from "../conversation/ledger.ts";
import { noticeEvent } from "../conversation/notice-event.ts";
import { Quiet } from "../conversation/quiet.ts";
import { TurnStop } from "../conversation/turn-stop.ts";
import { isBridleError } from "../errors.ts";
import { defaultLadder, stop } from "../transport/stop.ts";
import type { Exit, Transport } from "../transport/transport.ts";
import type { Canonical } from "../wire/canonical.ts";
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
import { ReadingPlace } from "./reading-place.ts";
import { ReadingValve } from "./reading-valve.ts";
import type { SessionParts } from "./session-parts.ts";
import type { Turn } from "./turn.ts";
import { WaitingTurns } from "./waiting-turns.ts";

const tidyMs = 2000;
/** How long the output of an agent that was ended, which nobody holds up, may take to end. */
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
  readonly #decoder: Decoder;
  readonly #channel: ControlChannel<"fromAgent">;
  readonly #ledger = new Ledger();
  readonly #waiting = new WaitingTurns(this.#ledger);
  readonly #events = new EventChannel();
  readonly #place = new ReadingPlace(this.#events);
  readonly #maker: EventMaker;
  readonly #valve: ReadingValve;
  readonly #prompts: Prompts;
  readonly #quiet: Quiet;
  readonly #done = Promise.withResolvers<Done>();
  readonly #initialized: Promise<Answer<"fromHost", "initialize"> | undefined>;
  #adapter: ProtocolAdapter;
  #sessionId: string | undefined;
  #initializeWatched = false;
  #ending: Ending | undefined;
  #exit: Exit | undefined;

  /** @internal Use `open`. */
  constructor(parts: SessionParts, adapter: ProtocolAdapter, options: OpenOptions) {
    this.#parts = parts;
    this.#transport = parts.transport;
    this.#options = options;
    this.#adapter = adapter;
    const trace = (notice: Notice): void => this.report(notice);
    this.#decoder = new Decoder({ ...options, adapter, mode: parts.mode, trace }, (message) => this.#route(message));
    this.#channel = new ControlChannel({
      answers: "fromAgent",
      handlers: agentRequestHandlers({
        ...parts,
        options,
        emit: (event) => this.#events.push(event),
        turn: () => this.#ledger.turn,
        stop: new TurnStop(this, () => this.#ledger),
      }),
      // Asked at every request: the adapter may be corrected while the session runs.
      format: (request) => this.#adapter.format(request),
      answersTo: (subtype) => this.#adapter.answersTo(subtype),
      write: (line) => this.#write(line),
      onWaiting: () => this.#valve.regulate(),
    });
    const meter = new CostMeter({ resumed: options.resume !== undefined || options.continue === true });
    this.#maker = new EventMaker({
      ledger: this.#ledger,
      meter,
      wantsStructure: options.jsonSchema !== undefined,
    });
    this.#prompts = new Prompts({
      ledger: this.#ledger,
      waiting: this.#waiting,
      place: this.#place,
      events: this.#events,
      format: (prompt) => this.#adapter.format(prompt),
      write: (line) => this.#write(line),
      regulate: () => this.#valve.regulate(),
      failure: ({ outcome }) => turnError(outcome, this.#ending, this.#options),
    });
    this.#quiet = new Quiet({
      inDoubt: () => this.#ledger.inDoubt,
      listens: () => this.#valve.isOpen && !this.#channel.isServing,
      resolve: () => this.#waiting.settle(this.#maker.resolve(this.#events)),
    });
    this.#valve = new ReadingValve(this.#transport, this.#events, this.#channel, this.#place, options.maxQueuedBytes);
    this.#events.onChange(() => this.#valve.regulate());
    this.#initialized = this.#start();
  }

  /** Everything the agent says, in order. One reader at a time; leaving the loop ends the agent. */
  get events(): AsyncIterable<Event> {
    return { [Symbol.asyncIterator]: () => this.#iterator() };
  }

  /** The agent's id of the conversation, from its latest message: `/clear` changes it. */
  get sessionId(): string | undefined {
    return this.#sessionId;
  }

  get pid(): number | undefined {
    return this.#transport.pid;
  }

  /** What the agent's version can do, corrected by what it said of itself. */
  get adapter(): ProtocolAdapter {
    return this.#adapter;
  }

  /** `running` from the first prompt that waits to the last result. */
  get state(): "idle" | "running" | "closed" {
    if (this.#ending !== undefined) return "closed";
    return this.#ledger.settled ? "idle" : "running";
  }

  /** A supported version said something it should not, or lacks what was expected. */
  get degraded(): boolean {
    return this.#decoder.degraded;
  }

  get counters(): DegradationCounters & ChannelCounters {
    return { ...this.#decoder.counters, ...this.#channel.counters };
  }

  /** The agent's answer to `initialize`; undefined where it never answers (up to 1.0.60) or refuses. */
  get initialized(): Promise<Answer<"fromHost", "initialize"> | undefined> {
    this.#initializeWatched = true;
    this.#valve.regulate();
    return this.#initialized;
  }

  /** Settles when the agent has exited and its events were read or dropped. Never rejects. */
  get done(): Promise<Done> {
    this.#place.awaits("done");
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
    return this.#end({ why: this.#ledger.settled ? "ended" : "aborted" });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #start(): Promise<Answer<"fromHost", "initialize"> | undefined> {
    const output = Promise.withResolvers<void>();
    this.#transport.start({
      data: (chunk) => this.#read(chunk),
      end: () => {
        this.#decoder.end();
        output.resolve();
      },
    });
    void Promise.all([this.#transport.exited, output.promise]).then(([exit]) => this.#finish(exit));
    endByLimit(this.#options, this.#transport.exited, (ending) => this.#end(ending));
    return this.#initialize();
  }

  async #initialize(): Promise<Answer<"fromHost", "initialize"> | undefined> {
    if (this.#options.dialect !== undefined) return undefined;
    const payload = initializePayload(this.#options, this.#parts, this.#adapter);
    try {
      // An agent that never answers it must not keep the reading open: only those who wait for it count.
      const answer = await this.#ask("initialize", payload, {
        timeoutMs: this.#options.initializeTimeoutMs ?? 60_000,
        watched: () => this.#initializeWatched,
      });
      this.#learn({ agentVersion: text(answer.claude_code_version), someCapabilities: texts(answer.capabilities) });
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
      return (await this.#channel.request(subtype, payload, { ...options, timeoutMs })) ?? {};
    } catch (error) {
      if (saysUnsupported(error)) this.#learn({ refused: [subtype] });
      throw error;
    }
  }

  #read(chunk: Uint8Array): void {
    this.#parts.tap?.received(chunk);
    this.#valve.beforeChunk(chunk.length);
    this.#decoder.push(chunk);
    this.#valve.regulate();
    this.#quiet.heard();
  }

  #route(message: Canonical): void {
    if (message.kind === "delta") return this.#maker.delta(message, this.#events);
    switch (message.kind) {
      case "control_request":
      case "control_response":
      case "control_cancel":
        return this.#channel.receive(message);
      case "init":
        this.#learn(message);
        break;
      case "problem":
        this.#channel.refuse(message.frame);
        if (message.code === "protocol_fatal")
          void this.#end({ why: "crashed", error: protocolFatal(message.word ?? "", this.#adapter.name) });
        break;
    }
    if ("sessionId" in message && message.sessionId !== undefined) this.#sessionId = message.sessionId;
    const isTimeUp = this.#ending?.why === "timeout";
    const context = { events: this.#events, adapter: this.#adapter, isTimeUp };
    this.#waiting.settle(this.#maker.take(message, context));
  }

  #learn(said: SelfDescription): void {
    if (!(this.#adapter instanceof ClaudeAdapter)) return;
    this.#adapter = correctAdapter(this.#adapter, said);
    this.#decoder.adapter = this.#adapter;
  }

  /** @internal Tells something about the session that the agent did not say. */
  report(notice: Notice): void {
    try {
      this.#options.trace?.(notice);
    } catch {
      // The caller's own trouble must not end the reading.
    }
    if (!noticesOfBadLines.has(notice.code)) this.#events.push(noticeEvent(notice, this.#ledger.turn));
  }

  #write(line: string): void {
    this.#parts.tap?.sent(line);
    this.#transport.write(line);
  }

  /** Leaving this one ends the agent. */
  #iterator(): AsyncIterator<Event, undefined> {
    const reader = this.#place.take();
    const leave = async (): Promise<IteratorResult<Event, undefined>> => {
      reader.leave();
      await this.close();
      return { value: undefined, done: true };
    };
    return { next: () => Promise.resolve(this.#events.next()), return: leave };
  }

  async #end(ending: Ending): Promise<Done> {
    // Also when the agent has ended by itself: what was not read would keep `done` waiting for ever.
    this.#place.close();
    if (this.#ending === undefined) {
      this.#ending = ending;
      const ladder = this.#options.stopLadder ?? defaultLadder;
      if (!this.#ledger.settled) {
        const timeoutMs = ladder[0]?.graceMs ?? 2000;
        const interrupt = (): Promise<unknown> => this.control("interrupt", {}, { timeoutMs });
        await interruptFirst(interrupt, () => this.#waiting.turnEnd(), this.#transport.exited, timeoutMs);
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
    const finished = doneOf(exit, this.#ending, this.#ledger.settled, this.#maker.lastResult, error);
    this.#ending ??= { why: finished.outcome, error };
    this.#channel.close(error);
    this.#quiet.stop();
    this.#ledger.clear();
    this.#waiting.failAll(error);
    this.#events.end();
    // Servers and files of ours may take a moment, but nobody waits for ever for them.
    const tidied = Promise.race([this.#parts.close().catch(() => undefined), sleep(tidyMs, undefined, { ref: false })]);
    void Promise.all([this.#events.drained, tidied]).then(() => this.#done.resolve(finished));
  }

  #closedError(exit: Exit = { exitCode: null, signal: null }): Error {
    return endError(this.#ending, exit, this.#transport.stderrTail(), this.#options);
  }
}
