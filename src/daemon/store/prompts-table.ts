import { makeQuery, makeWork } from "./make-work.ts";
import type { Query, Work } from "./work.ts";

/** A prompt that waits in the daemon. */
export interface PromptRow {
  readonly id: string;
  /** The id of its session. */
  readonly session: string;
  readonly position: number;
  readonly content: string;
  readonly sender: string;
  readonly delivery: string;
}

export function addPrompt(prompt: PromptRow): Work {
  const sql = `INSERT INTO prompts (id, session, position, content, sender, delivery)
    VALUES (?, (SELECT number FROM sessions WHERE id = ?), ?, ?, ?, ?)`;
  const { id, session, position, content, sender, delivery } = prompt;
  return makeWork((db) => void db.statement(sql).run(id, session, position, content, sender, delivery));
}

export function removePrompt(id: string): Work {
  return makeWork((db) => void db.statement("DELETE FROM prompts WHERE id = ?").run(id));
}

/** In the order they wait. */
export function promptsOf(session: string): Query<PromptRow[]> {
  const sql = `${select} WHERE prompts.session = (SELECT number FROM sessions WHERE id = ?) ORDER BY position`;
  return makeQuery((db) => db.statement(sql).all(session) as unknown as PromptRow[]);
}

const select = `SELECT prompts.id, sessions.id AS session, position, content, sender, delivery
  FROM prompts JOIN sessions ON sessions.number = prompts.session`;
