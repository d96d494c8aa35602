import { once } from "node:events";
import { Readable } from "node:stream";
import { run } from "node:test";
import { spec, type TestEvent } from "node:test/reporters";
import failedTests from "./failed-tests.ts";
import type { TestPlan, TestStep } from "./plan-tests.ts";
import { withOneSummary } from "./with-one-summary.ts";

export interface TestResult {
  readonly isGreen: boolean;
  /** Titles, each with its file and line. */
  readonly failed: readonly string[];
}

/** Runs it and tells it on stdout, as one run. The signal ends what runs. */
export async function runPlan({ steps }: TestPlan, signal: AbortSignal): Promise<TestResult> {
  const failures: TestEvent[] = [];
  let isGreen = true;
  async function* events(): AsyncGenerator<TestEvent> {
    for await (const event of withOneSummary(steps.map((step) => runStep(step, signal)))) {
      if (event.type === "test:fail") failures.push(event);
      if (event.type === "test:summary") isGreen &&= event.data.success;
      yield event;
    }
  }
  const report = Readable.from(events()).compose(new spec());
  report.pipe(process.stdout, { end: false });
  await once(report, "end");
  const failed: string[] = [];
  for await (const title of failedTests(Readable.from(failures))) failed.push(title.trimEnd());
  return { isGreen, failed };
}

/** A test that waits for ever fails as itself; those that may take longer say so. */
async function* runStep({ files, atOnce }: TestStep, signal: AbortSignal): AsyncGenerator<TestEvent> {
  // Without files, it would look for some.
  if (files.length === 0) return;
  yield* run({ files: [...files], concurrency: atOnce, signal, timeout: 600_000 }) as AsyncIterable<TestEvent>;
}
