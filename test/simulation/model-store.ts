import type { AuditEntry } from "../../src/daemon/core/audit-entry.ts";
import { addSpent, nothingSpent, type Spent } from "../../src/daemon/core/budget.ts";
import { type OpenAsk, processOf, type SessionState } from "../../src/daemon/core/session-state.ts";
import type { Draft } from "../../src/daemon/events/draft.ts";
import type { OutboxRow } from "../../src/daemon/store/outbox-table.ts";
import {
  agentRow,
  askRow,
  changedColumns,
  coreColumn,
  isSameReading,
  promptRow,
  readingColumn,
  type SessionRows,
  stateOfRows,
} from "../../src/daemon/store/session-state-rows.ts";
import type { PlantedFault } from "./planted-fault.ts";

/** All that one session has for one commit. */
export interface SessionCommit {
  readonly session: string;
  readonly before: SessionState;
  readonly state: SessionState;
  /** The number of the last event before these. */
  readonly lastSeq: number;
  readonly drafts: readonly Draft[];
  readonly closedAsks: readonly Pick<OpenAsk, "ask" | "waits">[];
  readonly audits: readonly AuditEntry[];
  readonly answers: readonly { readonly call: string; readonly answer: string }[];
  /** What its turns cost, for the budgets of all. */
  readonly spent: Spent;
  /** The latest that it was, by the wall clock, when something of it happened. */
  readonly wallMs: number;
  readonly writes: readonly { readonly agentId: string; readonly offset: number; readonly data: Uint8Array }[];
}

/** What survives a daemon. A commit happens as a whole or not at all; its rows are those of the real store. */
export class ModelStore {
  readonly rows = new Map<string, SessionRows>();
  readonly calls = new Map<string, string>();
  readonly outbox = new Map<string, OutboxRow[]>();
  readonly lastSeq = new Map<string, number>();
  /** Every ask there ever was; true: it is open. */
  readonly asks = new Map<string, boolean>();
  spent: Spent = nothingSpent;
  isFull = false;
  readonly #fault: PlantedFault | undefined;

  constructor(fault: PlantedFault | undefined) {
    this.#fault = fault;
  }

  create(state: SessionState): void {
    const { options, ...facts } = state.facts;
    const stamps = {
      createdMs: 0,
      updatedMs: 0,
      firstSeq: 1,
      lastSeq: 0,
      number: 0,
      state: "idle",
      neededFromMs: null,
    };
    const row = { ...facts, ...stamps, options: JSON.stringify(options), core: coreColumn(state) };
    this.rows.set(facts.id, { row, prompts: [], asks: [], agent: undefined });
    this.lastSeq.set(facts.id, 0);
  }

  /** As a daemon finds it. */
  load(session: string): SessionState {
    const state = this.read(session);
    if (this.#fault === "asks are forgotten at a restart") return { ...state, asks: [] };
    if (this.#fault === "limits are forgotten at a restart") return { ...state, waits: undefined };
    return { ...state, asks: state.asks.map((open) => forgetOf(this.#fault, open)) };
  }

  /** As it is stored. */
  read(session: string): SessionState {
    return stateOfRows(this.#of(session));
  }

  commit(commits: readonly SessionCommit[]): void {
    for (const commit of commits) this.#store(commit);
  }

  /** Only these of the prompts that wait, and at once: a fault that is built in. */
  keepPrompts(session: string, ids: readonly string[]): void {
    const rows = this.#of(session);
    this.rows.set(session, { ...rows, prompts: rows.prompts.filter(({ id }) => ids.includes(id)) });
  }

  #of(session: string): SessionRows {
    const rows = this.rows.get(session);
    if (rows === undefined) throw new Error(`no session ${session}`);
    return rows;
  }

  #store(commit: SessionCommit): void {
    const { session, before, state, lastSeq, drafts, answers } = commit;
    const { row, agent, prompts, asks } = this.#of(session);
    this.lastSeq.set(session, lastSeq + drafts.length);
    this.spent = addSpent(this.spent, commit.spent);
    for (const { call, answer } of answers) this.calls.set(call, answer);
    for (const { ask } of state.asks) if (!this.asks.has(ask.id)) this.asks.set(ask.id, true);
    for (const { ask } of commit.closedAsks) this.asks.set(ask.id, false);
    const put = without(state.asks, before.asks).map(({ ask, waits }) => askRow(ask, waits));
    const closed = new Set(commit.closedAsks.map(({ ask }) => ask.id));
    const removed = new Set(without(before.queue, state.queue).map(({ id }) => id));
    this.rows.set(session, {
      row: { ...row, ...changedColumns(before, state) },
      prompts: [
        ...prompts.filter(({ id }) => !removed.has(id)),
        ...without(state.queue, before.queue).map((prompt) => promptRow(session, prompt)),
      ].sort((a, b) => a.position - b.position),
      asks: [...new Map([...asks, ...put].map((one) => [one.id, one])).values()].filter(({ id }) => !closed.has(id)),
      agent: this.#agent(commit, agent),
    });
  }

  #agent({ session, before, state, writes }: SessionCommit, row: SessionRows["agent"]): SessionRows["agent"] {
    const known = processOf(before);
    const process = processOf(state);
    if (known !== undefined && known.id !== process?.id) this.outbox.delete(known.id);
    if (process === undefined) return undefined;
    const added = writes.filter(({ agentId }) => agentId === process.id);
    const kept = (this.outbox.get(process.id) ?? []).filter(
      ({ at, data }) => at + data.length > process.input.confirmed,
    );
    this.outbox.set(process.id, [...kept, ...added.map(({ offset, data }) => ({ at: offset, data }))]);
    if (row === undefined || known === undefined || known.id !== process.id) return agentRow(session, process);
    const late = this.#fault === "the offset is stored a commit late" ? known : process;
    const reading = isSameReading(known, process) ? row.reading : readingColumn(process);
    return { ...row, reading, outputOffset: late.outputOffset, inputOffset: process.input.offset };
  }
}

/** An open ask, as a daemon with this fault finds it. */
function forgetOf(fault: PlantedFault | undefined, open: OpenAsk): OpenAsk {
  const { ask, waits } = open;
  const isHeld = "agent" in waits;
  switch (fault) {
    case "that a call is resumed is forgotten at a restart":
      return isHeld ? { ...open, waits: { ...waits, resumes: false } } : open;
    case "a longer deadline is forgotten at a restart":
      return open.deadlineBy === "person" ? { ...open, ask: { ...ask, deadlineMs: ask.createdMs + 1n } } : open;
    default:
      return open;
  }
}

/** As the real store finds out what is new. */
function without<T>(these: readonly T[], those: readonly T[]): readonly T[] {
  if (these === those) return [];
  const left = new Set(those);
  return these.filter((one) => !left.has(one));
}
