import type { DaemonFolders } from "../../api/daemon-folders.ts";
import { privateFolder } from "../../transport/private-folder.ts";

/** Makes the folders that are missing. Throws `invalid_option` for one that is not safe to use. */
export function prepareFolders({ config, state, runtime }: DaemonFolders): void {
  for (const folder of [config, state]) privateFolder(folder, { mayBeReadable: true, mayBeLink: true });
  // Sockets; and its place may be one where anybody can make a link: /tmp, for one.
  privateFolder(runtime);
}
