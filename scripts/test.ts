// npm test: format, lint and types, then every test; with --quick, the tests that take little. With arguments (files or --test
// flags), only the tests they choose; with --repeat N, N times, to hunt races. Ends with the titles of what failed.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseTestArguments } from "./test/parse-test-arguments.ts";
import { planTests } from "./test/plan-tests.ts";
import { runChosen } from "./test/run-chosen.ts";
import { runPlan } from "./test/run-plan.ts";

const { repeat, isQuick, chosen, problem } = parseTestArguments(process.argv.slice(2));
if (problem !== undefined) {
  console.error(problem);
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), "bridle-test-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
// Hundreds of processes read the same sources: types are stripped and code is compiled once.
process.env.NODE_COMPILE_CACHE ??= join(folder, "compiled");

if (chosen.length > 0) process.exit(await ofChosen());
run("Format and lint", "biome", ["check", "."]);
run("Types", "tsc", []);
run("Types of what must run in a browser", "tsc", ["-p", "tsconfig.browser.json"]);
run("Types of the page", "tsc", ["-p", "tsconfig.web.json"]);
process.exit(await ofAll());

async function ofAll(): Promise<number> {
  const plan = planTests(isQuick, folder);
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => stop.abort());
  const { isGreen, failed } = await runPlan(plan, stop.signal);
  if (!isGreen) tellFailed("", new Map(failed.map((title) => [title, ""])));
  if (isQuick)
    console.log(
      `\nLeft out, as they start processes or take long: ${plan.leftOut.length} files of tests. npm test runs them, too.`,
    );
  return isGreen ? 0 : 1;
}

async function ofChosen(): Promise<number> {
  const failed = new Map<string, number>();
  let failedRuns = 0;
  for (let round = 1; round <= repeat; round += 1) {
    if (repeat > 1) console.log(`\nRun ${round} of ${repeat}`);
    const result = runChosen(chosen, join(folder, `failed-${round}`));
    for (const title of result.failed) failed.set(title, (failed.get(title) ?? 0) + 1);
    if (!result.isGreen) failedRuns += 1;
  }
  if (failedRuns === 0) return 0;
  const runs = repeat > 1 ? ` in ${failedRuns} of ${repeat} runs` : "";
  tellFailed(runs, new Map([...failed].map(([title, times]) => [title, repeat > 1 ? `  ${times} times` : ""])));
  return 1;
}

function tellFailed(runs: string, titles: ReadonlyMap<string, string>): void {
  console.error(`\nTests failed${runs}:`);
  for (const [title, times] of titles) console.error(`  ✖ ${title}${times}`);
  if (titles.size === 0) console.error("  none by itself: the runner ended early, see above");
}

function run(what: string, command: string, args: readonly string[]): void {
  const { status, error } = spawnSync(command, args, { stdio: "inherit" });
  if (status === 0) return;
  console.error(`\n${what} failed${error === undefined ? "" : `: ${error.message}`}.`);
  process.exit(1);
}
