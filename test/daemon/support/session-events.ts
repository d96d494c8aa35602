import type { BridleClient, Event } from "../../../src/exports/client.ts";
import { within } from "../../host/within.ts";
import type { TestDaemon } from "./start-daemon.ts";
import { withinWork } from "./within-work.ts";

interface UntilOptions {
  readonly after?: number;
  readonly ms?: number;
  readonly what?: string;
  /** Its work is limited instead of the time. */
  readonly daemon?: Pick<TestDaemon, "processes">;
}

/** Events of a session up to the first that fits, it included. */
export async function eventsUntil(
  client: BridleClient,
  sessionId: string,
  fits: (event: Event) => boolean,
  { after = 0, ms = 10_000, what = "the event", daemon }: UntilOptions = {},
): Promise<Event[]> {
  const events: Event[] = [];
  const stop = new AbortController();
  const reading = async (): Promise<Event[]> => {
    for await (const event of client.follow(sessionId, after, { signal: stop.signal })) {
      events.push(event);
      if (fits(event)) return events;
    }
    throw new Error(`the events of the session ended before ${what}`);
  };
  try {
    const waitedFor = `${what} (of ${sessionId})`;
    return await (daemon === undefined ? within(ms, waitedFor, reading()) : withinWork(daemon, waitedFor, reading()));
  } catch (error) {
    (error as Error).message += `; the last of ${events.length} events: ${describe(events.slice(-8))}`;
    throw error;
  } finally {
    stop.abort();
  }
}

export function isTurnEnd(event: Event): boolean {
  return event.kind.case === "turnComplete";
}

/** What the model said in these events. */
export function textOf(events: readonly Event[]): string {
  return events.map(({ kind }) => (kind.case === "textDelta" ? kind.value.text : "")).join("");
}

/** The values of all events of one kind. */
export function all<K extends Kind>(events: readonly Event[], kind: K): ValueOf<K>[] {
  return events.flatMap((event) => (event.kind.case === kind ? [event.kind.value as ValueOf<K>] : []));
}

type Kind = NonNullable<Event["kind"]["case"]>;
type ValueOf<K extends Kind> = Extract<Event["kind"], { case: K }>["value"];

function describe(events: readonly Event[]): string {
  return events.map(({ seq, kind }) => `${seq} ${kind.case}`).join(", ");
}
