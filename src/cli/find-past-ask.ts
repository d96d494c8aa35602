import type { BridleClient } from "../api/client.ts";
import type { Ask } from "../api/gen/bridle/v1/ask_pb.js";
import type { Session } from "../api/gen/bridle/v1/session_pb.js";

/** Somebody was faster a moment ago: the newest sessions and the ends of their logs are enough. */
const sessionCount = 20;
const eventCount = 2000;
const lookMs = 5000;

/** An ask that is decided, by the beginning of its id. Undefined: none of late. */
export async function findPastAsk(client: BridleClient, beginning: string): Promise<Ask | undefined> {
  if (!/^[0-9a-f-]{4,}$/.test(beginning)) return undefined;
  const { sessions } = await client.sessions.listSessions({ pageSize: sessionCount });
  const signal = AbortSignal.timeout(lookMs);
  for (const session of sessions) {
    const found = await askIn(client, session, beginning, signal);
    if (found !== undefined) return found;
  }
  return undefined;
}

async function askIn(
  client: BridleClient,
  { id, firstSeq, lastSeq }: Session,
  beginning: string,
  signal: AbortSignal,
): Promise<Ask | undefined> {
  const last = Number(lastSeq);
  // Nothing is kept: nothing would come.
  if (last === 0 || Number(firstSeq) > last) return undefined;
  for await (const { seq, kind } of client.follow(id, Math.max(0, last - eventCount), { signal, retryForMs: 0 })) {
    const ask = kind.case === "permissionRequest" || kind.case === "question" ? kind.value.ask : undefined;
    if (ask?.id.startsWith(beginning)) return ask;
    if (Number(seq) >= last) break;
  }
  return undefined;
}
