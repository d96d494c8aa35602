import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { exitCodes } from "../../src/cli/exit-codes.ts";
import { bridle } from "./run-bridle.ts";

const folder = mkdtempSync(join(tmpdir(), "bridle-compat-"));
after(() => rmSync(folder, { recursive: true }));

function agent(name: string, version: string): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\necho '${version}'\n`, { mode: 0o755 });
  return path;
}

test("C2 bridle compat prints the matrix, one row per adapter", () => {
  const { status, stdout } = bridle(["compat"]);
  assert.equal(status, exitCodes.ok);
  assert.match(stdout, /supports Claude Code \[1\.0\.64, 2\.1\.326\)/);
  assert.match(stdout, /0\.1\.x +\[1\.0\.64, 1\.0\.77\) +claude-code 1\.0\.64 +DEGRADED +1\.0\.64/);
});

test("C2 bridle compat --json prints the same for programs", () => {
  const { status, stdout } = bridle(["compat", "--json"]);
  assert.equal(status, exitCodes.ok);
  const { rows, releases } = JSON.parse(stdout) as {
    rows: { from: string; verified: object[] }[];
    releases: { bridle: string }[];
  };
  assert.equal(rows[0]?.from, "1.0.64");
  assert.ok(rows.every(({ verified }) => verified.length > 0));
  assert.equal(releases[0]?.bridle, "0.1.x");
});

test("C3 bridle compat VERSION tells the level, and exits with 78 when it is too old", () => {
  assert.match(bridle(["compat", "2.1.325"]).stdout, /FULLY_COMPATIBLE/);
  const old = bridle(["compat", "1.0.24", "--json"]);
  assert.equal(old.status, exitCodes.configOrVersion);
  assert.equal((JSON.parse(old.stdout) as { level: string }).level, "INCOMPATIBLE");
  const documented = bridle(["compat", "claude v1.0.99 (anthropic-2024-12-01)", "--json"]);
  assert.equal((JSON.parse(documented.stdout) as { apiVersion: string }).apiVersion, "anthropic-2024-12-01");
});

test("C4 bridle compat --agent asks the executable, and exits with 72 when there is none", () => {
  const env = { ...process.env, XDG_CACHE_HOME: join(folder, "cache") };
  assert.match(
    bridle(["compat", "--agent", agent("new", "9.1.2 (Claude Code)")], { env }).stdout,
    /LIKELY_COMPATIBLE[\s\S]*Claude Code 9\.1\.2/,
  );
  assert.match(bridle(["compat", "--agent", agent("odd", "hello")], { env }).stdout, /UNKNOWN/);
  const missing = bridle(["compat", "--agent", join(folder, "nothing")], { env });
  assert.equal(missing.status, exitCodes.agentNotFound);
  assert.match(missing.stderr, /is not an executable file; install it or name another/);
});

test("U2 a wrong command line exits with 2 and says what to do", () => {
  for (const args of [["compat", "two"], ["compat", "--what"], ["nonsense"], []]) {
    const { status, stderr } = bridle(args);
    assert.equal(status, exitCodes.usage, args.join(" "));
    assert.match(stderr, /--help|Usage/);
  }
});

test("U2 help has examples and the exit codes, and the version is the package's", () => {
  const help = bridle(["--help"]);
  assert.equal(help.status, exitCodes.ok);
  for (const code of Object.values(exitCodes)) assert.match(help.stdout, new RegExp(`^ +${code} `, "m"));
  assert.match(bridle(["compat", "--help"]).stdout, /Examples:/);
  assert.match(bridle(["--version"]).stdout, /^\d+\.\d+\.\d+\n$/);
});
