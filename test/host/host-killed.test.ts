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
      const [line] = (await Promise.race([once(child.stdout, "data"), beforeItsTime(exited)])) as [Buffer];
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

/** How long a host takes to start is the machine's affair; one that ends instead is not. */
async function beforeItsTime(exited: Promise<unknown[]>): Promise<never> {
  const [code, signal] = await exited;
  throw new Error(`the host ended by itself before its agent ran commands: ${code ?? signal}`);
}

async function untilGone(pid: number): Promise<void> {
  while (existsSync(`/proc/${pid}`)) await sleep(20);
}
