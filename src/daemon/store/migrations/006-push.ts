/** Devices that are told by Web Push. `owner`: the token that made the subscription; nothing is sent once it is no longer good. */
export const push = `
CREATE TABLE push_subscriptions (
  id TEXT PRIMARY KEY,
  endpoint TEXT NOT NULL UNIQUE,
  p256dh BLOB NOT NULL,
  auth BLOB NOT NULL,
  name TEXT NOT NULL,
  owner TEXT NOT NULL,
  asks INTEGER NOT NULL,
  ends INTEGER NOT NULL,
  failures INTEGER NOT NULL,
  content INTEGER NOT NULL,
  created_ms INTEGER NOT NULL,
  told_ms INTEGER NOT NULL,
  sent_ms INTEGER NOT NULL,
  failure TEXT NOT NULL
) STRICT;
`;
