import type { EventKind } from "../events/draft.ts";
import { Drafts } from "../events/drafts.ts";
import { encodeEvent } from "../events/encode-event.ts";
import { type AgentFactsRow, putAgentFacts } from "../store/agent-facts-table.ts";
import { type SessionRow, updateSession } from "../store/sessions-table.ts";
import { together, type Work } from "../store/work.ts";
import type { SessionDeps } from "./session-deps.ts";
import { SessionRecord, stateOf } from "./session-record.ts";
import { next, type SessionState, type SessionStep } from "./session-state.ts";

/** What else belongs into a transaction, and what to do once it is stored. */
export interface Saved {
  readonly work: Work;
  readonly committed: () => void;
}

const coarseMs = 1000;

type JournalDeps = Pick<SessionDeps, "store" | "log" | "trace" | "meter">;

/**
 * The one way a session changes: events, facts and state are collected here
 * and stored together; only then anyone is told.
 */
export class Journal {
  readonly record: SessionRecord;
  readonly #deps: JournalDeps;
  readonly #changed: () => void;
  readonly #drafts = new Drafts();
  #works: Work[] = [];
  #state: SessionState;
  #visible = false;
  #shown = false;
  #flushes = 0;

  /** `changed`: clients should see the session anew. */
  constructor(deps: JournalDeps, row: SessionRow, openAsks: number, changed: () => void) {
    this.#deps = deps;
    this.#changed = changed;
    this.record = new SessionRecord(row);
    this.#state = openAsks > 0 ? { at: "waiting", asking: openAsks } : ({ at: row.state } as SessionState);
  }

  get id(): string {
    return this.record.row.id;
  }

  get state(): SessionState {
    return this.#state;
  }

  /** All of it is in the database. */
  get isStored(): boolean {
    return (
      this.#flushes === 0 && this.#drafts.length === 0 && this.#works.length === 0 && !this.#visible && !this.#shown
    );
  }

  /** The number that the event emitted last will have. */
  get lastSeq(): number {
    return this.record.lastSeq + this.#drafts.length;
  }

  emit(kind: EventKind, turn = "", parentToolUseId = ""): void {
    this.#drafts.push(kind, turn, parentToolUseId);
  }

  piece(type: "textDelta" | "thinkingDelta", text: string, index: number, turn: string, parentToolUseId: string): void {
    this.#drafts.piece(type, text, index, turn, parentToolUseId);
  }

  step(step: SessionStep, reason = ""): void {
    const before = this.#state;
    this.#state = next(before, step);
    const { at } = this.#state;
    if (at === before.at) return;
    this.set({ state: at });
    this.emit({ case: "statusChange", value: { state: stateOf(at), reason } });
    this.#deps.trace({ what: "state", session: this.id, from: before.at, to: at });
  }

  /** What the agent says of itself. Undefined: nothing. */
  keepAgentFacts(facts: AgentFactsRow | undefined): void {
    if (facts !== undefined) this.store(putAgentFacts(this.id, facts));
  }

  /** Facts that clients see. */
  set(changes: Parameters<SessionRecord["set"]>[0]): void {
    this.record.set(changes);
    this.#visible = true;
  }

  /** The session in a line; undefined: as before. */
  preview(preview: string | undefined): void {
    if (preview !== undefined && preview !== this.record.row.preview) this.set({ preview });
  }

  store(work: Work): void {
    this.#works.push(work);
  }

  /** Clients should see the session anew after the next flush. */
  touch(): void {
    this.#visible = true;
  }

  /** Clients should see it anew, and nothing of it is newer: its agent went to sleep. */
  show(): void {
    this.#shown = true;
  }

  /** Stores everything collected so far, in one transaction. */
  async flush(saved?: Saved): Promise<void> {
    this.#flushes += 1;
    try {
      await this.#store(saved);
    } finally {
      this.#flushes -= 1;
    }
  }

  async #store(saved: Saved | undefined): Promise<void> {
    const { store, log, meter } = this.#deps;
    const begun = performance.now();
    const drafts = this.#drafts.take();
    const works = this.#works;
    const visible = this.#visible;
    this.#works = [];
    this.#visible = false;
    const shown = visible || this.#shown;
    this.#shown = false;
    const timeMs = Date.now();
    const before = this.record.lastSeq;
    const events = drafts.map((draft, n) => encodeEvent(before + n + 1, timeMs, draft));
    this.record.lastSeq += events.length;
    // Not with every piece: the place in lists is an index of its own.
    if (visible || (drafts.length > 0 && timeMs - this.record.row.updatedMs > coarseMs))
      this.record.set({ updatedMs: timeMs });
    const { changes, committed } = this.record.takeChanges();
    const stored = store.write(together(...works, updateSession(this.id, changes), ...(saved ? [saved.work] : [])));
    // Behind it in the same transaction: the first work may be what makes the session.
    const appended = events.length > 0 ? log.append(this.id, before, events) : undefined;
    await Promise.all([stored, appended]);
    committed();
    meter.committed((performance.now() - begun) / 1000);
    for (const { kind } of drafts) meter.stored(kind.case);
    saved?.committed();
    if (shown) this.#changed();
  }
}
