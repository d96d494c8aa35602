import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { test } from "node:test";
import { markedProcesses } from "./marked-processes.ts";

test("H6 a process is found by the mark it inherited, also in a session of its own and when its parent is gone", async (t) => {
  const value = randomUUID();
  const mark = `BRIDLE_TEST=${value}`;
  const script = `const { spawn } = require("node:child_process");
    const child = spawn("sleep", ["60"], { detached: true, stdio: "ignore" });
    process.stdout.write(String(child.pid), () => process.exit());`;
  const parent = spawn(process.execPath, ["-e", script], { env: { ...process.env, BRIDLE_TEST: value } });
  const [told] = (await once(parent.stdout, "data")) as [Buffer];
  const orphan = Number(told.toString());
  t.after(() => process.kill(orphan, "SIGKILL"));
  await once(parent, "close");
  assert.deepEqual(markedProcesses(new Set([mark, "OTHER=mark"])), [{ pid: orphan, mark }]);
  assert.deepEqual(markedProcesses(new Set([mark.slice(0, -1)])), [], "a part of a value is another value");
});
