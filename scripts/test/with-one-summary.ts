import type { TestEvent } from "node:test/reporters";

type Summary = Extract<TestEvent, { readonly type: "test:summary" }>;

/** Runs one after another, told as if they were one: what each ends with, its counts and whether it went well, comes at the very end. */
export async function* withOneSummary(runs: readonly AsyncIterable<TestEvent>[]): AsyncGenerator<TestEvent> {
  const counts = new Map<string, number>();
  let summary: Summary | undefined;
  for (const run of runs)
    for await (const event of run) {
      const [, name, value] = countOfRun(event) ?? [];
      if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + Number(value));
      else if (isOfRun(event)) summary = both(summary, event);
      else yield event;
    }
  for (const [name, count] of counts)
    yield { type: "test:diagnostic", data: { nesting: 0, message: `${name} ${count}`, level: "info" } };
  if (summary !== undefined) yield summary;
}

function countOfRun(event: TestEvent): RegExpExecArray | null {
  const isCount = event.type === "test:diagnostic" && event.data.file === undefined;
  return isCount ? /^(\w+) ([\d.]+)$/.exec(event.data.message) : null;
}

/** Files have summaries of their own. */
function isOfRun(event: TestEvent): event is Summary {
  return event.type === "test:summary" && event.data.file === undefined;
}

function both(before: Summary | undefined, { type, data }: Summary): Summary {
  return { type, data: { ...data, success: data.success && before?.data.success !== false } };
}
