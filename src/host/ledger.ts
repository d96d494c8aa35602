import type { TurnResult } from "./turn-result.ts";

interface Entry {
  readonly uuid: string;
  readonly settle: (result: TurnResult) => void;
  readonly fail: (error: Error) => void;
  /** The agent was seen to take it up. */
  taken: boolean;
}

/** What a ledger knows, to be kept while nobody reads. */
export interface LedgerState {
  readonly prompts: readonly { readonly uuid: string; readonly taken: boolean }[];
  readonly turn?: string | undefined;
  readonly turns: number;
  readonly past: readonly string[];
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
 */
export class Ledger {
  #entries: Entry[] = [];
  #turn: string | undefined;
  #turns = 0;
  /** Prompts that have their result. */
  #past = new Set<string>();
  #whenTurnEnds: (() => void)[] = [];

  /** Prompts of a stored state settle nobody: their senders are gone. */
  constructor(state?: LedgerState) {
    if (state === undefined) return;
    this.#entries = state.prompts.map((prompt) => ({ ...prompt, settle: () => {}, fail: () => {} }));
    this.#turn = state.turn;
    this.#turns = state.turns;
    this.#past = new Set(state.past);
  }

  get state(): LedgerState {
    return {
      prompts: this.#entries.map(({ uuid, taken }) => ({ uuid, taken })),
      turn: this.#turn,
      turns: this.#turns,
      past: [...this.#past].slice(-pastKept),
    };
  }

  /** The running turn's mark; undefined between turns. */
  get turn(): string | undefined {
    return this.#turn;
  }

  get settled(): boolean {
    return this.#entries.length === 0 && this.#turn === undefined;
  }

  get outstanding(): number {
    return this.#entries.length;
  }

  /** Does this prompt wait for its result? */
  has(uuid: string): boolean {
    return this.#entries.some((entry) => entry.uuid === uuid);
  }

  add(entry: Omit<Entry, "taken">): void {
    this.#entries.push({ ...entry, taken: false });
  }

  /** `system/init`: a turn began, for the oldest prompt that waits or by the agent itself. */
  begin(prompts: readonly string[]): string {
    const first = this.#entries.find(({ uuid }) => prompts.includes(uuid)) ?? this.#entries[0];
    this.#turns++;
    this.#turn ??= first?.uuid ?? `${ownTurn}${this.#turns}`;
    return this.#turn;
  }

  /** The agent speaks: where a dialect has no other sign of it, a turn began for the oldest prompt that waits. */
  speaks(): void {
    const [oldest] = this.#entries;
    if (this.#turn !== undefined || oldest === undefined) return;
    oldest.taken = true;
    this.begin([]);
  }

  /** So many of the prompts that waited are part of the running turn, or begin one together. */
  joined(count: number): void {
    for (const entry of this.#entries.filter(({ taken }) => !taken).slice(0, count)) entry.taken = true;
    if (this.#turn === undefined && count > 0) this.begin([]);
  }

  /** The agent repeated a prompt: it is part of the running turn. */
  took(uuid: string): void {
    const entry = this.#entries.find((candidate) => candidate.uuid === uuid);
    if (entry !== undefined) entry.taken = true;
  }

  /** Settles when the running turn ends; between turns at once. */
  async turnEnd(): Promise<void> {
    if (this.#turn !== undefined) await new Promise<void>((resolve) => this.#whenTurnEnds.push(resolve));
  }

  /** The prompts a result answers; they wait no longer. */
  end(
    named: readonly string[],
    { listed, startedByAgent }: { listed: boolean; startedByAgent: boolean },
  ): { uuids: readonly string[]; settle: (result: TurnResult) => void } {
    const entries = listed ? this.#listed(named, startedByAgent) : this.#answered(named, startedByAgent);
    for (const { uuid } of entries) this.#past.add(uuid);
    this.#entries = this.#entries.filter((entry) => !entries.includes(entry));
    this.#endTurn();
    return {
      uuids: entries.map(({ uuid }) => uuid),
      settle: (result) => {
        for (const entry of entries) entry.settle(result);
      },
    };
  }

  /** One prompt was dropped before it ran. */
  drop(uuid: string, result: TurnResult): void {
    const entry = this.#entries.find((candidate) => candidate.uuid === uuid);
    this.#entries = this.#entries.filter((candidate) => candidate !== entry);
    entry?.settle(result);
  }

  /** Nothing more will come. */
  failAll(error: Error): void {
    const entries = this.#entries.splice(0);
    this.#endTurn();
    for (const entry of entries) entry.fail(error);
  }

  #endTurn(): void {
    this.#turn = undefined;
    for (const resolve of this.#whenTurnEnds.splice(0)) resolve();
  }

  /** An agent that names nothing we ever sent has its own names: then it is the oldest. */
  #listed(named: readonly string[], startedByAgent: boolean): Entry[] {
    const entries = this.#entries.filter(({ uuid }) => named.includes(uuid));
    const known = entries.length > 0 || startedByAgent || named.some((uuid) => this.#past.has(uuid));
    return known ? entries : this.#entries.slice(0, 1);
  }

  #answered(named: readonly string[], startedByAgent: boolean): Entry[] {
    const last = this.#entries.findLastIndex(({ uuid, taken }) => taken || named.includes(uuid));
    if (last >= 0) return this.#entries.slice(0, last + 1);
    // Some versions do not say that they began a turn by themselves; it began while no prompt waited.
    return startedByAgent || this.#turn?.startsWith(ownTurn) ? [] : this.#entries.slice(0, 1);
  }
}
