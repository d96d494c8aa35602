/**
 * What of a session has no column of its own: what becomes of its agent, and why. JSON; empty in sessions of before, of
 * which the other columns tell as much as their daemons knew.
 */
export const sessionCore = `
ALTER TABLE sessions ADD COLUMN core TEXT NOT NULL DEFAULT '';
`;
