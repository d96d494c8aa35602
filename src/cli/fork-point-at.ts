import type { BridleClient } from "../api/client.ts";
import { BridleError } from "../errors.ts";

/** Where to fork to keep what had been said by an event. Rejects with `conflict` where there is no such place. */
export async function forkPointAt(client: BridleClient, sessionId: string, event: number): Promise<string> {
  const { session } = await client.sessions.getSession({ sessionId });
  const last = Math.min(event, Number(session?.lastSeq ?? 0));
  let found = "";
  if (last > 0)
    for await (const { kind, seq } of client.follow(sessionId, 0)) {
      if (Number(seq) > last) break;
      if (kind.case === "message" && kind.value.forkPoint !== "") found = kind.value.forkPoint;
      if (Number(seq) === last) break;
    }
  if (found !== "") return found;
  const message = `by event ${event} there is no answer to fork from, or its agent cannot begin with a part of a conversation`;
  throw new BridleError("conflict", message, { what: "event" });
}
