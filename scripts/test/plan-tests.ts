import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import { needsOf } from "./needs-of.ts";
import { testFiles } from "./test-files.ts";

export interface TestPlan {
  /** One after another. */
  readonly steps: readonly TestStep[];
  /** Files that this run does without. */
  readonly leftOut: readonly string[];
}

/** Modules of tests, each in a process of its own, so many at a time. */
export interface TestStep {
  readonly files: readonly string[];
  readonly atOnce: number;
}

const cores = availableParallelism();

/** `folder`: a temporary one, for the modules that run many files in one process. */
export function planTests(isQuick: boolean, folder: string): TestPlan {
  const { thread = [], process = [], core = [], machine = [] } = Object.groupBy(testFiles(), needsOf);
  const shared = shareProcesses(thread, folder);
  if (isQuick) return { steps: [{ files: shared, atOnce: cores }], leftOut: [...process, ...core, ...machine] };
  const steps = [
    // Most tests of processes wait most of the time: two more than there are cores keep them all busy.
    { files: [...process.sort(byLength), ...shared], atOnce: cores + 2 },
    { files: core, atOnce: Math.max(2, cores - 1) },
    { files: machine, atOnce: 1 },
  ];
  return { steps, leftOut: [] };
}

/** Those that take minutes first: what begins last is waited for with idle cores. It only saves time, and holds for folders at large. */
const longest = [/^test\/(live|sdk|clients)\b/, /^test\/(transcripts|bench|agent\/kill|daemon)\b/];

function byLength(one: string, other: string): number {
  return rank(one) - rank(other);
}

function rank(file: string): number {
  const at = longest.findIndex((files) => files.test(file));
  return at === -1 ? longest.length : at;
}

/** As many modules as there are cores: each loads its files, then runs their tests. */
function shareProcesses(files: readonly string[], folder: string): string[] {
  const load = JSON.stringify(join(import.meta.dirname, "load-tests.ts"));
  return Array.from({ length: cores }, (_, at) => {
    const share = files.filter((_file, index) => index % cores === at).map((file) => resolve(file));
    const module = join(folder, `tests-that-compute-${at + 1}.mjs`);
    writeFileSync(module, `import loadTests from ${load};\nawait loadTests(${JSON.stringify(share)});\n`);
    return module;
  });
}
