/**
 * When a daemon has to have a session in memory: 0: at all times, since it has an agent or waits for one; NULL: only when
 * something happens to it; else when that time comes, at which an ask expires. Of sessions from before, those that may need
 * it are looked at once by the next start.
 */
export const neededSessions = `
ALTER TABLE sessions ADD COLUMN needed_from_ms INTEGER;
UPDATE sessions SET needed_from_ms = 0 WHERE state IN ('starting', 'running', 'waiting')
  OR number IN (SELECT session FROM agents) OR number IN (SELECT session FROM prompts)
  OR number IN (SELECT session FROM asks WHERE open = 1)
  OR (core <> '' AND (json_array_length(core, '$.leftovers') > 0 OR json_type(core, '$.waits') IS NOT NULL));
CREATE INDEX sessions_needed ON sessions (needed_from_ms) WHERE needed_from_ms IS NOT NULL;
CREATE INDEX asks_open_by_time ON asks (created_ms) WHERE open = 1;
`;
