import type { AgentTurn } from "../kit/agent-turn.ts";
import type { CallResult } from "../kit/call-tool.ts";
import type { PreparedCall } from "./tool-box.ts";

/**
 * Runs the calls of one message: neighbours that may run beside others do, the
 * rest one after the other. The results are in the order of the calls.
 */
export async function runCalls(turn: AgentTurn, calls: readonly PreparedCall[]): Promise<CallResult[]> {
  const results: CallResult[] = [];
  for (const batch of batches(calls)) {
    const run = async ({ call, tool }: PreparedCall): Promise<CallResult> => ({
      toolUseId: call.id,
      outcome: await turn.callTool(call, tool),
    });
    results.push(...(await Promise.all(batch.map(run))));
  }
  return results;
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
