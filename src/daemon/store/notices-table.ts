import { makeQuery, makeWork } from "./make-work.ts";
import type { Query, Work } from "./work.ts";

/** One recipient that is to be notified of one thing. */
export interface NoticeRow {
  /** The same for all recipients, and each time it is tried: by it a receiver knows what it has. */
  readonly id: string;
  readonly recipient: string;
  /** The id of its session. */
  readonly session: string;
  readonly kind: string;
  /** Empty: it is about the session. */
  readonly ask: string;
  /** How a turn ended. */
  readonly outcome: string;
  readonly createdMs: number;
  readonly dueMs: number;
  readonly attempts: number;
  /** Not tried any more, because of `error`. */
  readonly isDead: boolean;
  readonly error: string;
}

export type NewNotice = Omit<NoticeRow, "attempts" | "isDead" | "error">;

/** One that is known stays as it is. */
export function addNotice({ id, recipient, session, kind, ask, outcome, createdMs, dueMs }: NewNotice): Work {
  const sql = `INSERT INTO notices (id, recipient, session, kind, ask, outcome, created_ms, due_ms)
    VALUES (?, ?, (SELECT number FROM sessions WHERE id = ?), ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`;
  return makeWork((db) => void db.statement(sql).run(id, recipient, session, kind, ask, outcome, createdMs, dueMs));
}

/** The ask is over: nobody has to know any more. */
export function withdrawAskNotices(session: string, ask: string): Work {
  const sql = `DELETE FROM notices WHERE session = (SELECT number FROM sessions WHERE id = ?) AND ask = ? AND is_dead = 0`;
  return makeWork((db) => void db.statement(sql).run(session, ask));
}

/** A later turn of the session ended: what waits of those before is old. */
export function withdrawEndNotices(session: string): Work {
  const sql = `DELETE FROM notices WHERE session = (SELECT number FROM sessions WHERE id = ?) AND ask = '' AND is_dead = 0`;
  return makeWork((db) => void db.statement(sql).run(session));
}

type NoticeKey = Pick<NoticeRow, "id" | "recipient">;

export function removeNotice({ id, recipient }: NoticeKey): Work {
  return makeWork((db) => void db.statement("DELETE FROM notices WHERE id = ? AND recipient = ?").run(id, recipient));
}

/** One that was withdrawn meanwhile stays so. */
export function updateNotice(row: NoticeKey & Pick<NoticeRow, "dueMs" | "attempts" | "isDead" | "error">): Work {
  const sql = "UPDATE notices SET due_ms = ?, attempts = ?, is_dead = ?, error = ? WHERE id = ? AND recipient = ?";
  const { id, recipient, dueMs, attempts, isDead, error } = row;
  return makeWork((db) => {
    db.statement(sql).run(dueMs, attempts, Number(isDead), error, id, recipient);
    if (isDead) db.statement(forgetOldest).run(maxDead);
  });
}

/** Whoever never looks at them shall not fill the disk. */
const maxDead = 1000;
const forgetOldest = `DELETE FROM notices WHERE (id, recipient) IN
  (SELECT id, recipient FROM notices WHERE is_dead = 1 ORDER BY due_ms DESC LIMIT -1 OFFSET ?)`;

/** Those of recipients that there are no longer. */
export function buryStrays(recipients: readonly string[], error: string): Work {
  const sql = `UPDATE notices SET is_dead = 1, error = ? WHERE is_dead = 0
    AND recipient NOT IN (SELECT value FROM json_each(?))`;
  return makeWork((db) => void db.statement(sql).run(error, JSON.stringify(recipients)));
}

/** Of one recipient, the longest due first. */
export function dueNotices(recipient: string, nowMs: number, most: number): Query<NoticeRow[]> {
  const sql = `${select} WHERE recipient = ? AND is_dead = 0 AND due_ms <= ? ORDER BY due_ms, notices.id LIMIT ?`;
  return makeQuery((db) => db.statement(sql).all(recipient, nowMs, most).map(noticeOf));
}

/** When the first of those is due that are not due yet. */
export function nextNoticeMs(recipient: string, nowMs: number): Query<number | undefined> {
  const sql = "SELECT MIN(due_ms) AS due FROM notices WHERE recipient = ? AND is_dead = 0 AND due_ms > ?";
  return makeQuery((db) => {
    const { due } = db.statement(sql).get(recipient, nowMs) as { due: number | null };
    return due ?? undefined;
  });
}

/** The oldest first. */
export function listNotices(most: number): Query<NoticeRow[]> {
  const sql = `${select} ORDER BY notices.created_ms, notices.id, recipient LIMIT ?`;
  return makeQuery((db) => db.statement(sql).all(most).map(noticeOf));
}

/** Those of an id, or else all that are dead; of one recipient, or else of every one. */
interface NoticeChoice {
  readonly id: string;
  readonly recipient: string;
}

/** They are due at once, as if never tried. What is stored with it may depend on how many there were. */
export function reviveNotices(choice: NoticeChoice, nowMs: number, also: (count: number) => Work): Work<number> {
  return changeChosen("UPDATE notices SET is_dead = 0, attempts = 0, error = '', due_ms = ?3", choice, [nowMs], also);
}

export function dropNotices(choice: NoticeChoice, also: (count: number) => Work): Work<number> {
  return changeChosen("DELETE FROM notices", choice, [], also);
}

function changeChosen(
  change: string,
  { id, recipient }: NoticeChoice,
  values: readonly number[],
  also: (count: number) => Work,
): Work<number> {
  const sql = `${change} WHERE id = coalesce(nullif(?1, ''), id) AND (?1 <> '' OR is_dead = 1)
    AND recipient = coalesce(nullif(?2, ''), recipient)`;
  return makeWork((db) => {
    const count = Number(db.statement(sql).run(id, recipient, ...values).changes);
    also(count)(db);
    return count;
  });
}

export function countNotices(): Query<{ readonly waiting: number; readonly dead: number }> {
  const sql = "SELECT COUNT(*) - COALESCE(SUM(is_dead), 0) AS waiting, COALESCE(SUM(is_dead), 0) AS dead FROM notices";
  return makeQuery((db) => db.statement(sql).get() as { waiting: number; dead: number });
}

const select = `SELECT notices.id, recipient, sessions.id AS session, kind, ask, outcome, notices.created_ms AS createdMs,
  due_ms AS dueMs, attempts, is_dead AS isDead, error FROM notices JOIN sessions ON sessions.number = notices.session`;

function noticeOf(row: object): NoticeRow {
  const { isDead, ...rest } = row as Omit<NoticeRow, "isDead"> & { isDead: number };
  return { ...rest, isDead: isDead === 1 };
}
