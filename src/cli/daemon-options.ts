import { resolve } from "node:path";
import type { Command } from "commander";
import { type DaemonFiles, type DaemonFolders, daemonFiles, daemonFolders } from "../api/daemon-folders.ts";

/** Where a daemon is, as the command line says it. */
export interface DaemonOptions {
  readonly home?: string;
  readonly address?: string;
  readonly token?: string;
  /** The name of a daemon that `bridle context add` made known. */
  readonly context?: string;
}

export interface ClientOptions extends DaemonOptions {
  readonly json?: true;
}

/** The options that every command has which talks with a daemon. */
export function withDaemonOptions(command: Command): Command {
  return command
    .option("--home <folder>", homeHelp, absolute)
    .option("--address <url>", "a daemon elsewhere: http://host:port (or BRIDLE_ADDRESS)")
    .option("--context <name>", "a daemon that bridle context add made known, or local (or BRIDLE_CONTEXT)")
    .option("--token <token>", "the token for it; BRIDLE_TOKEN is better, others can see arguments")
    .option("--json", "print JSON, one object per line");
}

function absolute(folder: string): string {
  return folder === "" ? "" : resolve(folder);
}

/** The folders and files of the daemon of this machine. */
export function localDaemon(home: string | undefined): {
  readonly folders: DaemonFolders;
  readonly files: DaemonFiles;
} {
  const folders = daemonFolders(process.env, home);
  return { folders, files: daemonFiles(folders) };
}

/** For commands that work on the files of this machine's daemon, whether it runs or not. */
export function withHome(command: Command): Command {
  return command.option("--home <folder>", homeHelp, absolute).option("--json", "print JSON, one object per line");
}

const homeHelp = "the daemon that keeps everything below this folder (or BRIDLE_HOME)";
