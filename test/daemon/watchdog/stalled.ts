import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { type BridleClient, type Event, StallCause } from "../../../src/exports/client.ts";
import { eventsUntil } from "../support/session-events.ts";

/** The turn counts as stalled, for this cause: a notice says so once, and the session shows it. Gives the evidence. */
export async function stalled(client: BridleClient, sessionId: string, cause: StallCause, after = 0): Promise<string> {
  const events = await eventsUntil(client, sessionId, isStalled, { after, ms: 20_000, what: "the stall" });
  const { session } = await client.sessions.getSession({ sessionId });
  const { cause: found, evidence = "", sinceMs = 0n } = session?.stall ?? {};
  assert.equal(StallCause[found ?? 0], StallCause[cause], evidence);
  assert.deepEqual(noticesOf(events), [{ cause: StallCause[cause].toLowerCase(), evidence }]);
  const silentMs = Date.now() - Number(sinceMs);
  assert.ok(silentMs >= 1000 && silentMs < 30_000, `silent for ${silentMs} ms`);
  return evidence;
}

/** The stall is over, as clients see it. */
export async function goesOn(client: BridleClient, sessionId: string): Promise<void> {
  const end = Date.now() + 10_000;
  for (;;) {
    const { session } = await client.sessions.getSession({ sessionId });
    if (session?.stall === undefined) return;
    assert.ok(Date.now() < end, `it still counts as stalled: ${session.stall.evidence}`);
    await sleep(50);
  }
}

function isStalled({ kind }: Event): boolean {
  return kind.case === "notice" && kind.value.word === "bridle/stalled";
}

/** Of every stall in these events. */
export function noticesOf(events: readonly Event[]): { cause: string; evidence: string }[] {
  return events.filter(isStalled).map(({ kind }) => {
    const { cause, evidence } = JSON.parse(kind.case === "notice" ? kind.value.fieldsJson : "{}");
    return { cause, evidence };
  });
}
