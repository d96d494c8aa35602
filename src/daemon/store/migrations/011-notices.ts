/**
 * What people are still to be notified of, a row for each recipient: a target of the settings, or `push` for the devices
 * of Web Push. Written with the event it is about. Those that nobody took after several tries stay as `dead`.
 * Asks that are open already: devices know which of them they were notified of.
 */
export const notices = `
CREATE TABLE notices (
  id TEXT NOT NULL,
  recipient TEXT NOT NULL,
  session INTEGER NOT NULL,
  kind TEXT NOT NULL,
  -- Empty: it is about the session.
  ask TEXT NOT NULL,
  outcome TEXT NOT NULL,
  created_ms INTEGER NOT NULL,
  due_ms INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  is_dead INTEGER NOT NULL DEFAULT 0,
  error TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (id, recipient)
) STRICT, WITHOUT ROWID;
CREATE INDEX notices_due ON notices (recipient, is_dead, due_ms);
CREATE INDEX notices_session ON notices (session);
INSERT INTO notices (id, recipient, session, kind, ask, outcome, created_ms, due_ms)
  SELECT id, 'push', session, 'ask', id, '', created_ms, created_ms FROM asks
  WHERE open = 1 AND EXISTS (SELECT 1 FROM push_subscriptions);
`;
