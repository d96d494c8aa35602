/** Passkeys that may confirm what lets an agent do something. `id`: WebAuthn's id of the credential, base64url. */
export const passkeys = `
CREATE TABLE passkeys (
  id TEXT PRIMARY KEY,
  public_key BLOB NOT NULL,
  -- How often its authenticator says it was used; many say 0 for ever.
  counter INTEGER NOT NULL,
  -- JSON list: how browsers reach its authenticator.
  transports TEXT NOT NULL,
  synced INTEGER NOT NULL,
  name TEXT NOT NULL,
  registered_by TEXT NOT NULL,
  created_ms INTEGER NOT NULL,
  used_ms INTEGER NOT NULL DEFAULT 0
) STRICT;
`;
