/** The git worktrees that were made for sessions. A row is there before its folder, and as long as that is. */
export const worktrees = `
CREATE TABLE worktrees (
  id TEXT PRIMARY KEY,
  -- Empty until its session is stored. It outlives the session.
  session TEXT NOT NULL DEFAULT '',
  name TEXT NOT NULL,
  path TEXT NOT NULL,
  branch TEXT NOT NULL,
  source TEXT NOT NULL,
  -- Git's own folder that all worktrees of the repository share.
  repository TEXT NOT NULL,
  base TEXT NOT NULL,
  at_end TEXT NOT NULL,
  created_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`;
