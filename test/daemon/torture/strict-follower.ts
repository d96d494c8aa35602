import { setTimeout as sleep } from "node:timers/promises";
import type { BridleClient, Event } from "../../../src/exports/client.ts";

export interface Strictness {
  gaps: number;
  duplicates: number;
}

/**
 * Subscribes again and again behind the last event it has, and counts what the
 * daemon does wrong: `follow` of the client would mend it without a word.
 */
export async function followStrictly(
  client: BridleClient,
  sessionId: string,
  counts: Strictness,
  see: (event: Event) => void,
  signal: AbortSignal,
  upTo = Number.POSITIVE_INFINITY,
): Promise<void> {
  let last = 0;
  const take = (event: Event): void => {
    const seq = Number(event.seq);
    if (seq <= last) counts.duplicates += 1;
    else if (seq !== last + 1) counts.gaps += 1;
    last = Math.max(last, seq);
    see(event);
  };
  while (!signal.aborted && last < upTo) {
    try {
      const cursor = { sessionId, afterSeq: BigInt(last) };
      for await (const { kind } of client.conversation.subscribe({ cursor }, { signal })) {
        if (kind.case === "opened" && kind.value.reset !== undefined) counts.gaps += 1;
        if (kind.case === "batch") for (const event of kind.value.events) take(event);
        if (last >= upTo) return;
      }
    } catch {
      // The daemon was killed; the next one answers.
    }
    await sleep(20);
  }
}
