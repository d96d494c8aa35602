import { randomUUID } from "node:crypto";
import { isBridleError } from "../../errors.ts";
import { noWorktree } from "../session/not-found.ts";
import type { Store } from "../store/store.ts";
import type { Work } from "../store/work.ts";
import {
  allWorktrees,
  claimWorktree,
  insertWorktree,
  openSessionsIn,
  orphanWorktrees,
  removeWorktreeRow,
  type WorktreeRow,
} from "../store/worktrees-table.ts";
import { addWorktree, planWorktree } from "./add-worktree.ts";
import { keptWork } from "./kept-work.ts";
import { type Force, removeWorktree } from "./remove-worktree.ts";

interface WorktreesParts {
  readonly store: Store;
  readonly env: NodeJS.ProcessEnv;
  /** Where they are made. */
  readonly root: string;
  /** What a person should know: a worktree that nobody works in. */
  readonly warn: (message: string) => void;
}

export interface MadeWorktree {
  readonly row: WorktreeRow;
  readonly cwd: string;
  readonly message: string;
  /** It is this session's from now on. Belongs into the transaction that stores the session. */
  readonly claim: (session: string) => Work;
}

/**
 * The git worktrees of sessions. A row is stored before anything is made and removed after everything is gone, so that none
 * is forgotten, whenever the daemon is killed.
 */
export class Worktrees {
  readonly env: NodeJS.ProcessEnv;
  readonly #parts: WorktreesParts;
  readonly #bySession = new Map<string, WorktreeRow>();
  /** One at a time: two that are made at once could want the same name. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(parts: WorktreesParts) {
    this.#parts = parts;
    this.env = parts.env;
    for (const row of this.all) if (row.session !== "") this.#bySession.set(row.session, row);
  }

  /** Undefined: the session has none, or it is gone. */
  of(session: string): WorktreeRow | undefined {
    return this.#bySession.get(session);
  }

  /** Rejects with `invalid_option`, `conflict` or `refused`, and leaves nothing behind then. */
  make(asked: {
    readonly cwd: string;
    readonly name: string;
    readonly atEnd: WorktreeRow["atEnd"];
  }): Promise<MadeWorktree> {
    return this.#alone(async () => {
      const { store, env, root } = this.#parts;
      const planned = await planWorktree({ id: randomUUID(), ...asked }, root, env);
      const { row, cwd } = planned;
      await store.write(insertWorktree(row));
      try {
        const message = await addWorktree(planned, env);
        const claim = (session: string) => {
          this.#bySession.set(session, { ...row, session });
          return claimWorktree(row.id, session);
        };
        return { row, cwd, message, claim };
      } catch (error) {
        await this.#removeIfEmpty(row);
        throw error;
      }
    });
  }

  /** What would be lost with it; empty: nothing. */
  async keeps(row: WorktreeRow, session?: string): Promise<readonly string[]> {
    try {
      return [...this.#users(row, session), ...(await keptWork(row, this.#parts.env, row.session === "")).keeps];
    } catch (error) {
      if (isBridleError(error)) return [`it cannot be looked at: ${error.message}`];
      throw error;
    }
  }

  /** Removes it with its branch if nothing is lost by it; else says what would be. */
  remove(row: WorktreeRow): Promise<readonly string[]> {
    return this.#alone(async () => {
      const before = await this.#usersNow(row);
      if (before.length > 0) return before;
      const unused = row.session === "";
      const { keeps, hasSubmodules } = await keptWork(row, this.#parts.env, unused);
      if (keeps.length > 0) return keeps;
      // To look takes a while, in which somebody may have gone on in it.
      const users = await this.#usersNow(row);
      if (users.length === 0) await this.#erase(row, forceFor(row, hasSubmodules));
      return users;
    });
  }

  /** Rejects with `not_found`. */
  get(id: string): WorktreeRow {
    const row = this.all.find((one) => one.id === id);
    if (row !== undefined) return row;
    throw noWorktree(id);
  }

  get all(): WorktreeRow[] {
    return this.#parts.store.read(allWorktrees());
  }

  /** At the start: what a daemon that was killed left half made, or was to be removed with its session, goes if it is empty. */
  settle(): Promise<void> {
    return this.#alone(async () => {
      for (const row of this.#parts.store.read(orphanWorktrees())) {
        if (row.session === "" || row.atEnd === "remove") await this.#removeIfEmpty(row);
      }
      for (const { path, branch } of this.#parts.store.read(orphanWorktrees()))
        this.#parts.warn(`the worktree ${path} (${branch}) has no session; bridle worktrees tells what is in it`);
    });
  }

  async #removeIfEmpty(row: WorktreeRow): Promise<void> {
    try {
      const unused = row.session === "";
      const { keeps, hasSubmodules } = await keptWork(row, this.#parts.env, unused);
      if (keeps.length === 0) await this.#erase(row, forceFor(row, hasSubmodules));
    } catch (error) {
      // It stays, and is listed.
      this.#parts.warn(
        `the worktree ${row.path} could not be removed: ${error instanceof Error ? error.message : error}`,
      );
    }
  }

  async #erase(row: WorktreeRow, force: Force): Promise<void> {
    await removeWorktree(row, force, this.#parts.env);
    await this.#parts.store.write(removeWorktreeRow(row.id));
    for (const [session, { id }] of this.#bySession) if (id === row.id) this.#bySession.delete(session);
  }

  /** A session that was opened again and is not stored as such yet is stored first. */
  async #usersNow(row: WorktreeRow): Promise<string[]> {
    await this.#parts.store.written();
    return this.#users(row);
  }

  #users(row: WorktreeRow, except?: string): string[] {
    const open = this.#parts.store.read(openSessionsIn(row.path)).filter((id) => id !== except);
    return open.map((id) => `an open session, ${id.slice(0, 8)}`);
  }

  #alone<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work, work);
    this.#last = done.catch(() => undefined);
    return done;
  }
}

/** Git locks what it makes; one that is older than this is made by nobody any more. */
const makingMs = 60_000;

/** What git by itself refuses to remove: one with submodules, one that was never all checked out, one that it has locked. */
function forceFor({ session, createdMs }: WorktreeRow, hasSubmodules: boolean): Force {
  if (session !== "") return hasSubmodules ? 1 : 0;
  return Date.now() - createdMs > makingMs ? 2 : 1;
}
