import type { Event } from "../../src/exports/host.ts";

/** Everything a turn or session says until it ends. `onEvent` sees each event as it comes. */
export async function eventsOf(
  source: AsyncIterable<Event>,
  onEvent: (event: Event) => unknown = () => {},
): Promise<Event[]> {
  const events: Event[] = [];
  for await (const event of source) {
    events.push(event);
    await onEvent(event);
  }
  return events;
}

type OfType<T extends Event["type"]> = Extract<Event, { type: T }>;

export function ofType<T extends Event["type"]>(events: readonly Event[], type: T): OfType<T>[] {
  return events.filter((event): event is OfType<T> => event.type === type);
}

/** The texts of the tools' results, in order. */
export function toolResults(events: readonly Event[]): string[] {
  return ofType(events, "tool_result").map(({ content }) =>
    typeof content === "string" ? content : JSON.stringify(content),
  );
}
