/** Sessions and their log, the agents that run, and what is on its way to them. */
export const first = `
CREATE TABLE sessions (
  -- Given once: what a deleted session left behind is still being erased by its number.
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  title TEXT NOT NULL DEFAULT '',
  agent TEXT NOT NULL,
  cwd TEXT NOT NULL,
  state TEXT NOT NULL,
  agent_session_id TEXT NOT NULL DEFAULT '',
  model TEXT NOT NULL DEFAULT '',
  permission_mode TEXT NOT NULL DEFAULT '',
  agent_version TEXT NOT NULL DEFAULT '',
  created_ms INTEGER NOT NULL,
  updated_ms INTEGER NOT NULL,
  archived INTEGER NOT NULL DEFAULT 0,
  degraded INTEGER NOT NULL DEFAULT 0,
  first_seq INTEGER NOT NULL DEFAULT 1,
  last_seq INTEGER NOT NULL DEFAULT 0,
  turns INTEGER NOT NULL DEFAULT 0,
  cost_usd REAL NOT NULL DEFAULT 0,
  input_tokens INTEGER NOT NULL DEFAULT 0,
  output_tokens INTEGER NOT NULL DEFAULT 0,
  -- How it was created: model, prompts of the system … as JSON. Last, because it may be long.
  options TEXT NOT NULL
) STRICT;
CREATE INDEX sessions_by_time ON sessions (archived, updated_ms DESC, number DESC);

-- One row per event, as clients get it. The key is the session's number times 2^32, plus seq: with (session, seq) as
-- the key, a row of more than 1 KB would take 4 KB more. That there is such a session the log checks once per append.
CREATE TABLE events (
  key INTEGER PRIMARY KEY,
  time_ms INTEGER NOT NULL,
  data BLOB NOT NULL,
  session INTEGER GENERATED ALWAYS AS (key >> 32) VIRTUAL,
  seq INTEGER GENERATED ALWAYS AS (key & 0xffffffff) VIRTUAL
) STRICT;

-- Sessions that were deleted and whose events and texts are being erased.
CREATE TABLE erasing (
  session INTEGER PRIMARY KEY
) STRICT;

-- What can be searched: prompts and final answers.
CREATE TABLE texts (
  number INTEGER PRIMARY KEY,
  session INTEGER NOT NULL,
  text TEXT NOT NULL
) STRICT;
CREATE INDEX texts_of_session ON texts (session);
CREATE VIRTUAL TABLE session_text USING fts5 (
  session UNINDEXED, text, content = 'texts', content_rowid = 'number', tokenize = 'unicode61 remove_diacritics 2'
);
-- Or the words of a deleted text would stay in the index's pages.
INSERT INTO session_text (session_text, rank) VALUES ('secure-delete', 1);
CREATE TRIGGER text_added AFTER INSERT ON texts BEGIN
  INSERT INTO session_text (rowid, session, text) VALUES (new.number, new.session, new.text);
END;
CREATE TRIGGER text_removed AFTER DELETE ON texts BEGIN
  INSERT INTO session_text (session_text, rowid, session, text) VALUES ('delete', old.number, old.session, old.text);
END;

-- Agents that run or may run, and how far their output was read.
CREATE TABLE agents (
  id TEXT PRIMARY KEY,
  session INTEGER NOT NULL REFERENCES sessions (number),
  output_offset INTEGER NOT NULL DEFAULT 0,
  input_offset INTEGER NOT NULL DEFAULT 0,
  started_ms INTEGER NOT NULL,
  -- Everything the reading needs to go on where it stopped, as JSON.
  reading TEXT NOT NULL
) STRICT;
CREATE INDEX agents_of_session ON agents (session);

-- Bytes for an agent that the holder has not confirmed yet, by their place in the agent's input.
CREATE TABLE outbox (
  agent TEXT NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
  at INTEGER NOT NULL,
  data BLOB NOT NULL,
  PRIMARY KEY (agent, at)
) STRICT, WITHOUT ROWID;

-- Prompts that wait in the daemon.
CREATE TABLE prompts (
  id TEXT PRIMARY KEY,
  session INTEGER NOT NULL REFERENCES sessions (number),
  position INTEGER NOT NULL,
  content TEXT NOT NULL,
  sender TEXT NOT NULL,
  delivery TEXT NOT NULL
) STRICT;
CREATE INDEX prompts_of_session ON prompts (session, position);

-- Asks and questions. An ask is an encoded Ask.
CREATE TABLE asks (
  id TEXT PRIMARY KEY,
  session INTEGER NOT NULL REFERENCES sessions (number),
  agent TEXT NOT NULL,
  request_id TEXT NOT NULL,
  open INTEGER NOT NULL,
  created_ms INTEGER NOT NULL,
  ask BLOB NOT NULL
) STRICT;
CREATE INDEX asks_open ON asks (open, session);
CREATE INDEX asks_of_session ON asks (session);

-- Changing calls by the id their client made: the same id twice gets the same answer.
CREATE TABLE calls (
  id TEXT PRIMARY KEY,
  method TEXT NOT NULL,
  request_digest TEXT NOT NULL,
  -- The id of the session that the answer tells of, to be erased with it; or empty.
  session TEXT NOT NULL DEFAULT '',
  made_ms INTEGER NOT NULL,
  answer BLOB NOT NULL
) STRICT;
CREATE INDEX calls_by_time ON calls (made_ms);
CREATE INDEX calls_of_session ON calls (session) WHERE session <> '';
`;
