import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { isBridleError } from "../errors.ts";
import { VersionCache } from "../transport/version-cache.ts";
import { detectVersion } from "./detect-version.ts";

const folder = mkdtempSync(join(tmpdir(), "bridle-version-"));
after(() => rmSync(folder, { recursive: true }));
let made = 0;

/** A tiny agent that counts how often it was started. */
function agent(script: string): { path: string; starts: () => number; cache: VersionCache } {
  const path = join(folder, `agent-${++made}`);
  const log = `${path}.log`;
  writeFileSync(log, "");
  writeFileSync(path, `#!/bin/sh\necho x >> '${log}'\n${script}\n`, { mode: 0o755 });
  return {
    path,
    starts: () => readFileSync(log, "utf8").split("\n").length - 1,
    cache: new VersionCache(join(folder, `cache-${made}`, "versions.json")),
  };
}

test("C4 the caller's word is taken and nothing is started", async () => {
  const { path, starts, cache } = agent("echo '1.0.64 (Claude Code)'");
  assert.equal((await detectVersion(path, { agentVersion: "2.1.325", cache })).version?.patch, 325);
  assert.equal(starts(), 0);
});

test("C4 an executable is asked once, and again when it changed", async () => {
  const { path, starts, cache } = agent("echo '2.0.76 (Claude Code)'");
  for (let i = 0; i < 3; i++) assert.equal((await detectVersion(path, { cache })).version?.patch, 76);
  assert.equal(starts(), 1);
  appendFileSync(path, "# updated\n");
  await detectVersion(path, { cache });
  assert.equal(starts(), 2);
});

test("C4 what cannot be read, fails or does not answer in time is unknown, and asked again", async () => {
  const problems = {
    "echo hello": /printed no version/,
    "exit 3": /failed with 3/,
    "sleep 31.7 & wait": /within 300 ms/,
  };
  for (const [script, problem] of Object.entries(problems)) {
    const { path, starts, cache } = agent(script);
    for (let i = 0; i < 2; i++) {
      const detected = await detectVersion(path, { cache, timeoutMs: 300 });
      assert.equal(detected.version, undefined);
      assert.match(detected.problem ?? "", problem);
    }
    assert.equal(starts(), 2, script);
  }
});

test("C4 what a version probe started does not outlive it", async () => {
  const { path, cache } = agent("sleep 31.9 & wait");
  await detectVersion(path, { cache, timeoutMs: 300 });
  const { stdout } = spawnSync("ps", ["-A", "-o", "args="], { encoding: "utf8" });
  assert.ok(!stdout.includes("sleep 31.9"));
});

test("C4 an executable that is not there is a typed error", async () => {
  const notFound = (error: unknown): boolean => isBridleError(error, "agent_not_found");
  await assert.rejects(detectVersion("no-such-agent-anywhere"), notFound);
  await assert.rejects(detectVersion(join(folder, "nothing")), notFound);
  await assert.rejects(detectVersion(folder), notFound);
  await assert.rejects(detectVersion(""), notFound);
});

test("C4 a spoiled cache is as good as none", async () => {
  for (const content of ["not json", "null", '{"x":1}', "[]"]) {
    const { path } = agent("echo '2.0.76 (Claude Code)'");
    const file = join(folder, `spoiled-${made}.json`);
    writeFileSync(file, content);
    assert.equal((await detectVersion(path, { cache: new VersionCache(file) })).version?.patch, 76);
  }
});
