import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { assertNothingLeft, processesMarked } from "./process-table.ts";
import { until } from "./until.ts";
import { within } from "./within.ts";

const host = fileURLToPath(new URL("killed-host.ts", import.meta.url));

for (const [what, fault] of Object.entries({
  "goes on at end of input": "ignore",
  "ends at end of input and leaves its commands": "exit",
})) {
  test(`H6 a host killed with -9 in mid-turn leaves nothing of an agent that ${what}`, async () => {
    const child = spawn(process.execPath, [host, fault], { stdio: ["ignore", "pipe", "inherit"] });
    const exited = once(child, "exit");
    try {
      const [line] = (await within(20_000, "the agent's commands", once(child.stdout, "data"))) as [Buffer];
      const { mark, reaper } = JSON.parse(line.toString()) as { mark: string; reaper: number };
      await until(() => processesMarked(mark).length >= 5);
      child.kill("SIGKILL");
      await within(1000, "the host's end", exited);
      await assertNothingLeft(mark, 6000);
      await within(5000, "the reaper's end", untilGone(reaper));
    } finally {
      child.kill("SIGKILL");
    }
  });
}

async function untilGone(pid: number): Promise<void> {
  while (existsSync(`/proc/${pid}`)) await sleep(20);
}
