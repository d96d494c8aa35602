import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { TestResult } from "./run-plan.ts";
import { testFiles } from "./test-files.ts";

const reporter = join(import.meta.dirname, "failed-tests.ts");

/** Runs what these arguments choose, as `node --test` does: files, each in a process of its own, and flags. */
export function runChosen(chosen: readonly string[], titles: string): TestResult {
  const files = chosen.some((arg) => !arg.startsWith("--")) ? [] : testFiles();
  const reporters = [
    ...["--test-reporter=spec", "--test-reporter-destination=stdout"],
    ...[`--test-reporter=${reporter}`, `--test-reporter-destination=${titles}`],
  ];
  // A test that waits for ever fails as itself; those that may take longer say so.
  const args = ["--test", ...reporters, "--test-concurrency=2", "--test-timeout=600000", ...chosen, ...files];
  const { status } = spawnSync(process.execPath, args, { stdio: "inherit" });
  const failed = readFileSync(titles, { encoding: "utf8", flag: "a+" }).split("\n").filter(Boolean);
  return { isGreen: status === 0, failed };
}
