import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { test } from "node:test";
import { daemonFiles, daemonFolders } from "../../../src/api/daemon-folders.ts";
import { startDaemon } from "../../../src/cli/background/start-daemon.ts";
import { prepareFolders } from "../../../src/daemon/config/prepare-folders.ts";
import { isBridleError } from "../../../src/errors.ts";
import { describeProcesses, endAll, markName, processesOf } from "../support/processes-of.ts";

test("U2 a daemon that is not ready in time is ended, the error says so, and the next start is not in its way", async (t) => {
  const home = mkdtempSync("/tmp/bridle-late-");
  t.after(() => {
    endAll(processesOf(home));
    rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  });
  process.env[markName] = home;
  const folders = daemonFolders({}, home);
  const { settings } = daemonFiles(folders);
  prepareFolders(folders);
  // Whoever reads it waits for ever.
  execFileSync("mkfifo", ["--mode=600", settings]);
  await assert.rejects(startDaemon({ home }, 3000), (thrown) => {
    assert.ok(isBridleError(thrown, "timeout"), String(thrown));
    assert.match(thrown.message, /not ready within 3 s, and was ended/);
    assert.match(thrown.message, /bridle daemon start --foreground/);
    return true;
  });
  assert.deepEqual(describeProcesses(processesOf(home)), []);
  rmSync(settings);
  const started = await startDaemon({ home, set: ["daemon.port=0", "daemon.default_agent=bridle"] });
  started.close();
  assert.ok(processesOf(home).includes(started.pid));
});
