import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { until } from "../../test/host/until.ts";
import { processFacts, readPsLine } from "./process-facts.ts";

test("D5 state and CPU time of a process are seen while it works, is stopped and is gone", async () => {
  const child = spawn(process.execPath, ["--eval", "for (;;);"], { stdio: "ignore" });
  const pid = child.pid as number;
  try {
    await until(() => (processFacts(pid)?.cpuMs ?? 0) >= 200);
    assert.equal(processFacts(pid)?.state, "R");
    child.kill("SIGSTOP");
    await until(() => processFacts(pid)?.state === "T");
    const stopped = processFacts(pid)?.cpuMs;
    await new Promise((resolve) => setTimeout(resolve, 60));
    assert.equal(processFacts(pid)?.cpuMs, stopped);
  } finally {
    child.kill("SIGKILL");
  }
  await once(child, "exit");
  assert.equal(processFacts(pid), undefined);
});

test("D5 what ps prints is read, whatever the length of its times", () => {
  assert.deepEqual(readPsLine("Ss       00:00:03\n"), { state: "S", cpuMs: 3000 });
  assert.deepEqual(readPsLine("R+     0:01.25\n"), { state: "R", cpuMs: 1250 });
  assert.deepEqual(readPsLine("T    1-02:03:04"), { state: "T", cpuMs: 93_784_000 });
  assert.equal(readPsLine(""), undefined);
});
