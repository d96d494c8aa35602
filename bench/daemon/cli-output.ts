import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Figures } from "../figures.ts";
import { median, rounded } from "../median.ts";
import { environment, RunningDaemon } from "./running-daemon.ts";

const launcher = join(import.meta.dirname, "..", "..", "bin", "bridle.cjs");

/** From the start of `bridle sessions`, with a daemon that runs, to the first byte it prints. */
export async function cliFirstOutput(rounds: number): Promise<Figures> {
  await using daemon = await RunningDaemon.start();
  await daemon.sessions(1);
  const times: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const taken = await firstByte(daemon.home, ["sessions"]);
    if (round > 0) times.push(taken);
  }
  return { cli_first_output_ms: rounded(median(times), 0) };
}

async function firstByte(home: string, args: readonly string[]): Promise<number> {
  const env = { ...environment(home), BRIDLE_HOME: home };
  const begun = performance.now();
  const child = spawn(process.execPath, [launcher, ...args], { env, stdio: ["ignore", "pipe", "inherit"] });
  const gone = once(child, "exit");
  let taken = Number.NaN;
  child.stdout.once("data", () => {
    taken = performance.now() - begun;
  });
  child.stdout.resume();
  const [code] = await gone;
  if (code !== 0 || Number.isNaN(taken))
    throw new Error(`bridle ${args.join(" ")} printed nothing and ended with ${code}`);
  return taken;
}
