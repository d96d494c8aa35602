import { randomUUID } from "node:crypto";
import type { Ask } from "../../api/gen/bridle/v1/ask_pb.js";
import type { Session as SessionMessage } from "../../api/gen/bridle/v1/session_pb.js";
import { isBridleError } from "../../errors.ts";
import { neededFromMs } from "../core/due.ts";
import { newSession, phaseOf, type SessionFacts, type SessionOptions } from "../core/session-state.ts";
import { getAsk } from "../store/asks-table.ts";
import type { SessionSummary } from "../store/list-sessions.ts";
import { sessionRows } from "../store/session-rows.ts";
import { coreColumn, stateOfRows } from "../store/session-state-rows.ts";
import { cwdOfSession, insertSession, updateSession } from "../store/sessions-table.ts";
import type { Work } from "../store/work.ts";
import { AttendanceRounds } from "./attendance-rounds.ts";
import { DueSessions } from "./due-sessions.ts";
import { noSession } from "./not-found.ts";
import { Session } from "./session.ts";
import type { SessionDeps } from "./session-deps.ts";
import { sessionMessage } from "./session-message.ts";
import type { OpenedSession, SessionChange, SessionView } from "./session-view.ts";

/** Beyond this, sessions that are dormant are no longer kept in memory. */
const maxInMemory = 100;

const againMs = 1000;

/** What is known of a session that is being made. */
type NewFacts = Pick<SessionFacts, "title" | "agent" | "cwd"> & { readonly options: SessionOptions };

/** The sessions of a daemon. One that is dormant is only rows; it is made when it is needed. */
export class Sessions implements SessionView {
  readonly deps: SessionDeps;
  readonly #sessions = new Map<string, Session>();
  readonly #listeners = new Set<(change: SessionChange) => void>();
  readonly #dirty = new Set<string>();
  #looking: NodeJS.Immediate | undefined;
  /** On their way out: nobody finds them any more. */
  readonly #deleting = new Set<string>();
  /** With so many in memory, it is time to look which are dormant. */
  #letGoAt = maxInMemory;
  readonly due: DueSessions;
  readonly #attendance: AttendanceRounds;

  constructor(deps: Omit<SessionDeps, "dirty" | "changed" | "failed">) {
    this.deps = {
      ...deps,
      dirty: (id) => this.#markDirty(id),
      changed: (id) => this.#changed(id),
      failed: (id, error) => this.#failed(id, error),
    };
    const found = { store: deps.store, find: (id: string) => this.find(id) };
    this.due = new DueSessions(found);
    this.#attendance = new AttendanceRounds(found, deps.isAttended);
  }

  /** Those that are in memory: all that have an agent or wait for one. */
  get all(): Iterable<Session> {
    return this.#sessions.values();
  }

  /** Throws `not_found`. */
  get(id: string): Session {
    const session = this.find(id);
    if (session === undefined) throw noSession(id);
    return session;
  }

  find(id: string): Session | undefined {
    if (this.#deleting.has(id)) return undefined;
    return this.#sessions.get(id) ?? this.#load(id);
  }

  #load(id: string): Session | undefined {
    const rows = this.deps.store.read(sessionRows(id));
    if (rows === undefined) return undefined;
    const state = stateOfRows(rows);
    const session = this.#keep(new Session(this.deps, state, rows.row));
    const known = { state: phaseOf(state), neededFromMs: neededFromMs(state) ?? null };
    // 0.1.0 could store the one without the other, and lists go by the row; of sessions from before it is not known when they are needed.
    const isKnown = rows.row.state === known.state && rows.row.neededFromMs === known.neededFromMs;
    if (!isKnown) session.store(updateSession(id, known));
    // Nobody may decide what should have expired. One with an agent has to find it first.
    if (known.neededFromMs !== 0) session.timer.catchUp();
    return session;
  }

  /** Not stored before its first commit. */
  create(facts: NewFacts): Session {
    const now = Date.now();
    const all: SessionFacts = {
      ...{ agentSessionId: "", model: "", permissionMode: "", agentVersion: "", archived: false, degraded: false },
      ...{ turns: 0, costUsd: 0, inputTokens: 0, outputTokens: 0, preview: "", ...facts },
      id: randomUUID(),
    };
    const state = newSession(all);
    const stamps = { createdMs: now, updatedMs: now };
    const session = this.#keep(new Session(this.deps, state, { ...stamps, firstSeq: 1, lastSeq: 0 }));
    const { options, ...columns } = all;
    const core = coreColumn(state);
    session.store(insertSession({ ...columns, ...stamps, state: "idle", options: JSON.stringify(options), core }));
    // Clients are told of it when it is stored, also while nothing happens in it.
    session.show();
    return session;
  }

  /** For everybody at once, and `work` with it; resolves when every trace of it is erased. */
  async delete(session: Session, work: Work): Promise<void> {
    const deleted = { session: session.view(), deleted: true };
    this.#deleting.add(session.id);
    try {
      const quiet = session.quiet();
      await session.close();
      await quiet;
      await session.flush();
      this.#sessions.delete(session.id);
      await this.deps.log.delete(session.id, work);
    } finally {
      this.#deleting.delete(session.id);
    }
    this.#tell(deleted);
  }

  /** The holder died, and all agents with it. */
  holderLost(): void {
    for (const session of [...this.#sessions.values()]) session.holderLost();
  }

  /** Ends every agent, politely: their sessions go on when somebody sends a prompt. */
  async sleepAll(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map((session) => session.quiet()));
  }

  /** Everything that is collected is stored. */
  async flush(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map((session) => session.flush()));
  }

  opened(id: string): OpenedSession | undefined {
    const session = this.find(id);
    return session && { session: session.view(), openAsks: session.openAsks };
  }

  onSessionChanged(listener: (change: SessionChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** A row of a list, or what is newer in memory. */
  viewOf(row: SessionSummary): SessionMessage {
    const { openAsks: asks, queuedPrompts } = row;
    return (
      this.#sessions.get(row.id)?.view() ??
      sessionMessage(row, {
        ...{ live: false, openAsks: asks, queuedPrompts, waits: undefined, stall: undefined },
        worktree: this.deps.worktree(row.id),
      })
    );
  }

  /** Somebody who may decide came or left. */
  attendanceChanged(): void {
    this.#attendance.begin();
  }

  /** Somebody spent something, or a turn is over: those that waited for it may go on, and others have to stop. */
  budgetsChanged(): void {
    this.#looking ??= setImmediate(() => {
      this.#looking = undefined;
      for (const session of [...this.#sessions.values()]) session.lookAtBudgets();
    });
  }

  /** An ask that is open, and the session it is of. Nobody knows of one that is not stored. */
  openAsk(id: string): { readonly session: Session; readonly ask: Ask } | undefined {
    const row = this.deps.store.read(getAsk(id));
    const session = row?.open ? this.find(row.session) : undefined;
    const ask = session?.openAsks.find((one) => one.id === id);
    return session && ask && { session, ask };
  }

  /** Where a session works; undefined: there is none. */
  cwdOf(id: string): string | undefined {
    if (this.#deleting.has(id)) return undefined;
    return this.#sessions.get(id)?.facts.cwd ?? this.deps.store.read(cwdOfSession(id));
  }

  #keep(session: Session): Session {
    if (this.#sessions.size >= this.#letGoAt) this.#letGo();
    this.#sessions.set(session.id, session);
    return session;
  }

  /** Those that are dormant are no longer in memory. */
  #letGo(): void {
    for (const [id, known] of this.#sessions) {
      if (!known.isDormant || this.#dirty.has(id) || this.#deleting.has(id)) continue;
      this.#sessions.delete(id);
      known.timer.stop();
      this.due.expect(known.timer.wallDueMs);
    }
    // Not at every one that is loaded, while many have agents.
    this.#letGoAt = Math.max(maxInMemory, 2 * this.#sessions.size);
  }

  /** After all sockets that are ready now were read, so that what came at once is stored at once. */
  #markDirty(id: string): void {
    if (this.#dirty.size === 0) this.deps.store.beforeCommit(() => this.#writeDirty());
    this.#dirty.add(id);
  }

  #writeDirty(): void {
    const dirty = [...this.#dirty];
    this.#dirty.clear();
    // What fails is told by `failed`.
    for (const id of dirty)
      this.#sessions
        .get(id)
        ?.write()
        .catch(() => undefined);
  }

  /** It was built upon what is not stored: it begins again from what is, without the agent that knows more. */
  #failed(id: string, error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    this.deps.trace({ what: "notice", session: id, code: "not_stored", level: "error", message });
    const session = this.#sessions.get(id);
    this.#sessions.delete(id);
    this.#dirty.delete(id);
    session?.abandon(error);
    // When the daemon ends, the next one does it.
    if (isBridleError(error, "no_storage")) return;
    // One that fails again as soon as it is there is not tried without a pause.
    const restore = (): void => (this.#sessions.get(id) ?? this.#load(id))?.restore(undefined);
    if (session?.wasStored === false) setTimeout(restore, againMs).unref();
    else restore();
  }

  #changed(id: string): void {
    const session = this.#sessions.get(id);
    if (session !== undefined) this.#tell({ session: session.view(), deleted: false });
  }

  #tell(change: SessionChange): void {
    for (const listener of this.#listeners) listener(change);
  }
}
