import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import { needsOf } from "./needs-of.ts";
import { testFiles } from "./test-files.ts";

/** Modules of tests, each for a process of its own. */
export interface TestPlan {
  /** Some at a time. */
  readonly together: readonly string[];
  /** One after another, when those are over. */
  readonly alone: readonly string[];
  /** Files that this run does without. */
  readonly leftOut: readonly string[];
}

/** `folder`: a temporary one, for the modules that run many files in one process. */
export function planTests(isQuick: boolean, folder: string): TestPlan {
  const { thread = [], process = [], machine = [] } = Object.groupBy(testFiles(), needsOf);
  const shared = shareProcesses(thread, folder);
  if (isQuick) return { together: shared, alone: [], leftOut: [...process, ...machine] };
  return { together: [...process.sort(byLength), ...shared], alone: machine, leftOut: [] };
}

/** Those that take minutes first: what begins last is waited for with idle cores. It only saves time, and holds for folders at large. */
const long = /^test\/(live|clients|bench|sdk|transcripts|agent\/kill|daemon)\b/;

function byLength(one: string, other: string): number {
  return Number(long.test(other)) - Number(long.test(one));
}

/** As many modules as there are cores: each loads its files, then runs their tests. */
function shareProcesses(files: readonly string[], folder: string): string[] {
  const load = JSON.stringify(join(import.meta.dirname, "load-tests.ts"));
  return Array.from({ length: availableParallelism() }, (_, at) => {
    const share = files.filter((_file, index) => index % availableParallelism() === at).map((file) => resolve(file));
    const module = join(folder, `tests-that-compute-${at + 1}.mjs`);
    writeFileSync(module, `import loadTests from ${load};\nawait loadTests(${JSON.stringify(share)});\n`);
    return module;
  });
}
