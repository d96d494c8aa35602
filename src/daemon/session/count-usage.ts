import type { UsageEvent } from "../../conversation/event.ts";
import { kindOfEvent, wholeNumber } from "../events/kind-of-event.ts";
import { addUsage } from "../store/usage-table.ts";
import type { Journal } from "./journal.ts";

/** What a turn used: told, added to the session's sums, and counted by time. */
export function countUsage(journal: Journal, event: UsageEvent, turn: string): void {
  const { id, inputTokens, outputTokens, costUsd, model } = journal.record.row;
  const ownCostUsd = Number.isFinite(event.costUsd) ? (event.costUsd ?? 0) : 0;
  const totalCostUsd = costUsd + ownCostUsd;
  journal.set({
    inputTokens: wholeNumber(inputTokens + wholeNumber(event.usage.inputTokens)),
    outputTokens: wholeNumber(outputTokens + wholeNumber(event.usage.outputTokens)),
    costUsd: totalCostUsd,
  });
  const kind = kindOfEvent(event);
  if (kind.case !== "usageReport") return;
  journal.emit({ ...kind, value: { ...kind.value, totalCostUsd } }, turn);
  const durationMs = Number(kind.value.durationMs ?? 0);
  const used = { model, timeMs: Date.now(), usage: event.usage, costUsd: ownCostUsd, durationMs };
  journal.store(addUsage(id, used));
}
