import type { EventKind } from "../events/draft.ts";
import { isSameBlock } from "../events/drafts.ts";
import type { Account } from "./budget.ts";
import { type Conversation, conversationOf, keepConversation } from "./conversation.ts";
import type { CallAnswer, Effect } from "./effect.ts";
import type { Circumstances, Clock } from "./input.ts";
import type { Limits } from "./limits.ts";
import { stateOf } from "./phase-states.ts";
import {
  type AgentProcess,
  type AgentState,
  type KeptVerdict,
  type OpenAsk,
  phase,
  phaseOf,
  processOf,
  type SessionFacts,
  type SessionPhase,
  type SessionState,
  turnRuns,
  type WaitingPrompt,
} from "./session-state.ts";
import type { SessionTrace } from "./session-trace.ts";
import type { Signal } from "./signal.ts";
import type { Waits } from "./waits.ts";

/**
 * One input on its way through the core: the state as it becomes, and the effects so far. Parts of the state are
 * replaced, never changed. The conversation alone is worked on as an object, and put back at the end.
 */
export class Transition {
  readonly clock: Clock;
  readonly limits: Limits;
  facts: SessionFacts;
  isClosed: boolean;
  queue: readonly WaitingPrompt[];
  asks: readonly OpenAsk[];
  verdicts: readonly KeptVerdict[];
  crashesMs: readonly number[];
  leftovers: readonly string[];
  forgottenTurns: number;
  launches: number;
  waits: Waits | undefined;
  limitedTurns: number;
  payer: string;
  /** With what this input itself added to them. */
  accounts: readonly Account[];
  readonly effects: Effect[] = [];
  /** What came of something on the way, and is dealt with before anything else happens. */
  readonly signals: Signal[] = [];
  #agent: AgentState;
  #conversation: Conversation | undefined;
  #phase: SessionPhase;
  readonly #before: SessionState;

  constructor(state: SessionState, circumstances: Circumstances, limits: Limits) {
    this.clock = circumstances;
    this.accounts = circumstances.accounts ?? noAccounts;
    this.limits = limits;
    this.facts = state.facts;
    this.isClosed = state.isClosed;
    this.queue = state.queue;
    this.asks = state.asks;
    this.verdicts = state.verdicts;
    this.crashesMs = state.crashesMs;
    this.leftovers = state.leftovers;
    this.forgottenTurns = state.forgottenTurns;
    this.launches = state.launches;
    this.waits = state.waits;
    this.limitedTurns = state.limitedTurns;
    this.payer = state.payer;
    this.#agent = state.agent;
    this.#phase = phaseOf(state);
    this.#before = state;
  }

  get agent(): AgentState {
    return this.#agent;
  }

  /** What was said with another process is over with it. */
  set agent(agent: AgentState) {
    const before = processOf({ agent: this.#agent });
    const after = processOf({ agent });
    if (before?.id !== after?.id) this.#conversation = undefined;
    this.#agent = agent;
  }

  /** Undefined: there is none. */
  get process(): AgentProcess | undefined {
    return processOf({ agent: this.#agent });
  }

  /** Changes the process that is there. */
  update(changes: Partial<AgentProcess>): void {
    if (!("process" in this.#agent)) return;
    this.#agent = { ...this.#agent, process: { ...this.#agent.process, ...changes } };
  }

  /** What is said with the process that is there. */
  get conversation(): Conversation | undefined {
    const { process } = this;
    if (process !== undefined) this.#conversation ??= conversationOf(process.conversation);
    return this.#conversation;
  }

  /** The running turn; empty between turns. */
  get turn(): string {
    return this.conversation?.ledger.turn ?? "";
  }

  emit(kind: EventKind, turn = "", parentToolUseId = ""): void {
    this.effects.push({ type: "emit", draft: { turn, parentToolUseId, kind } });
  }

  /** A piece of text or thinking: nine of ten events are one. Adjacent ones of one block are joined. */
  piece(type: "textDelta" | "thinkingDelta", text: string, index: number, turn: string, parentToolUseId: string): void {
    const last = this.effects[this.effects.length - 1];
    // Its own effect of this very input: nobody has seen it yet.
    if (last?.type === "emit" && isSameBlock(last.draft, type, index, turn, parentToolUseId))
      last.draft.kind.value.text += text;
    else this.emit({ case: type, value: { text, index } } as EventKind, turn, parentToolUseId);
  }

  notice(word: string, fields: object, turn = ""): void {
    this.emit({ case: "notice", value: { word, fieldsJson: JSON.stringify(fields) } }, turn);
  }

  error(code: string, message: string): void {
    this.emit({ case: "error", value: { code, message } });
  }

  set(changes: Partial<SessionFacts>): void {
    this.facts = { ...this.facts, ...changes };
  }

  trace(entry: Unnamed<SessionTrace>): void {
    this.effects.push({ type: "trace", entry: { session: this.facts.id, ...entry } as SessionTrace });
  }

  answer(call: string, answer: CallAnswer): void {
    this.effects.push({ type: "answer", call, answer });
  }

  /** Where the session is in another phase than clients were told, they are told. */
  tellPhase(reason = ""): void {
    const { at } = this.#agent;
    const { process } = this;
    const runs =
      this.#conversation === undefined ? process && turnRuns(process.conversation) : !this.#conversation.isSettled;
    const now = phase({ at, isClosed: this.isClosed, isAsking: this.asks.length > 0, runs: runs === true });
    if (now === this.#phase) return;
    this.emit({ case: "statusChange", value: { state: stateOf(now), reason } });
    this.trace({ what: "state", from: this.#phase, to: now });
    this.#phase = now;
  }

  /** As it is now. The same object where nothing changed. */
  get state(): SessionState {
    const { facts, isClosed, queue, asks, verdicts, crashesMs, leftovers, forgottenTurns, launches } = this;
    const { waits, limitedTurns, payer } = this;
    if (this.#conversation?.isChanged) this.update({ conversation: this.#conversation.take() });
    if (this.#conversation !== undefined) keepConversation(this.#conversation);
    const rest = { crashesMs, leftovers, forgottenTurns, launches, waits, limitedTurns, payer };
    const now = { facts, agent: this.#agent, isClosed, queue, asks, verdicts, ...rest };
    const names = Object.keys(now) as (keyof SessionState)[];
    return names.every((name) => now[name] === this.#before[name]) ? this.#before : now;
  }
}

const noAccounts: readonly Account[] = [];

type Unnamed<T> = T extends unknown ? Omit<T, "session"> : never;
