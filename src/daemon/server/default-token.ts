import { readPrivateFile, writePrivateFile } from "../../files/private-file.ts";
import type { TokenStore } from "./token-store.ts";

/**
 * The token of this machine's own command line, made at the first start. Its
 * secret lies in a file of mode 0600. Made anew when the file is gone or no
 * longer fits, unless the token was revoked on purpose.
 */
export function ensureDefaultToken(store: TokenStore, secretFile: string): void {
  const known = store.list().find(({ name }) => name === "default");
  if (known?.revokedMs !== undefined) return;
  const secret = readPrivateFile(secretFile)?.trim();
  if (secret !== undefined && store.callerWith(secret)?.name === "default") return;
  store.revoke("default");
  writePrivateFile(secretFile, `${store.add("default")}\n`);
}
