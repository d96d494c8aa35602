import { toJson } from "@bufbuild/protobuf";
import type { BridleClient } from "../api/client.ts";
import { type BudgetAccount, BudgetAccountSchema } from "../api/gen/bridle/v1/daemon_service_pb.js";
import { shortId } from "./event-note.ts";
import { printJson, table } from "./output.ts";

/** The budgets of the settings, and what is left of them. `ifAny`: where there are none nothing is said. */
export async function printBudgets(
  client: BridleClient,
  { json, ifAny }: { readonly json?: true | undefined; readonly ifAny?: true },
): Promise<void> {
  const { accounts } = await client.daemon.listBudgets({});
  if (json)
    for (const account of accounts) printJson(toJson(BudgetAccountSchema, account, { alwaysEmitImplicit: true }));
  else if (accounts.length > 0) process.stdout.write(`${table([columns, ...accounts.map(row)])}\n\n`);
  else if (!ifAny) process.stderr.write("no budget is set, or nothing was spent of one: bridle config get budgets\n");
}

const columns = ["budget", "limit", "spent", "left", "then"];

function row(account: BudgetAccount): string[] {
  const { of, name, per, usd, tokens, effect, spentUsd, spentTokens, usedUp, untilMs } = account;
  const whose = of === "all" ? "all" : `${of} ${of === "session" ? shortId(name) : name}`;
  const [limits, spent, left]: [string[], string[], string[]] = [[], [], []];
  if (usd !== undefined) {
    limits.push(`$${usd}`);
    spent.push(`$${spentUsd.toFixed(4)}`);
    left.push(`$${Math.max(0, usd - spentUsd).toFixed(4)}`);
  }
  if (tokens !== undefined) {
    limits.push(`${tokens} tokens`);
    spent.push(`${spentTokens} tokens`);
    left.push(`${tokens > spentTokens ? tokens - spentTokens : 0n} tokens`);
  }
  const until = usedUp && untilMs !== 0n ? `, until ${new Date(Number(untilMs)).toLocaleString()}` : "";
  const amounts = [limits, spent, left].map((of) => of.join(" or "));
  return [
    `${whose}, ${per === "day" ? "a day" : "ever"}`,
    ...amounts,
    `${effect}${usedUp ? ` (used up${until})` : ""}`,
  ];
}
