import { toJson } from "@bufbuild/protobuf";
import { Option } from "commander";
import type { BridleClient } from "../../api/client.ts";
import {
  type DayUsage,
  type SessionUsage,
  SessionUsageSchema,
  type UsageSums,
} from "../../api/gen/bridle/v1/daemon_service_pb.js";
import type { CliCommand } from "../command.ts";
import { type ClientOptions, withDaemonOptions } from "../daemon-options.ts";
import { shortId } from "../event-note.ts";
import { withClient } from "../find-daemon.ts";
import { printJson, table } from "../output.ts";
import { printBudgets } from "../print-budgets.ts";
import { whole } from "../read-argument.ts";

interface UsageOptions extends ClientOptions {
  readonly days: number;
  readonly by: Grouping | "session";
  readonly budgets?: true;
}

type Grouping = "day" | "folder" | "model";

const examples = `
Examples:
  bridle usage                          the last 30 days, day by day
  bridle usage --days 7 --by session    the sessions that cost most
  bridle usage --by folder
  bridle usage --budgets --json         what is left of each budget
  bridle usage --json | jq -s 'map(.costUsd) | add'

Costs are what agents report, or what the prices in the settings say. Budgets are shown first, where there are any. Deleted sessions are not counted.`;

/** `bridle usage`: what sessions cost. */
export const usage: CliCommand = {
  register: (program) =>
    withDaemonOptions(program.command("usage"))
      .description("tokens and cost by day, folder, model or session")
      .option("--days <count>", "how far back", whole, 30)
      .addOption(
        new Option("--by <what>", "what to sum by").choices(["day", "folder", "model", "session"]).default("day"),
      )
      .option("--budgets", "only the budgets of the settings, and what is left of them")
      .addHelpText("after", examples)
      .action((options: UsageOptions) =>
        withClient(options, (client) => (options.budgets ? printBudgets(client, options) : print(client, options))),
      ),
};

async function print(client: BridleClient, { days: count, by, json }: UsageOptions): Promise<void> {
  const today = new Date();
  const since = new Date(today.getFullYear(), today.getMonth(), today.getDate() - Math.max(0, count - 1));
  const { days, sessions } = await client.daemon.getUsage({
    sinceMs: BigInt(since.getTime()),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
  if (!json) await printBudgets(client, { ifAny: true });
  if (days.length === 0) process.stderr.write(`nothing was used in ${count} days\n`);
  else if (by === "session") printSessions(sessions, json);
  else if (json) for (const [name, of] of groups(days, by)) printJson({ [by]: name, ...sumsOf(of) });
  else process.stdout.write(`${table(groupRows(days, by))}\n`);
}

function printSessions(sessions: readonly SessionUsage[], json: true | undefined): void {
  if (json) for (const one of sessions) printJson(toJson(SessionUsageSchema, one));
  else process.stdout.write(`${table(sessionRows(sessions))}\n`);
}

const figures = ["turns", "input", "output", "cached", "cost"];

function sessionRows(sessions: readonly SessionUsage[]): string[][] {
  const row = (one: SessionUsage): string[] => [shortId(one.sessionId), ...cells([one]), one.title];
  return [["session", ...figures, "title"], ...sessions.map(row)];
}

function groupRows(days: readonly DayUsage[], by: Grouping): string[][] {
  const rows = [...groups(days, by)].map(([name, of]) => [name, ...cells(of)]);
  return [[by, ...figures], ...rows, ["all", ...cells(days)]];
}

function groups(days: readonly DayUsage[], by: Grouping): ReadonlyMap<string, readonly DayUsage[]> {
  return Map.groupBy(days, ({ day, cwd, model }) => ({ day, folder: cwd, model: model || "unknown" })[by]);
}

interface Used {
  readonly sums?: UsageSums | undefined;
}

function sumsOf(all: readonly Used[]) {
  const sum = (of: (sums: UsageSums) => bigint | number | undefined): number =>
    all.reduce((total, { sums }) => total + Number((sums && of(sums)) ?? 0), 0);
  return {
    turns: sum(({ turns }) => turns),
    inputTokens: sum(({ usage }) => usage?.inputTokens),
    outputTokens: sum(({ usage }) => usage?.outputTokens),
    cacheReadTokens: sum(({ usage }) => usage?.cacheReadInputTokens),
    cacheCreationTokens: sum(({ usage }) => usage?.cacheCreationInputTokens),
    costUsd: sum(({ costUsd }) => costUsd),
  };
}

function cells(all: readonly Used[]): string[] {
  const { turns, inputTokens, outputTokens, cacheReadTokens, costUsd } = sumsOf(all);
  return [turns, inputTokens, outputTokens, cacheReadTokens].map(String).concat(`$${costUsd.toFixed(4)}`);
}
