// npm test: format, lint and types, then every test. With arguments (files or --test flags), only the tests they choose;
// with --repeat N, N times, to hunt races. Ends with the titles of what failed.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { parseRepeat } from "./parse-repeat.ts";

const tests = ["src/**/*.test.ts", "web/**/*.test.ts", "test/**/*.test.ts"];
const { repeat, chosen, problem } = parseRepeat(process.argv.slice(2));
if (problem !== undefined) {
  console.error(problem);
  process.exit(2);
}

if (chosen.length === 0) {
  run("Format and lint", "biome", ["check", "."]);
  run("Types", "tsc", []);
  run("Types of what must run in a browser", "tsc", ["-p", "tsconfig.browser.json"]);
  run("Types of the page", "tsc", ["-p", "tsconfig.web.json"]);
}
process.exit(runTests() ? 0 : 1);

function runTests(): boolean {
  const folder = mkdtempSync(join(tmpdir(), "bridle-test-"));
  const failed = new Map<string, number>();
  let failedRuns = 0;
  try {
    for (let round = 1; round <= repeat; round += 1) {
      if (repeat > 1) console.log(`\nRun ${round} of ${repeat}`);
      const titles = join(folder, `failed-${round}`);
      const isGreen = testOnce(titles);
      const found = readFileSync(titles, { encoding: "utf8", flag: "a+" }).split("\n").filter(Boolean);
      for (const title of found) failed.set(title, (failed.get(title) ?? 0) + 1);
      if (!isGreen) failedRuns += 1;
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  if (failedRuns === 0) return true;
  console.error(`\nTests failed${repeat > 1 ? ` in ${failedRuns} of ${repeat} runs` : ""}:`);
  for (const [title, times] of failed) console.error(`  ✖ ${title}${repeat > 1 ? `  ${times} times` : ""}`);
  if (failed.size === 0) console.error("  none by itself: the runner ended early, see above");
  return false;
}

function testOnce(titles: string): boolean {
  const files = chosen.some((arg) => !arg.startsWith("--")) ? [] : tests;
  const reporters = [
    ...["--test-reporter=spec", "--test-reporter-destination=stdout"],
    ...[`--test-reporter=${join(import.meta.dirname, "failed-tests.ts")}`, `--test-reporter-destination=${titles}`],
  ];
  // Most tests wait for processes: two files at a time take little more than one.
  const atOnce = `--test-concurrency=${Math.max(2, availableParallelism() - 1)}`;
  // A test that waits for ever fails as itself; those that may take longer say so.
  const args = ["--test", ...reporters, atOnce, "--test-timeout=600000", ...chosen, ...files];
  return spawnSync(process.execPath, args, { stdio: "inherit" }).status === 0;
}

function run(what: string, command: string, args: readonly string[]): void {
  const { status, error } = spawnSync(command, args, { stdio: "inherit" });
  if (status === 0) return;
  console.error(`\n${what} failed${error === undefined ? "" : `: ${error.message}`}.`);
  process.exit(1);
}
