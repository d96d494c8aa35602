import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { within } from "../../host/within.ts";
import { attach, connect, holderFolder, program, shell, start } from "./hold.ts";

const driverFile = join(import.meta.dirname, "daemon-driver.ts");

/** Lets drivers come and be killed with -9 until one sees the agent's exit. Gives how many were killed. */
async function killUntilExited(args: readonly string[], moreOutput: () => number, kills: number): Promise<number> {
  for (let killed = 0; ; killed++) {
    const driver = spawn(process.execPath, [driverFile, ...args], { stdio: ["ignore", "pipe", "inherit"] });
    let text = "";
    driver.stdout.setEncoding("utf8").on("data", (part: string) => {
      text += part;
    });
    const before = moreOutput();
    const gone = once(driver, "exit");
    const deadline = Date.now() + 30_000;
    const done = (): boolean => text.includes("exited") || driver.exitCode !== null || Date.now() > deadline;
    // The kill comes at a random moment after it began to take output.
    while (!done() && (killed >= kills || moreOutput() === before)) await sleep(1);
    if (killed < kills && !done()) await sleep(Math.random() * 15);
    driver.kill("SIGKILL");
    await gone;
    assert.ok(Date.now() < deadline, "it goes on");
    if (text.includes("exited")) return killed;
  }
}

test("D5 a daemon that is killed with -9 again and again gets every byte once and in order", async (t) => {
  const folder = holderFolder(t);
  const output = join(folder, "output");
  writeFileSync(output, "");
  const link = await connect(folder, { windowBytes: 200_000, spoolBytes: 3_000_000 });
  // It takes its time, so that there is something to kill.
  const script = "for i in 1 2 3 4 5 6 7 8; do seq $((i * 1000000)) $((i * 1000000 + 400000)); sleep 0.2; done";
  const told = await start(link, shell("a", script), false);
  told.acknowledging = false;
  await link.detach();
  const killed = await killUntilExited([folder, "a", output], () => statSync(output).size, 6);
  assert.ok(killed >= 3, `${killed} daemons were killed`);
  const line = (i: number): string =>
    `${Array.from({ length: 400_001 }, (_, index) => i * 1_000_000 + index).join("\n")}\n`;
  const expected = [1, 2, 3, 4, 5, 6, 7, 8].map(line).join("");
  assert.ok(readFileSync(output, "latin1") === expected, "the output is whole");
});

test("D5 input of a daemon that is killed between sending and confirmation arrives once and in order", async (t) => {
  const folder = holderFolder(t);
  const [output, input] = [join(folder, "output"), join(folder, "input")];
  writeFileSync(output, "");
  writeFileSync(input, `${Array.from({ length: 600_000 }, (_, index) => index).join("\n")}\n`);
  const link = await connect(folder, { inputBytes: 300_000 });
  // Reads slowly, so that input waits at every stage.
  const slow = `process.stdin.on("data", (chunk) => { process.stdout.write(chunk); process.stdin.pause(); setTimeout(() => process.stdin.resume(), 8); });`;
  await start(link, program("a", slow));
  await link.detach();
  const killed = await killUntilExited([folder, "a", output, input], () => statSync(output).size, 5);
  assert.ok(killed >= 3, `${killed} daemons were killed`);
  assert.ok(readFileSync(output).equals(readFileSync(input)), "the input came back whole");
});

test("D5 a daemon that hangs with output on its way, and is cut off, is told that it was replaced when it goes on", async (t) => {
  const folder = holderFolder(t);
  const link = await connect(folder);
  const told = await start(link, shell("a", "seq 1 400000; sleep 60"));
  while (told.bytes.length === 0) await sleep(1);
  // This process reads nothing while the other one runs.
  const linkFile = join(import.meta.dirname, "../../../src/daemon/holding/holder-link.ts");
  const next = `const { HolderLink } = await import(${JSON.stringify(linkFile)});
    await new Promise((done) => setTimeout(done, 300));
    await HolderLink.connect({ folder: ${JSON.stringify(folder)}, spawn: false, holderCommand: [] });
    process.exit(7);`;
  assert.equal(spawnSync(process.execPath, ["--input-type=module", "-e", next]).status, 7);
  assert.equal(await within(10_000, "the end of the first", link.closed), "replaced");
});

test("D5 a new daemon takes over from one that hangs, at any moment, without a hole", async (t) => {
  const folder = holderFolder(t);
  let link = await connect(folder, { windowBytes: 150_000 });
  let told = await start(link, shell("a", "seq 1 2000000"));
  const parts: Buffer[] = [];
  let at = 0;
  let links = 1;
  for (; !told.ended && links < 200; links++) {
    await sleep(Math.random() * 5);
    const next = await connect(folder, { windowBytes: 150_000 });
    assert.equal(await link.closed, "replaced");
    parts.push(told.bytes);
    at += told.bytes.length;
    link = next;
    const held = link.agents[0];
    assert.ok(held !== undefined && held.outputFrom <= at && held.outputTo >= at);
    told = attach(link, "a", at);
  }
  await within(20_000, "the exit", told.exit);
  parts.push(told.bytes);
  assert.ok(links > 3, `${links} daemons`);
  const expected = `${Array.from({ length: 2_000_000 }, (_, index) => index + 1).join("\n")}\n`;
  assert.ok(Buffer.concat(parts).toString("latin1") === expected, "the output is whole");
});
