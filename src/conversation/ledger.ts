import type { TurnResult } from "./turn-result.ts";

/**
 * Where a prompt is. `taken`: the agent was seen to take it up. `folded`: a turn
 * ended that may have had it in it. `ignored`: the agent repeated it while no
 * turn ran, as it does with one that it has had before.
 */
export type PromptPlace = "sent" | "taken" | "folded" | "ignored";

interface Entry {
  readonly uuid: string;
  /** By which an agent's own copy of it is known. */
  readonly mark?: string | undefined;
  readonly settle: (result: TurnResult) => void;
  readonly fail: (error: Error) => void;
  at: PromptPlace;
}

/** What a ledger knows, to be kept while nobody reads. */
export interface LedgerState {
  readonly prompts: readonly {
    readonly uuid: string;
    readonly mark?: string | undefined;
    /** Undefined: stored by 0.1.0. */
    readonly at?: PromptPlace | undefined;
  }[];
  readonly turn?: string | undefined;
  readonly turns: number;
  readonly past: readonly string[];
  readonly isTurnStopped?: boolean | undefined;
}

/** Prompts that wait no longer. */
export interface Answered {
  readonly uuids: readonly string[];
  readonly settle: (result: TurnResult) => void;
}

/** How many of the prompts that have their result a stored state remembers. */
const pastKept = 32;

/** Marks a turn that began while no prompt waited. */
const ownTurn = "agent-";

/**
 * Which prompts wait for which result. Results do not follow prompts one by
 * one: a prompt sent while a tool runs is folded into the turn, a burst is
 * merged, and agents start turns by themselves. What is known is used in this
 * order: the list of uuids a result names; one uuid it names, or prompts the
 * agent repeated since the turn began; else the oldest prompt. A list is whole.
 * Without one, prompts are taken in order, so everything older than a taken one
 * is taken too.
 *
 * Some agents fold prompts and say nothing of it. What they have left open when
 * a turn ends is in doubt: it was folded in, unless another turn begins at once.
 * Whoever reads the agent waits for that, and then calls `resolve`.
 */
export class Ledger {
  #entries: Entry[] = [];
  #turn: string | undefined;
  #turns = 0;
  #isTurnStopped = false;
  /** Prompts that have their result. */
  #past = new Set<string>();
  #whenTurnEnds: (() => void)[] = [];

  /** Prompts of a stored state settle nobody: their senders are gone. */
  constructor(state?: LedgerState) {
    if (state === undefined) return;
    this.#entries = state.prompts.map(({ at = "sent", ...prompt }) => ({
      ...prompt,
      at,
      settle: () => {},
      fail: () => {},
    }));
    this.#turn = state.turn;
    this.#turns = state.turns;
    this.#past = new Set(state.past);
    this.#isTurnStopped = state.isTurnStopped ?? false;
  }

  get state(): LedgerState {
    return {
      prompts: this.#entries.map(({ uuid, mark, at }) => ({ uuid, mark, at })),
      turn: this.#turn,
      turns: this.#turns,
      past: [...this.#past].slice(-pastKept),
      ...(this.#isTurnStopped && { isTurnStopped: true }),
    };
  }

  /** The running turn's mark; undefined between turns. */
  get turn(): string | undefined {
    return this.#turn;
  }

  /** A person stopped the running turn: nothing of it may be allowed any more. */
  stopTurn(): void {
    this.#isTurnStopped = this.#turn !== undefined;
  }

  get isTurnStopped(): boolean {
    return this.#isTurnStopped;
  }

  get settled(): boolean {
    return this.#entries.length === 0 && this.#turn === undefined;
  }

  get outstanding(): number {
    return this.#entries.length;
  }

  /** Are there prompts that are over if no turn begins now? */
  get inDoubt(): boolean {
    return this.#turn === undefined && this.#entries.some(isInDoubt);
  }

  /** Does this prompt wait for its result? */
  has(uuid: string): boolean {
    return this.#entries.some((entry) => entry.uuid === uuid);
  }

  add(entry: Omit<Entry, "at">): void {
    this.#entries.push({ ...entry, at: "sent" });
  }

  /** `system/init`: a turn began, for the oldest prompt that waits or by the agent itself. */
  begin(prompts: readonly string[]): string {
    const first = this.#entries.find(({ uuid }) => prompts.includes(uuid)) ?? this.#entries[0];
    this.#turns++;
    this.#turn ??= first?.uuid ?? `${ownTurn}${this.#turns}`;
    for (const entry of this.#entries) if (isInDoubt(entry)) entry.at = "sent";
    return this.#turn;
  }

  /** The agent speaks: where a dialect has no other sign of it, a turn began for the oldest prompt that waits. */
  speaks(): void {
    const [oldest] = this.#entries;
    if (this.#turn !== undefined || oldest === undefined) return;
    this.begin([]);
    oldest.at = "taken";
  }

  /** So many of the prompts that waited are part of the running turn, or begin one together. */
  joined(count: number): void {
    if (this.#turn === undefined && count > 0) this.begin([]);
    for (const entry of this.#entries.filter(({ at }) => at !== "taken").slice(0, count)) entry.at = "taken";
  }

  /** The agent repeated a prompt, under its uuid or another: it is part of the running turn. */
  took(uuid: string | undefined, mark: string): void {
    const entry = this.#entries.find((candidate) => candidate.uuid === uuid) ?? this.#copied(uuid, mark);
    if (entry !== undefined) entry.at = this.#turn === undefined ? "ignored" : "taken";
  }

  #copied(uuid: string | undefined, mark: string): Entry | undefined {
    if (this.#turn === undefined || (uuid !== undefined && this.#past.has(uuid))) return undefined;
    return this.#entries.find((candidate) => candidate.mark === mark && candidate.at !== "taken");
  }

  /** Settles when the running turn ends; between turns at once. */
  async turnEnd(): Promise<void> {
    if (this.#turn !== undefined) await new Promise<void>((resolve) => this.#whenTurnEnds.push(resolve));
  }

  /** The prompts a result answers. `names`: this agent tells of every prompt that it folds in. */
  end(
    named: readonly string[],
    { listed, startedByAgent, names }: { listed: boolean; startedByAgent: boolean; names: boolean },
  ): Answered {
    const knowsOurs = named.some((uuid) => this.has(uuid) || this.#past.has(uuid));
    const entries = listed ? this.#listed(named, startedByAgent) : this.#answered(named, startedByAgent);
    const answered = this.#close(entries);
    this.#endTurn();
    if (!names && !(listed && knowsOurs)) for (const entry of this.#entries) entry.at = "folded";
    return answered;
  }

  /** No turn began: the prompts in doubt are over, those that were folded in and those that were ignored. */
  resolve(): { readonly folded: Answered; readonly ignored: Answered } {
    const at = (place: PromptPlace): Answered =>
      this.#close(this.#entries.filter((entry) => entry.at === place && this.#turn === undefined));
    return { folded: at("folded"), ignored: at("ignored") };
  }

  /** One prompt was dropped before it ran. */
  drop(uuid: string, result: TurnResult): void {
    this.#close(this.#entries.filter((entry) => entry.uuid === uuid)).settle(result);
  }

  /** Nothing more will come. */
  failAll(error: Error): void {
    const entries = this.#entries.splice(0);
    this.#endTurn();
    for (const entry of entries) entry.fail(error);
  }

  #close(entries: readonly Entry[]): Answered {
    for (const { uuid } of entries) this.#past.add(uuid);
    this.#entries = this.#entries.filter((entry) => !entries.includes(entry));
    return {
      uuids: entries.map(({ uuid }) => uuid),
      settle: (result) => {
        for (const entry of entries) entry.settle(result);
      },
    };
  }

  #endTurn(): void {
    this.#turn = undefined;
    this.#isTurnStopped = false;
    for (const resolve of this.#whenTurnEnds.splice(0)) resolve();
  }

  /** An agent that names nothing we ever sent has its own names: then it is the oldest. */
  #listed(named: readonly string[], startedByAgent: boolean): Entry[] {
    const entries = this.#entries.filter(({ uuid }) => named.includes(uuid));
    const known = entries.length > 0 || startedByAgent || named.some((uuid) => this.#past.has(uuid));
    return known ? entries : this.#entries.slice(0, 1);
  }

  #answered(named: readonly string[], startedByAgent: boolean): Entry[] {
    const last = this.#entries.findLastIndex(({ uuid, at }) => at === "taken" || named.includes(uuid));
    if (last >= 0) return this.#entries.slice(0, last + 1);
    // Some versions do not say that they began a turn by themselves; it began while no prompt waited.
    return startedByAgent || this.#turn?.startsWith(ownTurn) ? [] : this.#entries.slice(0, 1);
  }
}

function isInDoubt({ at }: Entry): boolean {
  return at === "folded" || at === "ignored";
}
