// Run by memory.ts in a fresh process: one host, one agent, and what it cost.
import { setTimeout as sleep } from "node:timers/promises";
import { type BenchHost, officialSdk, ours } from "./hosts.ts";

const [name = "", agent = "", pauseMs = "0"] = process.argv.slice(2);
const host: BenchHost = name === "sdk" ? await officialSdk() : ours;
let count = 0;
let resumed = performance.now();
await host.run({
  agent,
  env: process.env,
  onMessage: (_type) => {
    count++;
    if (count !== 1 || Number(pauseMs) === 0) return undefined;
    return sleep(Number(pauseMs)).then(() => {
      resumed = performance.now();
    });
  },
});
console.log(
  JSON.stringify({ count, drainMs: performance.now() - resumed, maxRssMb: process.resourceUsage().maxRSS / 1024 }),
);
