// npm test: format, lint and types, then every test. With arguments (files or --test flags), only the tests they choose.
import { spawnSync } from "node:child_process";

const tests = ["src/**/*.test.ts", "test/**/*.test.ts"];
const chosen = process.argv.slice(2);

if (chosen.length === 0) {
  run("Format and lint", "biome", ["check", "."]);
  run("Types", "tsc", []);
  run("Types of what must run in a browser", "tsc", ["-p", "tsconfig.browser.json"]);
}
const files = chosen.some((arg) => !arg.startsWith("--")) ? [] : tests;
// A test that waits for ever fails as itself; those that may take longer say so.
run("Tests", process.execPath, ["--test", "--test-reporter=spec", "--test-timeout=600000", ...chosen, ...files]);

function run(what: string, command: string, args: readonly string[]): void {
  const { status, error } = spawnSync(command, args, { stdio: "inherit" });
  if (status === 0) return;
  console.error(`\n${what} failed${error === undefined ? "" : `: ${error.message}`}.`);
  process.exit(1);
}
