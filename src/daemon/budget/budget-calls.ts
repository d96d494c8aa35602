import { create } from "@bufbuild/protobuf";
import { type ListBudgetsResponse, ListBudgetsResponseSchema } from "../../api/gen/bridle/v1/daemon_service_pb.js";
import { type Account, isUsedUp } from "../core/budget.ts";
import { sessionFolders } from "../store/sessions-table.ts";
import type { Store } from "../store/store.ts";
import type { Accounts } from "./accounts.ts";

/** The budgets, and what of each is spent. */
export function listBudgets(accounts: Accounts, store: Store): ListBudgetsResponse {
  const all = accounts.report(Date.now(), () => store.read(sessionFolders()));
  return create(ListBudgetsResponseSchema, { accounts: all.map(accountMessage) });
}

function accountMessage(account: Account) {
  const { budget, name, spent, running, untilMs } = account;
  const { of, per, usd, tokens, effect } = budget;
  return {
    ...{ of, per, effect, name, running },
    ...(usd !== undefined && { usd }),
    ...(tokens !== undefined && { tokens: BigInt(Math.ceil(tokens)) }),
    spentUsd: spent.usd,
    spentTokens: BigInt(spent.tokens),
    usedUp: isUsedUp(account),
    untilMs: BigInt(untilMs ?? 0),
  };
}
