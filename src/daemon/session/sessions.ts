import { randomUUID } from "node:crypto";
import type { Ask } from "../../api/gen/bridle/v1/ask_pb.js";
import type { Session as SessionMessage } from "../../api/gen/bridle/v1/session_pb.js";
import { BridleError } from "../../errors.ts";
import type { OpenedSession, SessionChange, SessionView } from "../server/session-view.ts";
import { openAsks } from "../store/asks-table.ts";
import type { SessionSummary } from "../store/list-sessions.ts";
import { promptsOf } from "../store/prompts-table.ts";
import { getSession, insertSession, type NewSession, type SessionRow } from "../store/sessions-table.ts";
import type { Work } from "../store/work.ts";
import { Session } from "./session.ts";
import type { SessionDeps } from "./session-deps.ts";
import { sessionMessage } from "./session-record.ts";

/** Beyond this, sessions that only sleep are no longer kept in memory. */
const maxInMemory = 100;

/** The sessions of a daemon. One that does nothing is only a row; it is made when it is needed. */
export class Sessions implements SessionView {
  readonly deps: SessionDeps;
  readonly #sessions = new Map<string, Session>();
  readonly #listeners = new Set<(change: SessionChange) => void>();
  readonly #dirty = new Set<string>();
  /** On their way out: nobody finds them any more. */
  readonly #deleting = new Set<string>();

  constructor(deps: Omit<SessionDeps, "dirty" | "changed">) {
    this.deps = {
      ...deps,
      dirty: (id) => this.#markDirty(id),
      changed: (id) => this.#changed(id),
    };
  }

  /** Those that are in memory: all that have an agent, prompts or asks. */
  get all(): Iterable<Session> {
    return this.#sessions.values();
  }

  /** Throws `not_found`. */
  get(id: string): Session {
    const session = this.find(id);
    if (session === undefined)
      throw new BridleError("not_found", `there is no session ${id}; \`bridle sessions\` lists them`, {
        what: "session",
        id,
      });
    return session;
  }

  find(id: string): Session | undefined {
    if (this.#deleting.has(id)) return undefined;
    const known = this.#sessions.get(id);
    if (known !== undefined) return known;
    const { store } = this.deps;
    const row = store.read(getSession(id));
    if (row === undefined) return undefined;
    const [prompts, asks] = [store.read(promptsOf(id)), store.read(openAsks(id))];
    return this.#keep(new Session(this.deps, { row, prompts, asks }));
  }

  /** Not stored before its first flush. */
  create(facts: Omit<NewSession, "id" | "state" | "createdMs" | "updatedMs">): Session {
    const now = Date.now();
    const row: SessionRow = {
      ...{ number: 0, title: "", agentSessionId: "", model: "", permissionMode: "", agentVersion: "" },
      ...{ archived: false, degraded: false, firstSeq: 1, lastSeq: 0, turns: 0, costUsd: 0 },
      ...{ inputTokens: 0, outputTokens: 0, preview: "", ...facts },
      id: randomUUID(),
      state: "idle",
      createdMs: now,
      updatedMs: now,
    };
    const session = this.#keep(new Session(this.deps, { row, prompts: [], asks: [] }));
    const { number: _, firstSeq: __, lastSeq: ___, ...stored } = row;
    session.store(insertSession(stored));
    // Clients are told of it when it is stored, also while nothing happens in it.
    session.change({});
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
        ...{ live: false, openAsks: asks, queuedPrompts, stall: undefined },
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

  /** Nobody is there to answer, and the settings say not to wait. */
  denyUnattended(): void {
    for (const session of this.#sessions.values()) session.denyUnattended();
  }

  /** An ask that is open, and the session it is of. */
  openAsk(id: string): { readonly session: Session; readonly ask: Ask } | undefined {
    for (const session of this.#sessions.values()) {
      const ask = session.openAsk(id);
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
    if (this.#dirty.size === 0) this.deps.store.beforeCommit(() => this.#flushDirty());
    this.#dirty.add(id);
  }

  #flushDirty(): void {
    const dirty = [...this.#dirty];
    this.#dirty.clear();
    for (const id of dirty) void this.#flushOne(id);
  }

  async #flushOne(id: string): Promise<void> {
    try {
      await this.#sessions.get(id)?.flush();
    } catch (error) {
      this.#unflushed(id, error);
    }
  }

  #unflushed(session: string, error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    this.deps.trace({ what: "notice", session, code: "not_stored", level: "error", message });
  }

  #changed(id: string): void {
    const session = this.#sessions.get(id);
    if (session !== undefined) this.#tell({ session: session.view(), deleted: false });
  }

  #tell(change: SessionChange): void {
    for (const listener of this.#listeners) listener(change);
  }
}
