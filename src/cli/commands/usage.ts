import { toJson } from "@bufbuild/protobuf";
import { Option } from "commander";
import type { BridleClient } from "../../api/client.ts";
import {
  type DayUsage,
  DayUsageSchema,
  type SessionUsage,
  SessionUsageSchema,
  type UsageSums,
} from "../../api/gen/bridle/v1/daemon_service_pb.js";
import type { CliCommand } from "../command.ts";
import { shortId } from "../event-note.ts";
import { withClient } from "../find-daemon.ts";
import { printJson, table } from "../output.ts";
import { type ClientOptions, withPlace } from "../place.ts";
import { whole } from "../read-argument.ts";

interface UsageOptions extends ClientOptions {
  readonly days: number;
  readonly by: "day" | "folder" | "model" | "session";
}

const examples = `
Examples:
  bridle usage                          the last 30 days, day by day
  bridle usage --days 7 --by session    the sessions that cost most
  bridle usage --by folder
  bridle usage --json | jq -s 'map(.sums.costUsd) | add'

Costs are what agents report. Deleted sessions are not counted.`;

/** `bridle usage`: what sessions cost. */
export const usage: CliCommand = {
  register: (program) =>
    withPlace(program.command("usage"))
      .description("tokens and cost by day, folder, model or session")
      .option("--days <count>", "how far back", whole, 30)
      .addOption(
        new Option("--by <what>", "what to sum by").choices(["day", "folder", "model", "session"]).default("day"),
      )
      .addHelpText("after", examples)
      .action((options: UsageOptions) => withClient(options, (client) => print(client, options))),
};

async function print(client: BridleClient, { days: count, by, json }: UsageOptions): Promise<void> {
  const today = new Date();
  const since = new Date(today.getFullYear(), today.getMonth(), today.getDate() - Math.max(0, count - 1));
  const { days, sessions } = await client.daemon.getUsage({
    sinceMs: BigInt(since.getTime()),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
  if (json && by === "session") for (const one of sessions) printJson(toJson(SessionUsageSchema, one));
  else if (json) for (const one of days) printJson(toJson(DayUsageSchema, one));
  else if (days.length === 0) process.stderr.write(`nothing was used in ${count} days\n`);
  else process.stdout.write(`${table(by === "session" ? sessionRows(sessions) : groupRows(days, by))}\n`);
}

const figures = ["turns", "input", "output", "cached", "cost"];

function sessionRows(sessions: readonly SessionUsage[]): string[][] {
  const row = ({ sessionId, title, sums }: SessionUsage): string[] => [shortId(sessionId), ...cells(sums), title];
  return [["session", ...figures, "title"], ...sessions.map(row)];
}

function groupRows(days: readonly DayUsage[], by: "day" | "folder" | "model"): string[][] {
  const key = ({ day, cwd, model }: DayUsage): string => ({ day, folder: cwd, model: model || "unknown" })[by];
  const groups = Map.groupBy(days, key);
  const sums = [...groups].map(([name, of]) => [name, ...cells(...of.map((one) => one.sums))]);
  return [[by, ...figures], ...sums, ["all", ...cells(...days.map((one) => one.sums))]];
}

function cells(...all: readonly (UsageSums | undefined)[]): string[] {
  const sum = (of: (sums: UsageSums) => bigint | number | undefined): number =>
    all.reduce((total, sums) => total + Number((sums && of(sums)) ?? 0), 0);
  return [
    String(sum(({ turns }) => turns)),
    String(sum(({ usage }) => usage?.inputTokens)),
    String(sum(({ usage }) => usage?.outputTokens)),
    String(sum(({ usage }) => usage?.cacheReadInputTokens)),
    `$${sum(({ costUsd }) => costUsd).toFixed(4)}`,
  ];
}
