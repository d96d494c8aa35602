import { randomUUID } from "node:crypto";
import type { ProtocolAdapter } from "../../adapters/protocol-adapter.ts";
import type { Ask } from "../../api/gen/bridle/v1/ask_pb.js";
import type { Session as SessionMessage, Stall } from "../../api/gen/bridle/v1/session_pb.js";
import type { Fields } from "../../wire/fields.ts";
import type { AgentLink } from "../agent/agent-link.ts";
import { advance } from "../core/advance.ts";
import { adapterIn } from "../core/conversation-state.ts";
import type { ClientInput } from "../core/input.ts";
import {
  isDormant,
  isReady,
  phaseOf,
  processOf,
  type SessionFacts,
  type SessionPhase,
  type SessionState,
} from "../core/session-state.ts";
import type { DaemonRules } from "../rules/daemon-rules.ts";
import type { Work } from "../store/work.ts";
import { AgentRunner } from "./agent-runner.ts";
import { asksOf } from "./asks-of.ts";
import type { Happening } from "./happening.ts";
import { linkSink } from "./link-sink.ts";
import type { LiveSession } from "./live-agents.ts";
import { Outgoing, type OutwardEffect } from "./outgoing.ts";
import type { RestoredAgent } from "./restored-agent.ts";
import { RunningAgent } from "./running-agent.ts";
import { SessionAccounts } from "./session-accounts.ts";
import { sessionCommit } from "./session-commit.ts";
import type { SessionDeps } from "./session-deps.ts";
import { sessionMessage } from "./session-message.ts";
import type { SessionStamps } from "./session-stamps.ts";
import { SessionTimer } from "./session-timer.ts";
import { type GoodAnswer, type Kept, WaitingCalls } from "./waiting-calls.ts";

type CallInput = Extract<ClientInput, { call: string }>;
type Without<I, K extends string> = I extends unknown ? Omit<I, K> : never;

/**
 * One conversation under the daemon's care: the shell around the core. What happens goes through `advance`; its state,
 * events and everything else that has to last are one commit, and only then anything is done in the world.
 */
export class Session implements LiveSession {
  readonly id: string;
  /** The daemon's own, as they are now. */
  readonly rules: () => DaemonRules;
  readonly #deps: SessionDeps;
  readonly #runner: AgentRunner;
  readonly timer: SessionTimer;
  readonly #accounts: SessionAccounts;
  readonly #outgoing: Outgoing;
  readonly #calls: WaitingCalls;
  readonly #waiting = new Set<() => void>();
  #state: SessionState;
  #stored: SessionState;
  readonly #loaded: SessionState;
  #stamps: SessionStamps;
  /** With those that are on their way. */
  #lastSeq: number;
  #writing: Promise<void> | undefined;
  #stall: Stall | undefined;
  #running: RunningAgent | undefined;
  #isShown = false;
  /** Something of it could not be stored: another one goes on from what is. */
  #abandoned: { readonly error: unknown } | undefined;

  constructor(deps: SessionDeps, state: SessionState, { createdMs, updatedMs, firstSeq, lastSeq }: SessionStamps) {
    this.id = state.facts.id;
    this.rules = deps.rules(state.facts.cwd);
    this.#deps = deps;
    this.#state = state;
    this.#stored = state;
    this.#loaded = state;
    this.#stamps = { createdMs, updatedMs, firstSeq, lastSeq };
    this.#lastSeq = lastSeq;
    this.#accounts = new SessionAccounts(
      deps.accounts,
      this.id,
      () => deps.worktree(this.id)?.source ?? this.facts.cwd,
    );
    this.#accounts.look(state);
    this.#outgoing = new Outgoing(this.id, deps.audit, this.#accounts.settle);
    this.#calls = new WaitingCalls(this.#outgoing);
    this.#runner = new AgentRunner({
      deps,
      session: this,
      state: () => this.#state,
      apply: (happening) => void this.apply(happening),
      sink: (agentId) => linkSink(agentId, this, deps),
    });
    this.timer = new SessionTimer(
      deps.limits,
      () => this.#state,
      () => void this.apply({ type: "time", isCaughtUp: this.#runner.isCaughtUp, newId: randomUUID() }),
    );
    this.timer.look();
  }

  /** As it is now, stored or not. */
  get state(): SessionState {
    return this.#state;
  }

  get facts(): SessionFacts {
    return this.#state.facts;
  }

  get phase(): SessionPhase {
    return phaseOf(this.#state);
  }

  /** Whose folder is looked at for changes. */
  get changed(): { readonly id: string; readonly cwd: string; readonly createdMs: number } {
    return { id: this.id, cwd: this.facts.cwd, createdMs: this.#stamps.createdMs };
  }

  get updatedMs(): number {
    return this.#stamps.updatedMs;
  }

  get idleSinceMs(): number | undefined {
    const { agent } = this.#state;
    return agent.at === "ready" ? agent.idleSinceMs : undefined;
  }

  get openAsks(): readonly Ask[] {
    return asksOf(this.#state);
  }

  /** The process of its agent, as far as it is not known from the state. */
  get link(): AgentLink | undefined {
    return this.#runner.link;
  }

  /** What its agent speaks; undefined: there is none. */
  get adapter(): ProtocolAdapter | undefined {
    const process = processOf(this.#state);
    return process && adapterIn(process.conversation);
  }

  /** Undefined: there is none. */
  get runningAgent(): RunningAgent | undefined {
    const id = processOf(this.#state)?.id;
    if (id !== undefined && this.#running?.id !== id) this.#running = new RunningAgent(id, this);
    return id === undefined ? undefined : this.#running;
  }

  get isReady(): boolean {
    return isReady(this.#state);
  }

  /** Nothing of it lives only in this object: it can be made again from what is stored. */
  get isDormant(): boolean {
    return isDormant(this.#state) && this.#isStored && this.#calls.isEmpty;
  }

  get #isStored(): boolean {
    return this.#writing === undefined && this.#outgoing.isEmpty && this.#state === this.#stored && !this.#isShown;
  }

  /** As it is stored: all that clients may be told. `next`, as it will be: for an answer that is stored with it. */
  view(of: "stored" | "next" = "stored"): SessionMessage {
    const state = of === "stored" ? this.#stored : this.#state;
    const lastSeq = of === "stored" ? this.#stamps.lastSeq : this.#lastSeq + this.#outgoing.events;
    return sessionMessage(
      { ...state.facts, ...this.#stamps, lastSeq, state: phaseOf(state) },
      {
        live: processOf(state) !== undefined,
        openAsks: state.asks.length,
        queuedPrompts: state.queue.length,
        waits: state.waits,
        stall: this.#stall,
        worktree: this.#deps.worktree(this.id),
      },
    );
  }

  /** Something happens to it. Gives how many events came of it, but for pieces of text. */
  apply(happening: Happening): number {
    const before = this.#state;
    const { state, effects } = advance(before, this.#accounts.input(before, happening), this.#deps.limits);
    this.#state = state;
    const events = this.#outgoing.add(effects, this.#lastSeq, this.#calls.answer);
    this.#runner.settle();
    this.#accounts.look(state);
    // What the holder has by now is stored with whatever comes next.
    const isUrgent = effects.length > 0 || (state !== before && happening.type !== "input_confirmed");
    if (isUrgent) this.#deps.dirty(this.id);
    this.timer.look();
    if (state.agent.at === "ready" && state.agent.idleSinceMs !== undefined) this.#deps.live.makeRoom();
    return events;
  }

  /** A call that changes something. `respond` makes the answer, which is stored with what it answers. */
  call<A>(input: Without<CallInput, "call">, respond: (answer: GoodAnswer, seq: number) => Kept<A>): Promise<A> {
    if (this.#abandoned !== undefined) return Promise.reject(this.#abandoned.error);
    const { call, promise } = this.#calls.open(respond);
    this.apply({ ...input, call } as Happening);
    return promise;
  }

  /** A control request to its agent. Rejects with `unsupported` (nothing was sent), `refused`, `timeout` or `closed`. */
  request(subtype: string, payload: Fields, timeoutMs: number): Promise<Fields> {
    return this.call({ type: "request", subtype, payload, timeoutMs }, (answer) => ({
      value: answer.to === "request" ? answer.payload : {},
    }));
  }

  /** For what belongs into the same commit: the answer to a call, say. */
  store(work: Work): void {
    this.#outgoing.store(work);
    this.#deps.dirty(this.id);
  }

  notice(word: string, fields: object): void {
    this.apply({ type: "notice", word, fields });
  }

  setStall(stall: Stall | undefined): void {
    this.#stall = stall;
    this.show();
  }

  /** Clients should see it anew. */
  show(): void {
    this.#isShown = true;
    this.#deps.dirty(this.id);
  }

  /** An agent is wanted. */
  wake(): void {
    this.apply({ type: "wake" });
  }

  /** Others spent something. */
  lookAtBudgets(): void {
    if (this.#state.waits?.for === "budget" || this.phase === "running") this.timer.fire();
  }

  /** Ends the agent; the next prompt starts it again. */
  sleep(): void {
    this.apply({ type: "sleep" });
  }

  /** The daemon ends, or the session is deleted: the agent is ended, and not started again by what waits. */
  async quiet(): Promise<void> {
    this.#runner.stop();
    this.sleep();
    // One that was abandoned has none.
    await this.until(({ agent }) => !("process" in agent)).catch(() => undefined);
    this.timer.stop();
  }

  /** Resolves when the agent is gone. */
  async close(): Promise<void> {
    this.apply({ type: "close", call: "" });
    await this.until(({ agent }) => !("process" in agent));
  }

  /** Resolves when its stored state is such. Rejects when something of it cannot be stored. */
  async until(isSo: (state: SessionState) => boolean): Promise<void> {
    while (!isSo(this.#stored)) {
      if (this.#abandoned !== undefined) throw this.#abandoned.error;
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  /** Goes on where an earlier daemon stopped; undefined: the holder does not have its agent. */
  restore(held: RestoredAgent | undefined): void {
    this.apply({ type: "restored", held: held && { inputReceived: held.inputReceived } });
    if (held !== undefined) this.#runner.attach(held.holding, held.outbox);
  }

  holderLost(): void {
    this.#runner.holderLost();
  }

  /** Stored meanwhile by somebody else: it must not be written over. */
  abandon(error: unknown): void {
    this.#abandoned = { error };
    this.timer.stop();
    this.#runner.abandon();
    this.#calls.fail(error);
    for (const resolve of this.#waiting) resolve();
  }

  /** Something of it was stored since it is here. */
  get wasStored(): boolean {
    return this.#stored !== this.#loaded;
  }

  /** Everything that happened so far is stored. */
  async flush(): Promise<void> {
    while (!this.#isStored) await (this.#writing ?? this.write());
  }

  /** Stores what was collected, in one commit; right before it. One at a time: what comes meanwhile is in the next. */
  write(): Promise<void> {
    if (this.#writing !== undefined) return this.#writing;
    if (this.#abandoned !== undefined) return Promise.reject(this.#abandoned.error);
    const { log, meter } = this.#deps;
    const begun = performance.now();
    const state = this.#state;
    const taken = this.#outgoing.take();
    const stamps = { updatedMs: this.#stamps.updatedMs, lastSeq: this.#lastSeq, timeMs: Date.now() };
    const commit = sessionCommit(this.#stored, state, { taken, ...stamps, notices: this.#deps.notices });
    const isShown = this.#isShown || commit.isShown;
    this.#isShown = false;
    const expected = this.#lastSeq;
    this.#lastSeq += commit.events.length;
    const committed = (): void => {
      this.#writing = undefined;
      this.#stored = state;
      this.#stamps = { ...this.#stamps, updatedMs: commit.updatedMs, lastSeq: this.#lastSeq };
      meter.committed((performance.now() - begun) / 1000);
      for (const { kind } of taken.drafts) meter.stored(kind.case);
      for (const effect of taken.effects) this.#do(effect);
      const process = processOf(state);
      if (process !== undefined && this.link?.id === process.id)
        this.link.stored(process.outputOffset, process.conversation.attempt);
      if (isShown) this.#deps.changed(this.id);
      for (const resolve of [...this.#waiting]) resolve();
      this.#waiting.clear();
      if (!this.#isStored) this.#deps.dirty(this.id);
    };
    const failed = (error: unknown): void => {
      this.#writing = undefined;
      this.#deps.failed(this.id, error);
      throw error;
    };
    this.#writing = log.append(this.id, expected, commit.events, commit.work).then(committed, failed);
    return this.#writing;
  }

  #do(effect: OutwardEffect | (() => void)): void {
    if (typeof effect === "function") return effect();
    switch (effect.type) {
      case "trace":
        return this.#deps.trace(effect.entry);
      case "deprecated":
        return this.#deps.deprecated(effect.what);
      case "show":
        return;
      default:
        return this.#runner.perform(effect);
    }
  }
}
