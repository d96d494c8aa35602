import { ClaudeAdapter } from "../adapters/claude-adapter.ts";
import { correctAdapter, type SelfDescription } from "../adapters/correct.ts";
import type { DegradationCounters } from "../adapters/degradation.ts";
import type { Notice } from "../adapters/notice.ts";
import type { ProtocolAdapter } from "../adapters/protocol-adapter.ts";
import type { ControlChannel } from "../channel/control-channel.ts";
import { Decoder } from "../codec/decoder.ts";
import { CostMeter } from "../conversation/cost-meter.ts";
import { EventMaker } from "../conversation/event-maker.ts";
import { Ledger } from "../conversation/ledger.ts";
import { Quiet } from "../conversation/quiet.ts";
import type { TurnResult } from "../conversation/turn-result.ts";
import type { Canonical } from "../wire/canonical.ts";
import type { EventChannel } from "./event-channel.ts";
import type { OpenOptions } from "./options.ts";
import { WaitingTurns } from "./waiting-turns.ts";

interface ReadingParts {
  readonly adapter: ProtocolAdapter;
  readonly mode: "strict" | "tolerant";
  readonly options: OpenOptions;
  readonly events: EventChannel;
  /** Takes control frames. */
  readonly channel: () => Pick<ControlChannel<"fromAgent">, "receive" | "refuse">;
  readonly trace: (notice: Notice) => void;
  /** The adapter calls what the agent said fatal. */
  readonly onFatal: (word: string) => void;
  /** The agent is being ended because its time is over. */
  readonly isTimeUp: () => boolean;
  /** False while the agent could not be heard: the reading is stopped, or the agent waits for us. */
  readonly listens: () => boolean;
}

/** An agent's output, bytes in: control frames go to the channel, everything else becomes events and results of turns. */
export class SessionReading {
  readonly ledger = new Ledger();
  readonly waiting = new WaitingTurns(this.ledger);
  readonly #parts: ReadingParts;
  readonly #decoder: Decoder;
  readonly #maker: EventMaker;
  readonly #quiet: Quiet;
  #adapter: ProtocolAdapter;
  #sessionId: string | undefined;

  constructor(parts: ReadingParts) {
    const { adapter, mode, options, trace, events, listens } = parts;
    this.#parts = parts;
    this.#adapter = adapter;
    this.#decoder = new Decoder({ ...options, adapter, mode, trace }, (message) => this.#route(message));
    const meter = new CostMeter({ resumed: options.resume !== undefined || options.continue === true });
    this.#maker = new EventMaker({ ledger: this.ledger, meter, wantsStructure: options.jsonSchema !== undefined });
    this.#quiet = new Quiet({
      inDoubt: () => this.ledger.inDoubt,
      listens,
      resolve: () => this.waiting.settle(this.#maker.resolve(events)),
    });
  }

  /** Corrected by what the agent said of itself. */
  get adapter(): ProtocolAdapter {
    return this.#adapter;
  }

  /** The agent's id of the conversation, from its latest message. */
  get sessionId(): string | undefined {
    return this.#sessionId;
  }

  get isDegraded(): boolean {
    return this.#decoder.degraded;
  }

  get counters(): DegradationCounters {
    return this.#decoder.counters;
  }

  get lastResult(): TurnResult | undefined {
    return this.#maker.lastResult;
  }

  push(chunk: Uint8Array): void {
    this.#decoder.push(chunk);
  }

  /** Call after each chunk, once it is known whether the reading goes on. */
  restartQuiet(): void {
    this.#quiet.heard();
  }

  /** End of output: a last line without LF still counts. */
  end(): void {
    this.#decoder.end();
  }

  learn(said: SelfDescription): void {
    if (!(this.#adapter instanceof ClaudeAdapter)) return;
    this.#adapter = correctAdapter(this.#adapter, said);
    this.#decoder.adapter = this.#adapter;
  }

  /** The agent is gone: whoever waits for a result gets `error`. */
  fail(error: Error): void {
    this.#quiet.stop();
    this.ledger.clear();
    this.waiting.failAll(error);
  }

  #route(message: Canonical): void {
    if (message.kind === "delta") return this.#maker.delta(message, this.#parts.events);
    const { events, channel, onFatal, isTimeUp } = this.#parts;
    switch (message.kind) {
      case "control_request":
      case "control_response":
      case "control_cancel":
        return channel().receive(message);
      case "init":
        this.learn(message);
        break;
      case "problem":
        channel().refuse(message.frame);
        if (message.code === "protocol_fatal") onFatal(message.word ?? "");
        break;
    }
    if ("sessionId" in message && message.sessionId !== undefined) this.#sessionId = message.sessionId;
    const context = { events, adapter: this.#adapter, isTimeUp: isTimeUp() };
    this.waiting.settle(this.#maker.take(message, context));
  }
}
