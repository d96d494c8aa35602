import type { Database } from "./database.ts";
import { matchExpression, searchWords } from "./search-words.ts";

/** Something worth knowing in later conversations; a newer one of the same topic takes its place. */
export interface Fact {
  readonly topic: string;
  readonly text: string;
}

export interface StoredFact extends Fact {
  readonly id: number;
  readonly createdMs: number;
  readonly updatedMs: number;
  /** Where it was learned. */
  readonly sessionId: string | undefined;
}

/** Where facts come from. They belong to the folder: nobody elsewhere is told of them. */
interface FactOrigin {
  readonly cwd: string;
  readonly sessionId?: string;
  readonly messageUuid?: string;
  /** The session was looked through for facts up to this message. */
  readonly consolidated?: number;
}

/** The long-term part of a memory. */
export class Facts {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** All of them, or none. What is known already, word for word, is neither created nor updated. */
  keep(facts: readonly Fact[], origin: FactOrigin): { created: number; updated: number } {
    const counts = { created: 0, updated: 0, same: 0 };
    this.#database.write(() => {
      for (const fact of facts) counts[this.#upsert(fact, origin)]++;
      if (origin.sessionId === undefined || origin.consolidated === undefined) return;
      const sql = "UPDATE sessions SET consolidated = ? WHERE id = ?";
      this.#database.run(sql, origin.consolidated, origin.sessionId);
    });
    return { created: counts.created, updated: counts.updated };
  }

  /** The best match first. Any text will do as a query. */
  search(query: string, { cwd, limit = 10 }: { cwd: string; limit?: number }): StoredFact[] {
    const match = matchExpression(query);
    if (match === undefined) return [];
    const sql = `
      SELECT facts.* FROM fact_words JOIN facts ON facts.id = fact_words.rowid
      WHERE fact_words MATCH ? AND facts.cwd = ? ORDER BY fact_words.rank LIMIT ?`;
    return this.#database.all<FactRow>(sql, match, cwd, limit).map(readFact);
  }

  /** Those that were learned last. */
  newest({ cwd, limit = 10 }: { cwd: string; limit?: number }): StoredFact[] {
    const sql = "SELECT * FROM facts WHERE cwd = ? ORDER BY updated_ms DESC, id DESC LIMIT ?";
    return this.#database.all<FactRow>(sql, cwd, limit).map(readFact);
  }

  #upsert(fact: Fact, { cwd, sessionId = null, messageUuid = null }: FactSource): "created" | "updated" | "same" {
    const topic = fact.topic.trim().replaceAll(/\s+/g, " ");
    const text = fact.text.trim();
    const known = this.#database.get<FactRow>("SELECT * FROM facts WHERE cwd = ? AND topic = ?", cwd, topic);
    if (known?.text === text) return "same";
    const now = Date.now();
    const insert = `
      INSERT INTO facts (cwd, topic, text, session_id, message_uuid, created_ms, updated_ms) VALUES (?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (cwd, topic) DO UPDATE SET text = excluded.text, session_id = excluded.session_id,
        message_uuid = excluded.message_uuid, updated_ms = excluded.updated_ms`;
    const { lastRow } = this.#database.run(insert, cwd, topic, text, sessionId, messageUuid, now, now);
    const words = searchWords(`${topic} ${text}`).join(" ");
    this.#database.run("INSERT OR REPLACE INTO fact_words (rowid, words) VALUES (?, ?)", known?.id ?? lastRow, words);
    return known === undefined ? "created" : "updated";
  }
}

interface FactSource {
  readonly cwd: string;
  readonly sessionId?: string | null;
  readonly messageUuid?: string | null;
}

interface FactRow {
  readonly id: number;
  readonly topic: string;
  readonly text: string;
  readonly session_id: string | null;
  readonly created_ms: number;
  readonly updated_ms: number;
}

function readFact(row: FactRow): StoredFact {
  return {
    id: row.id,
    topic: row.topic,
    text: row.text,
    createdMs: row.created_ms,
    updatedMs: row.updated_ms,
    sessionId: row.session_id ?? undefined,
  };
}
