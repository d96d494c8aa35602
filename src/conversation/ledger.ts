/**
 * How far a prompt is. `taken`: the agent was seen to take it up. `folded`: a turn
 * ended that may have had it in it. `ignored`: the agent repeated it while no
 * turn ran, as it does with one that it has had before.
 */
type PromptStage = "sent" | "taken" | "folded" | "ignored";

/** A prompt that waits for its result. */
interface WaitingPrompt {
  readonly uuid: string;
  /** By which an agent's own copy of it is known. */
  readonly mark?: string | undefined;
  readonly at: PromptStage;
}

/** All that a ledger knows, as plain data that can be stored. */
export interface LedgerState {
  readonly prompts: readonly WaitingPrompt[];
  /** The running turn's name; undefined between turns. */
  readonly turn?: string | undefined;
  readonly turns: number;
  /** The last prompts that have their result. */
  readonly past: readonly string[];
  readonly isTurnStopped?: boolean | undefined;
}

/** The ledger of an agent that was given no prompt yet. */
export const emptyLedger: LedgerState = { prompts: [], turns: 0, past: [] };

/** How many of the prompts that have their result are remembered. */
const pastKept = 32;

/** Begins the name of a turn that began while no prompt waited. */
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
 * The caller waits for that, and then calls `resolve`.
 *
 * It is a view of its state: making one and reading `state` cost nothing, and a state is never changed, only replaced.
 */
export class Ledger {
  #state: LedgerState;

  constructor(state: LedgerState = emptyLedger) {
    this.#state = state;
  }

  get state(): LedgerState {
    return this.#state;
  }

  /** The running turn's name; undefined between turns. */
  get turn(): string | undefined {
    return this.#state.turn;
  }

  /** A person stopped the running turn: nothing of it may be allowed any more. */
  stopTurn(): void {
    if (this.turn !== undefined) this.#change({ isTurnStopped: true });
  }

  get isTurnStopped(): boolean {
    return this.#state.isTurnStopped ?? false;
  }

  get settled(): boolean {
    return this.outstanding === 0 && this.turn === undefined;
  }

  get outstanding(): number {
    return this.#state.prompts.length;
  }

  /** Are there prompts that are over if no turn begins now? */
  get inDoubt(): boolean {
    return this.turn === undefined && this.#state.prompts.some(isInDoubt);
  }

  /** Does this prompt wait for its result? */
  has(uuid: string): boolean {
    return this.#state.prompts.some((prompt) => prompt.uuid === uuid);
  }

  add({ uuid, mark }: Omit<WaitingPrompt, "at">): void {
    this.#change({ prompts: [...this.#state.prompts, { uuid, mark, at: "sent" }] });
  }

  /** `system/init`: a turn began, for the oldest prompt that waits or by the agent itself. */
  begin(named: readonly string[]): string {
    const { prompts, turns, turn: running } = this.#state;
    const first = prompts.find(({ uuid }) => named.includes(uuid)) ?? prompts[0];
    const turn = running ?? first?.uuid ?? `${ownTurn}${turns + 1}`;
    this.#change({ turn, turns: turns + 1 });
    this.#move(isInDoubt, "sent");
    return turn;
  }

  /** The agent works on something that nobody here sent: a turn of its own began, whoever waits. */
  beginOwn(): void {
    if (this.turn !== undefined) return;
    const turns = this.#state.turns + 1;
    this.#change({ turn: `${ownTurn}${turns}`, turns });
  }

  /** A command of the agent began. One that is none of our prompts is its own: a tool call that it takes up again. */
  started(uuid: string): void {
    if (!this.has(uuid) && !this.#isPast(uuid)) this.beginOwn();
  }

  /** The agent speaks: where a dialect has no other sign of it, a turn began for the oldest prompt that waits. */
  speaks(): void {
    if (this.turn !== undefined || this.outstanding === 0) return;
    this.begin([]);
    const [oldest] = this.#state.prompts;
    this.#move((prompt) => prompt === oldest, "taken");
  }

  /** The oldest `count` prompts that the agent has not taken up are part of the running turn, or begin one together. */
  joined(count: number): void {
    if (this.turn === undefined && count > 0) this.begin([]);
    const joining = this.#state.prompts.filter(({ at }) => at !== "taken").slice(0, count);
    this.#move((prompt) => joining.includes(prompt), "taken");
  }

  /** The agent repeated a prompt, under its uuid or another: it is part of the running turn. */
  took(uuid: string | undefined, mark: string): void {
    const taken = this.#state.prompts.find((prompt) => prompt.uuid === uuid) ?? this.#copied(uuid, mark);
    this.#move((prompt) => prompt === taken, this.turn === undefined ? "ignored" : "taken");
  }

  #copied(uuid: string | undefined, mark: string): WaitingPrompt | undefined {
    if (this.turn === undefined || (uuid !== undefined && this.#isPast(uuid))) return undefined;
    return this.#state.prompts.find((prompt) => prompt.mark === mark && prompt.at !== "taken");
  }

  /** A result came. Gives the prompts it answers. `names`: this agent tells of every prompt that it folds in. */
  end(
    named: readonly string[],
    { listed, startedByAgent, names }: { listed: boolean; startedByAgent: boolean; names: boolean },
  ): readonly string[] {
    const knowsOurs = named.some((uuid) => this.has(uuid) || this.#isPast(uuid));
    const answered = listed ? this.#listed(named, startedByAgent) : this.#answered(named, startedByAgent);
    const uuids = this.#close((prompt) => answered.includes(prompt));
    this.#endTurn();
    if (!names && !(listed && knowsOurs)) this.#move(() => true, "folded");
    return uuids;
  }

  /** No turn began: the prompts in doubt are over. Gives those that were folded in and those that were ignored. */
  resolve(): { readonly folded: readonly string[]; readonly ignored: readonly string[] } {
    if (this.turn !== undefined) return { folded: [], ignored: [] };
    return { folded: this.#close(({ at }) => at === "folded"), ignored: this.#close(({ at }) => at === "ignored") };
  }

  /** One prompt was dropped before it ran. False: it did not wait. */
  drop(uuid: string): boolean {
    return this.#close((prompt) => prompt.uuid === uuid).length > 0;
  }

  /** The agent is gone: no prompt waits any more. */
  clear(): void {
    this.#change({ prompts: [] });
    this.#endTurn();
  }

  /** Gives the prompts that wait no longer. */
  #close(isOver: (prompt: WaitingPrompt) => boolean): readonly string[] {
    const { prompts, past } = this.#state;
    const over = new Set(prompts.filter(isOver));
    const uuids = [...over].map(({ uuid }) => uuid);
    if (uuids.length > 0)
      this.#change({
        prompts: prompts.filter((prompt) => !over.has(prompt)),
        past: [...past, ...uuids].slice(-pastKept),
      });
    return uuids;
  }

  #endTurn(): void {
    this.#change({ turn: undefined, isTurnStopped: undefined });
  }

  /** An agent that names nothing we ever sent has its own names: then it is the oldest. */
  #listed(named: readonly string[], startedByAgent: boolean): readonly WaitingPrompt[] {
    const { prompts } = this.#state;
    const found = prompts.filter(({ uuid }) => named.includes(uuid));
    const known = found.length > 0 || startedByAgent || named.some((uuid) => this.#isPast(uuid));
    return known ? found : prompts.slice(0, 1);
  }

  #answered(named: readonly string[], startedByAgent: boolean): readonly WaitingPrompt[] {
    const { prompts, turn } = this.#state;
    const last = prompts.findLastIndex(({ uuid, at }) => at === "taken" || named.includes(uuid));
    if (last >= 0) return prompts.slice(0, last + 1);
    // Some versions do not say that they began a turn by themselves; it began while no prompt waited.
    return startedByAgent || turn?.startsWith(ownTurn) ? [] : prompts.slice(0, 1);
  }

  #isPast(uuid: string): boolean {
    return this.#state.past.includes(uuid);
  }

  #move(which: (prompt: WaitingPrompt) => boolean, at: PromptStage): void {
    const { prompts } = this.#state;
    if (prompts.some((prompt) => which(prompt) && prompt.at !== at))
      this.#change({ prompts: prompts.map((prompt) => (which(prompt) ? { ...prompt, at } : prompt)) });
  }

  #change(changes: Partial<LedgerState>): void {
    this.#state = { ...this.#state, ...changes };
  }
}

function isInDoubt({ at }: WaitingPrompt): boolean {
  return at === "folded" || at === "ignored";
}
