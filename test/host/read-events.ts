import type { Event } from "../../src/exports/host.ts";
import { within } from "./within.ts";

/** All events up to the end of the loop; at most 10 s. */
export function readAll(events: AsyncIterable<Event>): Promise<Event[]> {
  return within(10_000, "the end of the events", collect(events));
}

async function collect(events: AsyncIterable<Event>): Promise<Event[]> {
  const all: Event[] = [];
  for await (const event of events) all.push(event);
  return all;
}

/** The types of events, runs of the same type as one. */
export function typesOf(events: readonly Event[]): string[] {
  return events.map(({ type }) => type).filter((type, n, all) => type !== all[n - 1]);
}
