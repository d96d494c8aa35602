import { readFileSync } from "node:fs";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { RunningDaemon } from "../../../bench/daemon/running-daemon.ts";
import { eventually } from "../support/eventually.ts";

const rssMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;

// The built one: threads that run sources have a compiler with them.
test("D12 after 2 000 sessions a daemon that rests is back at what it was, and 30 MB", async () => {
  await using daemon = await RunningDaemon.start();
  await sleep(1000);
  const idle = rssMb(daemon.pid);
  const create = () => daemon.client.sessions.createSession({ agent: "pouring", cwd: daemon.home });
  for (let made = 0; made < 2000; made += 50) await Promise.all(Array.from({ length: 50 }, create));
  await eventually(`${idle} MB and 30`, () => rssMb(daemon.pid) <= idle + 30, 40_000);
});
