import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { isBridleError } from "../../src/exports/host.ts";
import { AgentProcess } from "../../src/transport/agent-process.ts";

const folder = mkdtempSync(join(tmpdir(), "bridle-gone-"));
rmSync(folder, { recursive: true });

test("H1 a folder that is gone, or is none, is told as itself and not as a missing agent", async () => {
  for (const [cwd, what] of [
    [folder, /is gone/],
    [import.meta.filename, /is no folder/],
  ] as const) {
    const starting = AgentProcess.start({
      command: process.execPath,
      args: ["-e", ""],
      cwd,
      env: {},
      stderr: "ignore",
    });
    await assert.rejects(starting, (error) => {
      assert.ok(isBridleError(error, "folder_not_found"));
      assert.match(error.message, what);
      assert.equal(error.data.folder, cwd);
      return true;
    });
  }
});

test("H1 open() in a current folder that is gone says so", () => {
  const host = new URL("../../src/exports/host.ts", import.meta.url).href;
  const script = `const { mkdtempSync, rmdirSync } = await import("node:fs");
    const { open } = await import(${JSON.stringify(host)});
    const folder = mkdtempSync(${JSON.stringify(join(tmpdir(), "bridle-gone-"))});
    process.chdir(folder);
    rmdirSync(folder);
    for (const executable of ["sh", "/bin/sh"])
      await open({ executable, agentVersion: "2.1.325" }).catch((error) => console.log(error.code, error.message));`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
  const line = "folder_not_found the current folder is gone; name another one as cwd\n";
  assert.equal(stdout, line.repeat(2), stderr);
});
