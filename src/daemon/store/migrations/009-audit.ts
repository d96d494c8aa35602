/**
 * Decisions about tool uses, each bound to the one before it by `mac`. They outlive their sessions, and hold nothing of
 * what a tool was given. `audited_folders`: where a use would have run, if not in its session's folder; NULL: nobody told.
 */
export const audit = `
CREATE TABLE audit (
  number INTEGER PRIMARY KEY,
  session TEXT NOT NULL,
  tool TEXT NOT NULL,
  tool_use TEXT NOT NULL,
  digest TEXT NOT NULL,
  edited_digest TEXT NOT NULL,
  verdict TEXT NOT NULL,
  decided_by TEXT NOT NULL,
  who TEXT NOT NULL,
  asked_ms INTEGER NOT NULL,
  decided_ms INTEGER NOT NULL,
  mac BLOB NOT NULL
);
CREATE INDEX audit_by_session ON audit (session, number);
CREATE TABLE audited_folders (
  number INTEGER PRIMARY KEY,
  session INTEGER NOT NULL REFERENCES sessions (number),
  folder TEXT
);
CREATE INDEX audited_folders_by_session ON audited_folders (session);
`;
