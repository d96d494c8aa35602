import type { AgentTurn } from "../kit/agent-turn.ts";
import type { CallResult } from "../kit/call-tool.ts";
import type { DeferredCall } from "../memory/deferral.ts";
import type { PreparedCall } from "./tool-box.ts";

interface CallResults {
  /** In the order of the calls. */
  readonly results: readonly CallResult[];
  /** The last one that a hook put off. A conversation keeps one: the others were not run. */
  readonly deferred: DeferredCall | undefined;
}

/** Runs the calls of one message: neighbours that may run beside others do, the rest one after the other. */
export async function runCalls(turn: AgentTurn, calls: readonly PreparedCall[]): Promise<CallResults> {
  const results: CallResult[] = [];
  let deferred: DeferredCall | undefined;
  for (const batch of batches(calls)) {
    const outcomes = await Promise.all(batch.map(({ call, tool }) => turn.callOrDefer(call, tool)));
    for (const [at, { call }] of batch.entries()) {
      const outcome = outcomes[at];
      if (outcome === "deferred") deferred = call;
      else if (outcome !== undefined) results.push({ toolUseId: call.id, outcome });
    }
  }
  return { results, deferred };
}

function batches(calls: readonly PreparedCall[]): PreparedCall[][] {
  const found: PreparedCall[][] = [];
  for (const call of calls) {
    const last = found.at(-1);
    if (call.isConcurrencySafe && last?.every(({ isConcurrencySafe }) => isConcurrencySafe)) last.push(call);
    else found.push([call]);
  }
  return found;
}
