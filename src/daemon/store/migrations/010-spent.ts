/**
 * What turns cost, by day: of each session, folder and user, and of all. Budgets go by it. It outlives deleted sessions but for
 * their own rows, else deleting one would give back what it spent; so folders are digests. Days of sessions from before
 * are those of UTC, and who prompted them is not known.
 */
export const spent = `
CREATE TABLE spent (
  whose TEXT NOT NULL,
  name TEXT NOT NULL,
  day TEXT NOT NULL,
  usd REAL NOT NULL,
  tokens INTEGER NOT NULL,
  turns INTEGER NOT NULL,
  PRIMARY KEY (whose, name, day)
) STRICT, WITHOUT ROWID;
INSERT INTO spent
  SELECT 'session', sessions.id, date(quarter * 900, 'unixepoch') AS day, sum(usage.cost_usd),
    sum(usage.input_tokens + usage.output_tokens + cache_creation_tokens), sum(usage.turns)
  FROM usage JOIN sessions ON sessions.number = usage.session GROUP BY sessions.id, day;
INSERT INTO spent
  SELECT 'all', '', date(quarter * 900, 'unixepoch') AS day, sum(cost_usd),
    sum(input_tokens + output_tokens + cache_creation_tokens), sum(turns)
  FROM usage GROUP BY day;
`;
