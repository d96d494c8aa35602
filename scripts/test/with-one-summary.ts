import type { TestEvent } from "node:test/reporters";

/** Runs one after another, told as if they were one: the counts that each ends with are added up and told at the very end. */
export async function* withOneSummary(runs: readonly AsyncIterable<TestEvent>[]): AsyncGenerator<TestEvent> {
  const sums = new Map<string, number>();
  for (const run of runs)
    for await (const event of run) {
      const [, name, value] = countOfRun(event) ?? [];
      if (name === undefined) yield event;
      else sums.set(name, (sums.get(name) ?? 0) + Number(value));
    }
  for (const [name, sum] of sums)
    yield { type: "test:diagnostic", data: { nesting: 0, message: `${name} ${sum}`, level: "info" } };
}

function countOfRun(event: TestEvent): RegExpExecArray | null {
  const isOfRun = event.type === "test:diagnostic" && event.data.file === undefined;
  return isOfRun ? /^(\w+) ([\d.]+)$/.exec(event.data.message) : null;
}
