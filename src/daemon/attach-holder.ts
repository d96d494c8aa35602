import { join } from "node:path";
import type { DaemonFolders } from "../api/daemon-folders.ts";
import type { Settings } from "./config/settings.ts";
import { HolderLink } from "./holding/holder-link.ts";
import { packageFile } from "./package-file.ts";
import type { Logger } from "./telemetry/logger.ts";

/** To the holder that runs already, or to a new one. */
export function attachHolder(
  { runtime, state }: DaemonFolders,
  { lingerMs, spoolBytes }: Settings["holder"],
  log: Logger,
): Promise<HolderLink> {
  const file = packageFile("./holder.js", "../holder.js", "../holder/main.ts");
  if (file === undefined) throw new Error("the package is not whole: holder.js is missing");
  return HolderLink.connect({
    folder: runtime,
    spoolFolder: join(state, "spool"),
    holderCommand: [process.execPath, file],
    spawn: true,
    logFile: join(state, "holder.log"),
    lingerMs,
    spoolBytes,
    trace: ({ message }) => log.error("holder refused", undefined, { message }),
  });
}
