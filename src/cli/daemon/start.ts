import { loadSettings } from "../../daemon/config/load-settings.ts";
import { isBridleError } from "../../errors.ts";
import { startDaemon } from "../background/start-daemon.ts";
import { bridleVersion } from "../bridle-version.ts";
import { localDaemon } from "../daemon-options.ts";
import { printJson, styled } from "../output.ts";
import { printNotices } from "../print-notices.ts";
import { daemonAddress, writtenPid } from "../running-daemon.ts";

export interface StartFlags {
  readonly home?: string;
  readonly agent?: string;
  readonly set?: readonly string[];
  readonly foreground?: true;
  readonly tellReady?: true;
  readonly endWithStarter?: true;
  readonly json?: true;
}

/** `bridle daemon start`: tells what was started, what of its agents a person should know, and what to do next. */
export async function startInBackground(options: StartFlags): Promise<void> {
  const { socket } = localDaemon(options.home).files;
  try {
    const { pid, address, notices, later } = await startDaemon(options);
    const warnings = warningsOf(options);
    if (options.json)
      return printJson({ started: true, pid, address, socket, notices: [...notices, ...(await later())], warnings });
    for (const warning of warnings) process.stderr.write(`${styled("yellow", `! ${warning}`)}\n`);
    printNotices(notices);
    process.stdout.write(`the daemon runs (pid ${pid}) at ${address} and ${socket}\n`);
    process.stdout.write(next(options.home));
    printNotices(await later());
  } catch (error) {
    if (!isBridleError(error, "already_running")) throw error;
    const { pid } = error.data;
    const address = daemonAddress(options.home, pid) ?? "";
    if (options.json) return printJson({ started: false, pid, address, socket, notices: [] });
    process.stdout.write(`a daemon runs already (pid ${pid})${address && ` at ${address}`}; nothing was started\n`);
  }
}

/** Rejects with what a start would refuse, while the daemon that runs still does. Without one there is nothing to lose. */
export async function checkedStart({ home, agent, set }: StartFlags): Promise<void> {
  const pid = writtenPid(home);
  if (pid === undefined) return;
  const { checkStart } = await import("../../daemon/check-start.ts");
  await checkStart({ env: process.env, bridleVersion, home, agent, set }, daemonAddress(home, pid));
}

/** Settings that mean nothing. The daemon has accepted the rest. */
function warningsOf({ home, set = [] }: StartFlags): readonly string[] {
  return loadSettings({ file: localDaemon(home).files.settings, env: process.env, flags: set }).warnings;
}

function next(home: string | undefined): string {
  const flag = home === undefined ? "" : ` --home ${home}`;
  return `
  bridle run${flag} "…"          a prompt
  bridle login${flag}            a link that logs a browser in
  bridle daemon stop${flag}      ends it
`;
}
