import { advance } from "../../src/daemon/core/advance.ts";
import type { AuditEntry } from "../../src/daemon/core/audit-entry.ts";
import { type Account, addSpent, nothingSpent, type Spent } from "../../src/daemon/core/budget.ts";
import { nextDue } from "../../src/daemon/core/due.ts";
import type { CallAnswer, Effect } from "../../src/daemon/core/effect.ts";
import type { JudgedRequest, SaidItem } from "../../src/daemon/core/input.ts";
import type { Limits } from "../../src/daemon/core/limits.ts";
import { isParked, isResuming, processOf, type SessionState } from "../../src/daemon/core/session-state.ts";
import { Drafts } from "../../src/daemon/events/drafts.ts";
import type { ReadOutput } from "../../src/daemon/reading/agent-decoder.ts";
import type { Happening } from "../../src/daemon/session/happening.ts";
import { checkedAdvance } from "./checked-advance.ts";
import { faultyEffects, faultyState, joinOverTurns } from "./faulty-core.ts";
import { isLate } from "./is-late.ts";
import { ModelLink } from "./model-link.ts";
import type { SessionCommit } from "./model-store.ts";
import type { PlantedFault } from "./planted-fault.ts";
import { inputText, type Tell } from "./story.ts";
import { must } from "./violation.ts";
import type { VirtualClock } from "./virtual-clock.ts";

/** What is done when all is stored, in order. `tell`: an answer to whoever called. */
export type Outward =
  | Exclude<
      Effect,
      { type: "emit" | "index_text" | "count_usage" | "keep_agent_facts" | "close_ask" | "audit" | "answer" }
    >
  | { readonly type: "tell"; readonly call: string; readonly answer: CallAnswer; readonly seq: number };

export interface SessionParts {
  readonly clock: VirtualClock;
  readonly limits: Limits;
  readonly fault: PlantedFault | undefined;
  readonly isChecked: boolean;
  readonly tell: Tell | undefined;
  /** Something is to be stored. */
  dirty(session: ModelSession): void;
  /** An answer of the core: what is kept of it; undefined: nobody waits for it. */
  answered(
    call: string,
    answer: CallAnswer,
    seq: number,
  ): { readonly call: string; readonly answer: string } | undefined;
  perform(session: ModelSession, effect: Outward): void;
  /** What of the budget is spent by all sessions; none: there is no budget. */
  accounts(): readonly Account[];
  /** A turn was paid for. */
  pay(spent: Spent): void;
  newId(kind: string): string;
  /** What the rules say of a request, and an id for the ask. */
  judge(request: JudgedRequest["request"]): Omit<JudgedRequest, "kind" | "request">;
}

/** The shell of one session, as the real one is: collects what `advance` gives, one commit at a time. */
export class ModelSession {
  readonly id: string;
  link: ModelLink | undefined;
  /** What was found for the launch of this number. */
  prepared: { readonly launch: number; readonly agentId: string } | undefined;
  state: SessionState;
  stored: SessionState;
  /** With those that are on their way. */
  lastSeq: number;
  /** Whether anything was ever looked at by the clock: a planted fault forgets it. */
  knowsTimers: boolean;
  readonly #parts: SessionParts;
  #drafts = new Drafts();
  #closedAsks: SessionCommit["closedAsks"][number][] = [];
  #lateAsks: SessionCommit["closedAsks"] = [];
  #audits: AuditEntry[] = [];
  #answers: { readonly call: string; readonly answer: string }[] = [];
  #effects: Outward[] = [];
  #spent = nothingSpent;
  #wallMs = 0;

  constructor(parts: SessionParts, state: SessionState, lastSeq: number, isRestored: boolean) {
    this.id = state.facts.id;
    this.#parts = parts;
    this.state = state;
    this.stored = state;
    this.lastSeq = lastSeq;
    this.knowsTimers = !(isRestored && parts.fault === "timers are forgotten at a restart");
  }

  get isDirty(): boolean {
    return (
      this.state !== this.stored || this.#effects.length > 0 || this.#drafts.length > 0 || this.#answers.length > 0
    );
  }

  get isDue(): boolean {
    const { clock, limits } = this.#parts;
    if (!this.knowsTimers) return false;
    const { wallMs, steadyMs } = nextDue(this.state, limits);
    return wallMs <= clock.wallMs || steadyMs <= clock.steadyMs;
  }

  /** How long until something is due. */
  get dueInMs(): number {
    const { clock, limits } = this.#parts;
    if (!this.knowsTimers) return Number.POSITIVE_INFINITY;
    const { wallMs, steadyMs } = nextDue(this.state, limits);
    return Math.min(wallMs - clock.wallMs, steadyMs - clock.steadyMs);
  }

  apply(happening: Happening): void {
    const { clock, limits, fault, isChecked } = this.#parts;
    const { wallMs, steadyMs } = clock;
    const input = { ...happening, wallMs, steadyMs, accounts: this.#accounts() };
    this.#wallMs = Math.max(this.#wallMs, wallMs);
    const before = this.state;
    const advanced = (isChecked ? checkedAdvance : advance)(before, input, limits);
    const effects = faultyEffects(fault, input, advanced.effects);
    must(
      !isLate(before, input) || advanced.effects.length === 0,
      "what comes too late changes nothing",
      () => input.type,
    );
    this.state = faultyState(fault, input, before, advanced.state);
    this.#parts.tell?.(inputText(this.id, input, advanced.state, effects));
    for (const effect of effects) this.#collect(effect);
    if (this.link !== undefined && this.link.id !== processOf(this.state)?.id) this.link = undefined;
    if (this.state !== before || effects.length > 0) this.#parts.dirty(this);
    if (happening.type !== "restored") this.knowsTimers = true;
  }

  #accounts(): readonly Account[] {
    const { fault, accounts } = this.#parts;
    const isMissed = fault === "an answer resumes a turn past a budget";
    return isMissed && (isParked(this.state) || isResuming(this.state)) ? [] : accounts();
  }

  /** A fault that is built in. */
  forgetRequests(): void {
    const { agent } = this.state;
    if ("process" in agent)
      this.state = { ...this.state, agent: { ...agent, process: { ...agent.process, requests: [] } } };
  }

  fireTimer(): void {
    const newId = this.state.waits && this.#parts.newId("p");
    this.apply({ type: "time", isCaughtUp: this.link?.isCaughtUp ?? true, newId });
  }

  attach(agentId: string, outputOffset: number): void {
    const conversation = () => {
      const process = processOf(this.state);
      if (process?.id !== agentId) throw new Error("the agent is another");
      return process.conversation;
    };
    const said = (output: ReadOutput): void => this.#said(agentId, output);
    const sink = {
      conversation,
      said,
      ended: () => this.apply({ type: "ended", agentId }),
      exited: (exit: Parameters<ModelLink["exited"]>[0]) => this.apply({ type: "exited", agentId, exit }),
    };
    this.link = new ModelLink(agentId, sink, outputOffset);
  }

  /** Everything since the last commit, which is the caller's to make. */
  take(): { readonly commit: SessionCommit; readonly effects: readonly Outward[] } {
    const { id: session, stored: before, state, lastSeq } = this;
    const { fault } = this.#parts;
    const drafts = joinOverTurns(fault, this.#drafts.take());
    const effects = this.#effects;
    const writes = effects.filter((effect) => effect.type === "write");
    const isLate = fault === "an ask is closed in the next commit";
    const closedAsks = isLate ? this.#lateAsks : this.#closedAsks;
    this.#lateAsks = this.#closedAsks;
    const kept = {
      closedAsks,
      audits: this.#audits,
      spent: this.#spent,
      wallMs: this.#wallMs,
      answers: this.#answers,
      writes,
    };
    const commit = { session, before, state, lastSeq, drafts, ...kept };
    this.#effects = [];
    this.#spent = nothingSpent;
    this.#wallMs = 0;
    this.#answers = [];
    this.#audits = [];
    this.#closedAsks = [];
    this.lastSeq += drafts.length;
    return { commit, effects };
  }

  committed({ state }: SessionCommit): void {
    this.stored = state;
  }

  #said(agentId: string, { items, ...rest }: ReadOutput): void {
    const judged = items.map((item): SaidItem => {
      if (item.kind !== "request") return item;
      return { ...item, ...this.#parts.judge(item.request) };
    });
    this.apply({ type: "said", agentId, items: judged, ...rest });
  }

  #collect(effect: Effect): void {
    const { fault } = this.#parts;
    switch (effect.type) {
      case "emit":
        this.#drafts.add(effect.draft);
        return;
      case "close_ask":
        this.#closedAsks.push(effect);
        return;
      case "audit":
        this.#audits.push(effect.entry);
        return;
      case "answer":
        return this.#answer(effect.call, effect.answer);
      case "count_usage": {
        const spent = { usd: effect.usage.costUsd, tokens: effect.usage.tokens, turns: 1 };
        this.#spent = addSpent(this.#spent, spent);
        return this.#parts.pay(spent);
      }
      case "index_text":
      case "keep_agent_facts":
        return;
      default:
        if (fault === "the agent is told before the commit" && effect.type === "write")
          this.#parts.perform(this, effect);
        else this.#effects.push(effect);
    }
  }

  #answer(call: string, answer: CallAnswer): void {
    const { fault } = this.#parts;
    const seq = this.lastSeq + this.#drafts.length;
    const kept = this.#parts.answered(call, answer, seq);
    if (kept === undefined) return;
    if (answer.to !== "error" && answer.to !== "lost_ask" && fault !== "an answer is not stored with its call")
      this.#answers.push(kept);
    const told = { type: "tell", call, answer, seq } as const;
    if (fault === "an answer is told before its commit") this.#parts.perform(this, told);
    else this.#effects.push(told);
  }
}
