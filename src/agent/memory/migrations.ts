/**
 * What made the database what it is, in order; the number of the last one is in
 * `PRAGMA user_version`. Append only: what was released has run on people's files.
 */
export const migrations: readonly string[] = [
  // 1: conversations.
  `
  CREATE TABLE sessions (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    cwd TEXT NOT NULL,
    model TEXT,
    title TEXT,
    totals TEXT,
    forked_from TEXT,
    created_ms INTEGER NOT NULL,
    updated_ms INTEGER NOT NULL,
    -- Tells which session is the newest: clocks go back, row numbers only go up.
    last_message INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX sessions_of_cwd ON sessions (cwd, last_message);

  CREATE TABLE messages (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    session INTEGER NOT NULL REFERENCES sessions (key) ON DELETE CASCADE,
    uuid TEXT NOT NULL,
    role TEXT NOT NULL,
    content TEXT NOT NULL,
    message TEXT,
    line TEXT,
    at_ms INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX messages_of_session ON messages (session);
  `,
];

/** In the header of every database of ours, "Brdl": a file of somebody else is never written to. */
export const applicationId = 0x4272646c;
