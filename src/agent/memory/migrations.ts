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
  // 2: what outlives a conversation, what can be searched, what stands for the beginning of a long one.
  `
  -- The number of the last message that was looked through for facts.
  ALTER TABLE sessions ADD COLUMN consolidated INTEGER NOT NULL DEFAULT 0;

  CREATE TABLE facts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    cwd TEXT NOT NULL,
    topic TEXT NOT NULL COLLATE NOCASE,
    text TEXT NOT NULL,
    session_id TEXT,
    message_uuid TEXT,
    created_ms INTEGER NOT NULL,
    updated_ms INTEGER NOT NULL,
    UNIQUE (cwd, topic)
  ) STRICT;
  CREATE INDEX facts_of_cwd ON facts (cwd, updated_ms);

  -- Without their content: it is in the other tables, and the words are split before they come here.
  CREATE VIRTUAL TABLE fact_words USING fts5 (
    words, content = '', contentless_delete = 1, tokenize = 'porter unicode61 remove_diacritics 2'
  );
  CREATE TRIGGER fact_forgotten AFTER DELETE ON facts BEGIN
    DELETE FROM fact_words WHERE rowid = old.id;
  END;
  CREATE VIRTUAL TABLE message_words USING fts5 (
    words, content = '', contentless_delete = 1, tokenize = 'porter unicode61 remove_diacritics 2'
  );
  CREATE TRIGGER message_forgotten AFTER DELETE ON messages BEGIN
    DELETE FROM message_words WHERE rowid = old.number;
  END;
  INSERT INTO message_words (rowid, words)
  SELECT number, words FROM (
    SELECT number, CASE json_type(content)
      WHEN 'text' THEN json_extract(content, '$')
      WHEN 'array' THEN (
        SELECT group_concat(json_extract(value, '$.text'), ' ') FROM json_each(content)
        WHERE json_extract(value, '$.type') = 'text'
      )
    END AS words
    FROM messages WHERE json_valid(content)
  ) WHERE words <> '';

  CREATE TABLE compactions (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    session INTEGER NOT NULL REFERENCES sessions (key) ON DELETE CASCADE,
    -- The number of the last message that the opening stands for.
    through INTEGER NOT NULL,
    opening TEXT NOT NULL,
    at_ms INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX compactions_of_session ON compactions (session);
  `,
  `
  -- Where the conversation is also written. When that file is gone, somebody has deleted it.
  ALTER TABLE sessions ADD COLUMN transcript TEXT;
  `,
  `
  -- Prompts that files can be taken back to, and what the files were before the tools of each wrote to them.
  CREATE TABLE checkpoints (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    session_id TEXT NOT NULL,
    prompt TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    UNIQUE (session_id, prompt)
  ) STRICT;
  CREATE TABLE checkpoint_files (
    checkpoint INTEGER NOT NULL REFERENCES checkpoints (key) ON DELETE CASCADE,
    path TEXT NOT NULL,
    -- NULL: there was no file.
    content BLOB,
    mode INTEGER NOT NULL,
    left_out INTEGER NOT NULL,
    PRIMARY KEY (checkpoint, path)
  ) STRICT, WITHOUT ROWID;
  `,
];

/** In the header of every database of ours, "Brdl": a file of somebody else is never written to. */
export const applicationId = 0x4272646c;
