import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { assertNothingLeft, processesMarked } from "../../host/process-table.ts";
import { until } from "../../host/until.ts";
import { startDaemon } from "../support/start-daemon.ts";

/** A folder for PATH whose `claude` never tells its version, and leaves something in a session of its own. */
function hangingClaude(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "bridle-probe-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "claude");
  writeFileSync(file, "#!/bin/sh\ntrap '' TERM HUP\nsetsid sleep 300 &\nwhile :; do sleep 0.1; done\n");
  chmodSync(file, 0o755);
  return `${folder}:${process.env.PATH}`;
}

for (const how of ["stop", "kill"] as const) {
  test(`D5 C4 a version probe that hangs does not outlive its daemon (${how})`, async (t) => {
    const mark = randomUUID();
    await using daemon = await startDaemon({ env: { PATH: hangingClaude(t), MARK: mark } });
    await until(() => processesMarked(mark).length >= 3);
    const ended = await daemon[how]();
    if (how === "stop") assert.equal(ended, 0);
    await assertNothingLeft(mark, 6000);
  });
}
