import { randomUUID } from "node:crypto";
import type { Ask } from "../../api/gen/bridle/v1/ask_pb.js";
import type { Session as SessionMessage } from "../../api/gen/bridle/v1/session_pb.js";
import { isBridleError } from "../../errors.ts";
import { newSession, phaseOf, type SessionFacts, type SessionOptions } from "../core/session-state.ts";
import type { SessionSummary } from "../store/list-sessions.ts";
import { sessionRows } from "../store/session-rows.ts";
import { coreColumn, stateOfRows } from "../store/session-state-rows.ts";
import { insertSession, updateSession } from "../store/sessions-table.ts";
import type { Work } from "../store/work.ts";
import { noSession } from "./not-found.ts";
import { Session } from "./session.ts";
import type { SessionDeps } from "./session-deps.ts";
import { sessionMessage } from "./session-message.ts";
import type { OpenedSession, SessionChange, SessionView } from "./session-view.ts";

/** Beyond this, sessions that only sleep are no longer kept in memory. */
const maxInMemory = 100;

const againMs = 1000;

/** What is known of a session that is being made. */
type NewFacts = Pick<SessionFacts, "title" | "agent" | "cwd"> & { readonly options: SessionOptions };

/** The sessions of a daemon. One that does nothing is only a row; it is made when it is needed. */
export class Sessions implements SessionView {
  readonly deps: SessionDeps;
  readonly #sessions = new Map<string, Session>();
  readonly #listeners = new Set<(change: SessionChange) => void>();
  readonly #dirty = new Set<string>();
  #looking: NodeJS.Immediate | undefined;
  /** On their way out: nobody finds them any more. */
  readonly #deleting = new Set<string>();

  constructor(deps: Omit<SessionDeps, "dirty" | "changed" | "failed">) {
    this.deps = {
      ...deps,
      dirty: (id) => this.#markDirty(id),
      changed: (id) => this.#changed(id),
      failed: (id, error) => this.#failed(id, error),
    };
  }

  /** Those that are in memory: all that have an agent, prompts or asks. */
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
    // 0.1.0 could store the one without the other, and lists go by the row.
    if (rows.row.state !== phaseOf(state)) session.store(updateSession(id, { state: phaseOf(state) }));
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

  /** Open asks of all sessions, the oldest first. */
  get openAsks(): readonly Ask[] {
    return [...this.#sessions.values()]
      .flatMap((session) => session.openAsks)
      .sort((a, b) => Number(a.createdMs - b.createdMs));
  }

  /** Somebody who may decide came or left. */
  attendanceChanged(isAttended: (session: string) => boolean): void {
    for (const session of this.#sessions.values())
      if (session.openAsks.length > 0) session.apply({ type: "attendance", isAttended: isAttended(session.id) });
  }

  /** Somebody spent something, or a turn is over: those that waited for it may go on, and others have to stop. */
  budgetsChanged(): void {
    this.#looking ??= setImmediate(() => {
      this.#looking = undefined;
      for (const session of [...this.#sessions.values()]) session.lookAtBudgets();
    });
  }

  /** An ask that is open, and the session it is of. */
  openAsk(id: string): { readonly session: Session; readonly ask: Ask } | undefined {
    for (const session of this.#sessions.values()) {
      const ask = session.openAsks.find((one) => one.id === id);
      if (ask !== undefined) return { session, ask };
    }
    return undefined;
  }

  #keep(session: Session): Session {
    if (this.#sessions.size >= maxInMemory)
      for (const [id, known] of this.#sessions)
        if (known.isDormant && !this.#dirty.has(id) && !this.#deleting.has(id)) this.#sessions.delete(id);
    this.#sessions.set(session.id, session);
    return session;
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
