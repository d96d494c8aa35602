import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { until } from "../../host/until.ts";
import { within } from "../../host/within.ts";
import { attach, connect, holderFile, holderFolder, program, shell, start, Told } from "./hold.ts";

/** Writes numbered lines for ever, and how many bytes of them its pipe took to a file. */
const flood = (file: string, total: number): string => `
  const fs = require("node:fs");
  let line = 0, bytes = 0;
  while (bytes < ${total}) {
    let text = "";
    for (let i = 0; i < 2000; i++) text += (line++) + "\\n";
    const chunk = Buffer.from(text);
    for (let done = 0; done < chunk.length; ) done += fs.writeSync(1, chunk, done);
    bytes += chunk.length;
    fs.writeFileSync(${JSON.stringify(file)}, String(bytes));
  }`;

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

const wrote = (file: string): number => Number(existsSync(file) ? readFileSync(file, "utf8") : 0);

/** Resolves once so much came through and the number stands still. */
async function standsStill(enough: () => boolean, read: () => number): Promise<number> {
  while (!enough()) await sleep(20);
  for (let before = -1, still = 0; ; ) {
    const now = read();
    still = now === before && now > 0 ? still + 1 : 0;
    if (still === 15) return now;
    before = now;
    await sleep(20);
  }
}

const numbered = (text: string): boolean =>
  text
    .split("\n")
    .slice(0, -1)
    .every((line, index) => line === String(index));

test("D5 a daemon that acknowledges nothing gets one window, then the agent blocks; it goes on when it does", async (t) => {
  const folder = holderFolder(t);
  const count = join(folder, "count");
  const link = await connect(folder, { windowBytes: 200_000 });
  const told = await start(link, program("a", flood(count, 3_000_000)), false);
  const blocked = await within(
    10_000,
    "back-pressure",
    standsStill(
      () => told.to >= 200_000,
      () => wrote(count),
    ),
  );
  assert.ok(told.to >= 200_000 && told.to <= 200_000 + 65_536, `${told.to} bytes were sent`);
  assert.ok(blocked < 2_000_000, `the agent wrote ${blocked} bytes`);
  assert.deepEqual(readdirSync(join(folder, "spool")), [], "an attached daemon needs no spool");
  told.acknowledging = true;
  link.acknowledge("a", told.to);
  await within(30_000, "the exit", told.exit);
  assert.ok(numbered(told.text) && told.to >= 3_000_000);
});

test("D5 without a daemon output is spooled up to a cap, then the agent blocks; a daemon gets all of it in order", async (t) => {
  const folder = holderFolder(t);
  const count = join(folder, "count");
  const spool = join(folder, "spool", "a.spool");
  const options = { windowBytes: 200_000, spoolBytes: 1_000_000 };
  const first = await connect(folder, options);
  await start(first, program("a", flood(count, 5_000_000)), false);
  await first.detach();
  const blocked = await within(
    10_000,
    "back-pressure",
    standsStill(
      () => sizeOf(spool) > 900_000,
      () => wrote(count),
    ),
  );
  assert.ok(statSync(spool).size <= 1_000_000 && statSync(spool).size > 900_000);
  assert.equal(statSync(spool).mode & 0o777, 0o600);
  assert.equal(statSync(join(folder, "spool")).mode & 0o777, 0o700);
  assert.ok(blocked < 3_000_000, `the agent wrote ${blocked} bytes`);
  const second = await connect(folder, options);
  const told = attach(second, "a", 0);
  await within(30_000, "the exit", told.exit);
  assert.ok(numbered(told.text) && told.to >= 5_000_000);
  assert.ok(!existsSync(spool), "an empty spool is removed");
});

test("D5 a spool on a full disk means back-pressure, never loss", async (t) => {
  const folder = holderFolder(t);
  const count = join(folder, "count");
  const spool = join(folder, "spool", "a.spool");
  // No file may grow past 512 KiB: what the system says of a write that is cut off in the middle.
  const shellLine = `trap '' XFSZ; ulimit -f 512; exec "$0" "$@"`;
  const holderCommand = ["/bin/bash", "-c", shellLine, process.execPath, holderFile] as const;
  const options = { windowBytes: 200_000, holderCommand: [...holderCommand] as [string, ...string[]] };
  const first = await connect(folder, options);
  await start(first, program("a", flood(count, 5_000_000)), false);
  await first.detach();
  const blocked = await within(
    10_000,
    "back-pressure",
    standsStill(
      () => sizeOf(spool) > 300_000,
      () => wrote(count),
    ),
  );
  assert.ok(blocked < 3_000_000, `the agent wrote ${blocked} bytes`);
  const size = sizeOf(spool);
  assert.ok(size > 300_000 && size <= 512 * 1024, `${size} bytes were spooled`);
  const second = await connect(folder, options);
  const told = attach(second, "a", 0);
  await within(30_000, "the exit", told.exit);
  assert.ok(numbered(told.text) && told.to >= 5_000_000);
});

test("D5 exit and last words are told after all output, to every daemon until one forgets the agent", async (t) => {
  const folder = holderFolder(t);
  const first = await connect(folder);
  const told = await start(first, shell("a", "seq 1 100000; echo last words >&2; exit 7"));
  await told.exit;
  assert.equal(told.to, 588_895);
  await first.detach();
  const second = await connect(folder);
  assert.deepEqual(
    second.agents.map(({ id, exited, outputFrom, outputTo }) => ({ id, exited, outputFrom, outputTo })),
    [{ id: "a", exited: true, outputFrom: 588_895, outputTo: 588_895 }],
  );
  const again = await within(5000, "the exit", attach(second, "a", 588_895).exit);
  assert.deepEqual(again, { exitCode: 7, signal: null, stderr: "last words\n" });
  second.forget("a");
  await second.detach();
  const third = await connect(folder);
  assert.deepEqual(third.agents, []);
});

test("D5 the exit of an agent that ended without a daemon is told behind all it wrote, however much", async (t) => {
  const folder = holderFolder(t);
  const first = await connect(folder, { windowBytes: 1000 });
  const { pid } = await first.start(shell("a", "seq 1 300000"), new Told("a", false));
  await first.detach();
  await until(() => !existsSync(`/proc/${pid}`));
  const second = await connect(folder, { windowBytes: 1000 });
  const told = attach(second, "a", 0);
  await within(30_000, "the exit", told.exit);
  assert.equal(told.to, 1_988_895);
});

test("D5 output that was acknowledged is gone, and asking for it is answered clearly", async (t) => {
  const folder = holderFolder(t);
  const first = await connect(folder);
  const told = await start(first, shell("a", "echo hello; exec cat"));
  await until(() => told.to === 6);
  await first.detach();
  const second = await connect(folder);
  assert.throws(() => attach(second, "a", 0), { code: "conflict", message: /from 6 to 6, not from 0/ });
  assert.throws(() => attach(second, "b", 0), { code: "not_found" });
});

test("D5 an agent that nobody wants is ended and forgotten with its spool", async (t) => {
  const folder = holderFolder(t);
  const first = await connect(folder, { windowBytes: 1000 });
  await start(first, shell("a", "while :; do echo y; done"), false);
  await first.detach();
  const spool = join(folder, "spool", "a.spool");
  await until(() => existsSync(spool));
  const second = await connect(folder, { windowBytes: 1000 });
  const pid = second.agents[0]?.pid ?? 0;
  second.forget("a");
  await until(() => !existsSync(spool));
  await until(() => !existsSync(`/proc/${pid}`));
});

test("D5 what a killed holder left in its spool folder is removed", async (t) => {
  const folder = holderFolder(t);
  const first = await connect(folder, { windowBytes: 1000 });
  await start(first, shell("a", "seq 1 100000; exec sleep 60"), false);
  const spool = join(folder, "spool", "a.spool");
  await first.detach();
  await until(() => existsSync(spool));
  process.kill(first.pid, "SIGKILL");
  await until(() => !existsSync(`/proc/${first.pid}`));
  await connect(folder);
  assert.ok(!existsSync(spool));
});
