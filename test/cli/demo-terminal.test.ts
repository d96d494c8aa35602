import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { eventually } from "../daemon/support/eventually.ts";
import { describeProcesses, endAll, processesOf } from "../daemon/support/processes-of.ts";
import { within } from "../host/within.ts";

const demo = join(import.meta.dirname, "..", "..", "scripts", "demo.ts");

test("U1 the demo ends when its terminal closes: daemon, holder and agents", async (t) => {
  const home = mkdtempSync(join(tmpdir(), "bridle-demo-"));
  t.after(() => {
    endAll(processesOf(home));
    rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  });
  const env = {
    PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
    HOME: home,
    XDG_STATE_HOME: home,
    BRIDLE_TEST_HOME: home,
  };
  const terminal = spawn("script", ["--quiet", "--flush", "--command", `node ${demo}`, "/dev/null"], {
    env,
    stdio: "pipe",
  });
  let said = "";
  terminal.stdout.on("data", (part) => (said += part));
  await within(
    60_000,
    "the demo",
    eventually("its words", () => said.includes("Ctrl-C ends"), 60_000),
  );
  assert.match(said, /login\?code=\S+\s[\s\S]*█▀▀▀▀▀█ .{10,} █▀▀▀▀▀█/, "a QR code, on a terminal");
  assert.ok(processesOf(home).length >= 4);
  // The end of the terminal, as the kernel tells it.
  terminal.kill("SIGKILL");
  await eventually("everything to be gone", () => processesOf(home).length === 0, 20_000).catch(() =>
    assert.deepEqual(describeProcesses(processesOf(home)), []),
  );
});
