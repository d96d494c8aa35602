import { makeQuery, makeWork } from "./make-work.ts";
import type { Query, Work } from "./work.ts";

/** What becomes of a worktree when its session ends. */
export type AtEnd = "keep" | "remove" | "ask";

export interface WorktreeRow {
  readonly id: string;
  /** Empty until its session is stored; the session may be deleted since. */
  readonly session: string;
  readonly name: string;
  readonly path: string;
  readonly branch: string;
  /** The folder the session was asked for. */
  readonly source: string;
  /** Git's own folder that all worktrees of the repository share. */
  readonly repository: string;
  /** The commit it began with. */
  readonly base: string;
  readonly atEnd: AtEnd;
  readonly createdMs: number;
}

const columns = "id, session, name, path, branch, source, repository, base, at_end, created_ms";

export function insertWorktree(row: WorktreeRow): Work {
  const { id, session, name, path, branch, source, repository, base, atEnd, createdMs } = row;
  const sql = `INSERT INTO worktrees (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
  const values = [id, session, name, path, branch, source, repository, base, atEnd, createdMs];
  return makeWork((db) => void db.statement(sql).run(...values));
}

export function claimWorktree(id: string, session: string): Work {
  return makeWork((db) => void db.statement("UPDATE worktrees SET session = ? WHERE id = ?").run(session, id));
}

export function removeWorktreeRow(id: string): Work {
  return makeWork((db) => void db.statement("DELETE FROM worktrees WHERE id = ?").run(id));
}

/** The oldest first. */
export function allWorktrees(): Query<WorktreeRow[]> {
  const sql = `SELECT ${columns.replace("at_end", "at_end AS atEnd").replace("created_ms", "created_ms AS createdMs")}
    FROM worktrees ORDER BY created_ms, id`;
  return makeQuery((db) => db.statement(sql).all() as unknown as WorktreeRow[]);
}

/** Those whose session was deleted, or never came to be. */
export function orphanWorktrees(): Query<WorktreeRow[]> {
  return makeQuery((db) => {
    const isThere = db.statement("SELECT 1 FROM sessions WHERE id = ?");
    return allWorktrees()(db).filter(({ session }) => session === "" || isThere.get(session) === undefined);
  });
}

/** Sessions that are not closed and work in this folder or below it. */
export function openSessionsIn(folder: string): Query<string[]> {
  const sql = "SELECT id FROM sessions WHERE state <> 'closed' AND (cwd = ? OR substr(cwd, 1, ?) = ?)";
  const below = `${folder}/`;
  return makeQuery((db) => {
    const rows = db.statement(sql).all(folder, below.length, below);
    return rows.map(({ id }) => String(id));
  });
}
