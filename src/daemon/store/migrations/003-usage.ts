/**
 * What turns used, summed in quarters of an hour: clients group them by days of their own time zone, and all zones begin their days
 * at a quarter. Of sessions from before, only the sums are known.
 */
export const usage = `
CREATE TABLE usage (
  session INTEGER NOT NULL,
  quarter INTEGER NOT NULL,
  model TEXT NOT NULL,
  turns INTEGER NOT NULL,
  input_tokens INTEGER NOT NULL,
  output_tokens INTEGER NOT NULL,
  cache_read_tokens INTEGER NOT NULL,
  cache_creation_tokens INTEGER NOT NULL,
  cost_usd REAL NOT NULL,
  duration_ms INTEGER NOT NULL,
  PRIMARY KEY (session, quarter, model)
) STRICT, WITHOUT ROWID;
CREATE INDEX usage_by_time ON usage (quarter);
INSERT INTO usage
  SELECT number, updated_ms / 900000, model, turns, input_tokens, output_tokens, 0, 0, cost_usd, 0
  FROM sessions WHERE turns > 0 OR cost_usd > 0;
`;
