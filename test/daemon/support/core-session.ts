import assert from "node:assert/strict";
import { advance } from "../../../src/daemon/core/advance.ts";
import { type Account, addSpent } from "../../../src/daemon/core/budget.ts";
import type { CountedUsage, Effect } from "../../../src/daemon/core/effect.ts";
import type { Input, JudgedRequest, SaidItem } from "../../../src/daemon/core/input.ts";
import type { Limits } from "../../../src/daemon/core/limits.ts";
import { type AgentProcess, processOf, type SessionState } from "../../../src/daemon/core/session-state.ts";
import type { EventKind } from "../../../src/daemon/events/draft.ts";
import { AgentDecoder, type ReadItem, type ReadOutput } from "../../../src/daemon/reading/agent-decoder.ts";
import type { Happening } from "../../../src/daemon/session/happening.ts";
import { frozen } from "./frozen.ts";

export const limits: Limits = {
  idleSleepMs: 600_000,
  restart: { firstMs: 500, maxMs: 30_000, limit: 5, windowMs: 60_000 },
  initializeTimeoutMs: 60_000,
  controlTimeoutMs: 30_000,
  askDeadlineMs: 0,
  connectedDeadlineMs: 0,
  disconnectedDeadlineMs: 0,
  denyUnattended: false,
  interruptAtDeadline: false,
  parkAfterMs: 600_000,
  resumeAfterLimit: false,
  prices: {},
};

export interface CoreSessionParts {
  readonly limits?: Partial<Limits>;
  readonly maxPayloadBytes?: number;
  /** False: what goes through is too much to be done twice. */
  readonly isChecked?: boolean;
  /** Is told what came of an input, which then is not kept. */
  readonly heard?: (effects: readonly Effect[], input: Input, before: SessionState) => void;
}

type EmittedKind = EventKind["case"];
type ValueOf<C extends EmittedKind> = Extract<EventKind, { case: C }>["value"];

/**
 * A session without anything around its core: what `Session` and `AgentLink` wire up, with a clock that stands still.
 * Every step is done twice, on a state that cannot be changed: it has to give the same.
 */
export class CoreSession {
  state: SessionState;
  wallMs = 1_700_000_000_000;
  steadyMs = 1_000_000;
  /** What of budgets is spent by everybody; what it spends itself is added. */
  accounts: readonly Account[] = [];
  /** What the rules say of the next requests, and whether somebody is there. */
  ruling: Partial<Pick<JudgedRequest, "decision" | "isAttended" | "willBeAsked" | "rewritten">> = {};
  /** All so far. */
  readonly effects: Effect[] = [];
  readonly limits: Limits;
  readonly #parts: CoreSessionParts;
  #reader: { readonly id: string; readonly decoder: AgentDecoder; at: number } | undefined;
  #asks = 0;

  constructor(state: SessionState, parts: CoreSessionParts = {}) {
    this.state = state;
    this.limits = { ...limits, ...parts.limits };
    this.#parts = parts;
  }

  get at(): SessionState["agent"]["at"] {
    return this.state.agent.at;
  }

  /** Throws where there is none. */
  get process(): AgentProcess {
    const process = processOf(this.state);
    assert.ok(process !== undefined, `there is no process: ${this.at}`);
    return process;
  }

  /** Reads what its process says. */
  get decoder(): AgentDecoder {
    return this.#readerNow().decoder;
  }

  /** Something happens; gives the effects of it. */
  apply(happening: Happening): readonly Effect[] {
    const { wallMs, steadyMs, accounts } = this;
    const input = { ...happening, wallMs, steadyMs, accounts } as Input;
    const { heard, isChecked } = this.#parts;
    const before = this.state;
    const { state, effects } = isChecked === false ? this.#advance(input) : this.#advanceTwice(input);
    this.state = state;
    for (const effect of effects) if (effect.type === "count_usage") this.#spend(effect.usage);
    if (heard === undefined) this.effects.push(...effects);
    else heard(effects, input, before);
    return effects;
  }

  /** Both clocks go on, and what is due is done. */
  later(ms: number, isCaughtUp = true): readonly Effect[] {
    this.wallMs += ms;
    this.steadyMs += ms;
    return this.apply({ type: "time", isCaughtUp });
  }

  /** The agent says these lines, together. */
  says(...lines: readonly object[]): readonly Effect[] {
    return this.reads(Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join("")));
  }

  /** The agent says these bytes, whole lines or not. */
  reads(bytes: Uint8Array): readonly Effect[] {
    const before = this.effects.length;
    const reader = this.#readerNow();
    reader.decoder.push(reader.at, bytes);
    reader.at += bytes.length;
    return this.effects.slice(before);
  }

  /** The values of the events of a kind, of all effects or of these. */
  emitted<C extends EmittedKind>(kind: C, effects: readonly Effect[] = this.effects): readonly ValueOf<C>[] {
    return effects.flatMap((effect) =>
      effect.type === "emit" && effect.draft.kind.case === kind ? [effect.draft.kind.value as ValueOf<C>] : [],
    );
  }

  /** The lines that the agent was told. */
  written(effects: readonly Effect[] = this.effects): readonly Line[] {
    return effects.flatMap((effect) =>
      effect.type === "write" ? [JSON.parse(Buffer.from(effect.data).toString()) as Line] : [],
    );
  }

  /** What a call was answered. */
  answers(call: string, effects: readonly Effect[] = this.effects) {
    return effects.flatMap((effect) => (effect.type === "answer" && effect.call === call ? [effect.answer] : []));
  }

  /** Its asks are numbered behind those of an earlier one. */
  skipAskIds(before: CoreSession): void {
    this.#asks = before.#asks;
  }

  #spend({ costUsd: usd, tokens, payer }: CountedUsage): void {
    this.accounts = this.accounts.map((account) =>
      account.budget.of === "user" && account.name !== payer
        ? account
        : { ...account, spent: addSpent(account.spent, { usd, tokens, turns: 1 }) },
    );
  }

  #advance(input: Input) {
    return advance(this.state, input, this.limits);
  }

  #advanceTwice(input: Input) {
    frozen(this.state);
    frozen(input);
    const first = this.#advance(input);
    // Whatever is kept beside the state would show here.
    assert.deepStrictEqual(this.#advance(input), first);
    return first;
  }

  #readerNow() {
    const { id, outputOffset } = this.process;
    if (this.#reader?.id !== id) {
      const sink = {
        conversation: () => this.process.conversation,
        said: (output: ReadOutput) => this.#said(id, output),
        skipped: (offset: number, line: Extract<Input, { type: "skipped" }>["line"]) =>
          void this.apply({ type: "skipped", agentId: id, offset, line }),
      };
      const decoder = new AgentDecoder(sink, outputOffset, this.#parts.maxPayloadBytes ?? 2 ** 20);
      this.#reader = { id, decoder, at: outputOffset };
    }
    return this.#reader;
  }

  #said(agentId: string, { items, ...rest }: ReadOutput): number {
    const effects = this.apply({ type: "said", agentId, items: items.map((item) => this.#judged(item)), ...rest });
    return effects.filter((effect) => effect.type === "emit" && !isPiece(effect.draft.kind)).length;
  }

  #judged(item: ReadItem): SaidItem {
    if (item.kind !== "request") return item;
    this.#asks += 1;
    return {
      ...item,
      decision: undefined,
      isAttended: true,
      willBeAsked: false,
      suggestions: [],
      ...this.ruling,
      askId: `ask-${this.#asks}`,
      digest: "seen",
    };
  }
}

function isPiece(kind: EventKind): boolean {
  return kind.case === "textDelta" || kind.case === "thinkingDelta";
}

/** What an agent is told, as far as tests look at it. */
interface Line {
  readonly type: string;
  readonly uuid?: string;
  readonly message?: { readonly content: unknown };
  readonly request_id?: string;
  readonly request?: { readonly subtype: string; readonly [field: string]: unknown };
  readonly response?: {
    readonly subtype: string;
    readonly request_id: string;
    readonly error?: string;
    readonly response?: { readonly [field: string]: unknown };
  };
}
