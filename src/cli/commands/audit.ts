import { existsSync } from "node:fs";
import type { Command } from "commander";
import { readAuditHead, readAuditKey } from "../../daemon/audit/audit-files.ts";
import { readDatabaseFile } from "../../daemon/store/database-file.ts";
import { eachAudit } from "../../daemon/store/each-audit.ts";
import { type AuditReport, verifyAudit } from "../../daemon/store/verify-audit.ts";
import { BridleError } from "../../errors.ts";
import type { CliCommand } from "../command.ts";
import { type ClientOptions, localDaemon, withDaemonOptions, withHome } from "../daemon-options.ts";
import { exitCodes } from "../exit-codes.ts";
import { withClient } from "../find-daemon.ts";
import { type ListOptions, listAudit } from "../list-audit.ts";
import { jsonLine, printJson, styled } from "../output.ts";
import { allOptions, whole } from "../read-argument.ts";

const examples = `
Examples:
  bridle audit list                        the last 100 decisions: who or which rule, about what, how long it took
  bridle audit list --session 5f3a --days 7 --json
  bridle audit verify                      65 when a row was changed, removed or put elsewhere, or the end was cut off
  bridle audit export > audit.jsonl        everything, in order, with the codes that bind the rows to each other

verify and export work on the files of this machine's daemon, while it runs and without it. Nothing of what tools were
given is in the audit, only its digest; the decisions of deleted sessions stay.`;

/** `bridle audit`: every decision about a tool use. */
export const audit: CliCommand = {
  register: (program) => {
    const command = program
      .command("audit")
      .description("who or which rule decided about tool uses; verify that nobody changed it")
      .addHelpText("after", examples);
    withDaemonOptions(command.command("list", { isDefault: true }))
      .description("list decisions, the newest first")
      .option("--session <id>", "of one session; of a deleted one its whole id")
      .option("--days <count>", "how far back", whole)
      .option("--limit <count>", "how many at most", whole, 100)
      .action((_: object, sub: Command) => {
        const options = allOptions<ListOptions & ClientOptions>(sub);
        return withClient(options, (client) => listAudit(client, options));
      });
    withHome(command.command("verify"))
      .description("look for rows that were changed, removed or put elsewhere")
      .action((_: object, sub: Command) => verify(allOptions(sub)));
    withHome(command.command("export"))
      .description("print every decision as JSON, in order")
      .action((_: object, sub: Command) => exportAll(allOptions(sub)));
  },
};

interface FileOptions {
  readonly home?: string;
  readonly json?: true;
}

function verify({ home, json }: FileOptions): void {
  const { rows, cut, problems } = look(home);
  if (problems.length > 0) process.exitCode = exitCodes.tampered;
  if (json) return printJson({ rows, ...(cut !== undefined && { cut }), problems });
  for (const problem of problems) process.stdout.write(`${styled("red", problem, process.stdout)}\n`);
  if (cut !== undefined)
    process.stdout.write(
      `${cut.rows} before them were cut by retention, last on ${new Date(cut.lastMs).toISOString()}\n`,
    );
  const verdict = problems.length === 0 ? "as they were written, none is missing" : "not as they were written";
  process.stdout.write(`${rows} decisions: ${verdict}\n`);
}

function look(home: string | undefined): AuditReport {
  const { auditKey, auditHead, database } = localDaemon(home).files;
  // Before the database: a daemon that runs writes on, and its head is never ahead of its rows.
  const head = readAuditHead(auditHead);
  const key = readAuditKey(auditKey);
  const hasDatabase = existsSync(database);
  if (key === undefined) {
    if (head === undefined && !hasDatabase) return { rows: 0, cut: undefined, problems: [] };
    throw new BridleError("not_found", `there is no key at ${auditKey}: nothing can be verified without it`, {
      what: "audit key",
      id: auditKey,
    });
  }
  return verifyAudit(
    (query) => {
      if (hasDatabase) readDatabaseFile(database, query);
    },
    key,
    head,
  );
}

function exportAll({ home }: FileOptions): void {
  const { database } = localDaemon(home).files;
  if (!existsSync(database)) return;
  const print = eachAudit({
    cut: ({ mac, seal, ...cut }) => {
      const codes = { mac: mac.toString("hex"), seal: seal.toString("hex") };
      process.stdout.write(`${jsonLine({ cut: { ...cut, ...codes } })}\n`);
    },
    row: ({ mac, ...row }) => {
      process.stdout.write(`${jsonLine({ ...row, mac: mac.toString("hex") })}\n`);
    },
  });
  readDatabaseFile(database, print);
}
