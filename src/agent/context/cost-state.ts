import { type Fields, isFields, number } from "../../wire/fields.ts";
import { pricedFacts } from "../model/prices.ts";
import { type StoredTotals, UsageAccount } from "../session/usage-account.ts";

// What a session used so far, as a line of its transcript tells it to whoever resumes it.

/** Claude Code drops a line that lacks one of its fields, so what is not counted here is zero. */
export function costStateLine(sessionId: string, totals: StoredTotals): Fields {
  const { costUsd, durationApiMs } = UsageAccount.from(totals);
  const uses = Object.entries(totals.models).map(([model, use]) => [model, usageLine(use)] as const);
  return {
    type: "cost-state",
    sessionId,
    totalCostUSD: costUsd,
    totalAPIDuration: durationApiMs,
    totalAPIDurationWithoutRetries: durationApiMs,
    totalToolDuration: 0,
    totalLinesAdded: 0,
    totalLinesRemoved: 0,
    totalDuration: Math.round(performance.now()),
    startTime: Math.round(performance.timeOrigin),
    modelUsage: Object.fromEntries(uses),
    hasUnknownModelCost: false,
  };
}

function usageLine(use: StoredTotals["models"][string]): Fields {
  return {
    inputTokens: use.input_tokens,
    outputTokens: use.output_tokens,
    thinkingTokens: 0,
    cacheReadInputTokens: use.cache_read_input_tokens,
    cacheCreationInputTokens: use.cache_creation_input_tokens,
    cacheCreationEphemeral5mInputTokens: use.cache_creation_input_tokens,
    cacheCreationEphemeral1hInputTokens: 0,
    webSearchRequests: 0,
    costUSD: use.costUsd,
  };
}

export function totalsOf({ totalAPIDuration, modelUsage }: Fields): StoredTotals {
  const uses = Object.entries(isFields(modelUsage) ? modelUsage : {}).flatMap(([model, use]) =>
    isFields(use) ? [[model, modelUse(model, use)] as const] : [],
  );
  return { durationApiMs: number(totalAPIDuration) ?? 0, models: Object.fromEntries(uses) };
}

function modelUse(model: string, use: Fields): StoredTotals["models"][string] {
  const { contextWindow, maxOutputTokens } = pricedFacts(model);
  const count = (name: string): number => number(use[name]) ?? 0;
  return {
    input_tokens: count("inputTokens"),
    output_tokens: count("outputTokens"),
    cache_read_input_tokens: count("cacheReadInputTokens"),
    cache_creation_input_tokens: count("cacheCreationInputTokens"),
    costUsd: count("costUSD"),
    contextWindow,
    maxOutputTokens,
  };
}
