import { relative } from "node:path";
import type { TestEvent } from "node:test/reporters";

type Failure = Extract<TestEvent, { readonly type: "test:fail" }>["data"];

/** A reporter: one line per test that failed, with its file and line. Groups fail by what is in them and are left out. */
export default async function* failedTests(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of source) {
    if (event.type !== "test:fail" || isExpected(event.data) || isGroup(event.data)) continue;
    const { name, file, line } = event.data;
    // A file that fails as a whole is a test of its own name.
    const isFile = file === undefined || file.endsWith(name);
    const where = isFile ? "" : `  (${relative(process.cwd(), file)}:${line ?? 1})`;
    yield `${name}${where}\n`;
  }
}

function isExpected({ todo, skip }: Failure): boolean {
  return (todo !== undefined && todo !== false) || (skip !== undefined && skip !== false);
}

function isGroup({ details }: Failure): boolean {
  return (details.error as { failureType?: string } | undefined)?.failureType === "subtestsFailed";
}
