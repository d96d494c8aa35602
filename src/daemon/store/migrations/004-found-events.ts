/** Which event a text that is found belongs to, and a session's last words for the list. */
export const foundEvents = `
ALTER TABLE texts ADD COLUMN seq INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN preview TEXT NOT NULL DEFAULT '';
`;
