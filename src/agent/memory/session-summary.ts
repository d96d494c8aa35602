/** What a session used, in the words of whoever counts it. */
export interface SessionTotals {
  readonly [field: string]: unknown;
}

/** What is known of a session without reading its conversation. */
export interface SessionSummary {
  readonly id: string;
  readonly cwd: string;
  readonly model: string | undefined;
  readonly title: string | undefined;
  /** What it used so far, as it was last told; empty before. */
  readonly totals: SessionTotals;
  /** The id of the session it was forked from. */
  readonly forkedFrom: string | undefined;
  readonly createdMs: number;
  /** When its last message was kept. */
  readonly updatedMs: number;
  /** The number of the last message that was looked through for facts; 0 for none. */
  readonly consolidated: number;
}

export interface SessionRow {
  readonly key: number;
  readonly id: string;
  readonly cwd: string;
  readonly model: string | null;
  readonly title: string | null;
  readonly totals: string | null;
  readonly forked_from: string | null;
  readonly created_ms: number;
  readonly updated_ms: number;
  readonly consolidated: number;
}

export function readSummary(row: SessionRow): SessionSummary {
  return {
    id: row.id,
    cwd: row.cwd,
    model: row.model ?? undefined,
    title: row.title ?? undefined,
    totals: row.totals === null ? {} : JSON.parse(row.totals),
    forkedFrom: row.forked_from ?? undefined,
    createdMs: row.created_ms,
    updatedMs: row.updated_ms,
    consolidated: row.consolidated,
  };
}
