import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Command } from "commander";
import { DaemonFolder } from "../../daemon/daemon-folder.ts";
import { backupDatabaseFile, checkDatabaseFile } from "../../daemon/store/database-file.ts";
import { restoreDatabase } from "../../daemon/store/restore-database.ts";
import { BridleError } from "../../errors.ts";
import type { CliCommand } from "../command.ts";
import { localDaemon, withHome } from "../daemon-options.ts";
import { exitCodes } from "../exit-codes.ts";
import { printJson, styled } from "../output.ts";
import { allOptions, usage } from "../read-argument.ts";

interface DbOptions {
  readonly home?: string;
  readonly json?: true;
}

const examples = `
Examples:
  bridle db check                       every page, and the numbers of every session; 78 when something is wrong
  bridle db backup ~/bridle-backup.db   as it is at one moment
  bridle db restore ~/bridle-backup.db  put a backup in its place; what was there is kept beside it

check and backup work while a daemon runs, and without one. restore needs it stopped: bridle daemon stop.`;

/** `bridle db`: the database itself. */
export const db: CliCommand = {
  register: (program) => {
    const command = program
      .command("db")
      .description("check the database, back it up, or put a backup in its place")
      .addHelpText("after", examples);
    withHome(command.command("check"))
      .description("look for damage")
      .action((options: DbOptions) => check(options));
    withHome(command.command("backup").argument("<file>", "a file that does not exist yet"))
      .description("write it into another file")
      .action((file: string, _: object, sub: Command) => backup(resolve(file), allOptions(sub), sub));
    withHome(command.command("restore").argument("<file>", "a file that bridle db backup made"))
      .description("put a backup in its place")
      .action((file: string, _: object, sub: Command) => restore(resolve(file), allOptions(sub), sub));
  },
};

function check({ home, json }: DbOptions): void {
  const { database: file } = localDaemon(home).files;
  if (!existsSync(file)) {
    if (json) return printJson({ file, sessions: 0, events: 0, problems: [] });
    process.stdout.write(`${file}: there is no database yet; the first start of a daemon makes it\n`);
    return;
  }
  const report = checkDatabaseFile(file);
  if (report.problems.length > 0) process.exitCode = exitCodes.configOrVersion;
  if (json) return printJson({ file, ...report });
  for (const problem of report.problems) process.stdout.write(`${styled("red", problem, process.stdout)}\n`);
  const found = `${report.sessions} sessions, ${report.events} events`;
  const todo = 'stop the daemon; then "bridle db restore FILE" puts a backup in its place, or move it away';
  process.stdout.write(
    `${file}: ${report.problems.length === 0 ? `good, ${found}` : `${report.problems.length} problems; ${todo}`}\n`,
  );
}

function backup(to: string, { home, json }: DbOptions, command: Command): void {
  const { database: file } = localDaemon(home).files;
  if (!existsSync(file))
    throw new BridleError("not_found", `there is no database yet at ${file}`, { what: "database", id: file });
  if (!existsSync(dirname(to))) return usage(command, `there is no folder ${dirname(to)}`);
  backupDatabaseFile(file, to);
  if (json) printJson({ file: to });
  else process.stdout.write(`${to} is written\n`);
}

function restore(from: string, { home, json }: DbOptions, command: Command): void {
  if (!existsSync(from)) return usage(command, `there is no file ${from}`);
  const folder = DaemonFolder.take(process.env, home);
  try {
    const { database: file } = folder.files;
    const { sessions, events, replaced } = restoreDatabase(from, file, new Date());
    if (json) return printJson({ file, sessions, events, replaced });
    process.stdout.write(`${file} is restored: ${sessions} sessions, ${events} events\n`);
    if (replaced !== undefined) process.stdout.write(`what was there before is ${replaced}\n`);
  } finally {
    folder.release();
  }
}
