import type { Database } from "./database.ts";

export interface CheckReport {
  /** What is wrong, for a person. Empty: nothing. Never content. */
  readonly problems: readonly string[];
  readonly sessions: number;
  readonly events: number;
}

/** Looks at every page, and at the numbers of every session. Takes as long as reading the whole file. */
export function checkDatabase(database: Database): CheckReport {
  const problems = integrityProblems(database);
  let events = 0;
  let sessions = 0;
  // With a damaged file the rest would only repeat that in other words.
  if (problems.length === 0) {
    for (const row of database.statement(numbering).iterate()) {
      const session = row as unknown as Numbering;
      sessions += 1;
      events += session.count;
      problems.push(...numberingProblems(session));
    }
    for (const row of database.statement(orphans).iterate()) {
      problems.push(`events of session number ${(row as { session: number }).session} belong to no session`);
    }
  }
  return { problems: problems.slice(0, maxProblems), sessions, events };
}

const maxProblems = 100;

interface Numbering {
  readonly id: string;
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly count: number;
  readonly least: number | null;
  readonly most: number | null;
}

const numbering = `SELECT id, first_seq AS firstSeq, last_seq AS lastSeq, count(seq) AS count, min(seq) AS least, max(seq) AS most
  FROM sessions LEFT JOIN events ON events.key > sessions.number << 32 AND events.key < (sessions.number + 1) << 32
  GROUP BY sessions.number`;

const orphans = `SELECT DISTINCT session FROM events
  WHERE session NOT IN (SELECT number FROM sessions) AND session NOT IN (SELECT session FROM erasing)`;

function integrityProblems(database: Database): string[] {
  try {
    const rows = database.statement(`PRAGMA integrity_check(${maxProblems})`).all() as { integrity_check: string }[];
    const foreign = database.statement("PRAGMA foreign_key_check").all() as { table: string; parent: string }[];
    return [
      ...rows.map((row) => row.integrity_check).filter((text) => text !== "ok"),
      ...foreign.map(({ table, parent }) => `a row of ${table} belongs to no row of ${parent}`),
    ];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

function numberingProblems({ id, firstSeq, lastSeq, count, least, most }: Numbering): string[] {
  const kept = lastSeq - firstSeq + 1;
  if (count === 0 && kept === 0) return [];
  if (count === kept && least === firstSeq && most === lastSeq) return [];
  return [
    `session ${id} should have events ${firstSeq} to ${lastSeq}, and has ${count}, from ${least ?? "none"} to ${most ?? "none"}`,
  ];
}
