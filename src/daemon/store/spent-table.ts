import { makeQuery, makeWork } from "./make-work.ts";
import type { Query, Work } from "./work.ts";

/** What turns of one session, folder or user cost, or of all. `name`: of a folder its digest; of all empty. */
export interface SpentBy {
  readonly whose: "session" | "project" | "user" | "all";
  readonly name: string;
}

interface SpentSums {
  readonly usd: number;
  readonly tokens: number;
  readonly turns: number;
}

/** Adds the costs of turns to those of a day. */
export function addSpent(by: readonly SpentBy[], day: string, { usd, tokens, turns }: SpentSums): Work {
  const sql = `INSERT INTO spent (whose, name, day, usd, tokens, turns) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET usd = usd + excluded.usd, tokens = tokens + excluded.tokens, turns = turns + excluded.turns`;
  return makeWork((db) => {
    for (const { whose, name } of by) db.statement(sql).run(whose, name, day, usd, tokens, turns);
  });
}

/** Since a day, and with it. */
export function spentSince({ whose, name }: SpentBy, day: string): Query<SpentSums> {
  const sql = `SELECT coalesce(sum(usd), 0) AS usd, coalesce(sum(tokens), 0) AS tokens, coalesce(sum(turns), 0) AS turns
    FROM spent WHERE whose = ? AND name = ? AND day >= ?`;
  return makeQuery((db) => db.statement(sql).get(whose, name, day) as unknown as SpentSums);
}

/** Who spent most since a day. */
export function topSpenders(whose: SpentBy["whose"], day: string, limit: number): Query<string[]> {
  const sql = `SELECT name FROM spent WHERE whose = ? AND day >= ? GROUP BY name ORDER BY sum(usd) DESC, sum(tokens) DESC LIMIT ?`;
  return makeQuery((db) =>
    db
      .statement(sql)
      .all(whose, day, limit)
      .map(({ name }) => String(name)),
  );
}
