import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { eventually } from "../../../test/daemon/support/eventually.ts";
import { runCommand } from "./run-command.ts";

const folder = mkdtempSync(join(tmpdir(), "bridle-nc-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const message = { id: "a", kind: "ask", created_ms: 1, tool: "Bash" };
const signal = new AbortController().signal;
const env = { PATH: process.env.PATH, HOME: folder, SECRET_OF_THE_DAEMON: "x" };

function run(script: string, timeout_ms = 20_000, at = signal) {
  const file = join(folder, `${Math.random()}.sh`);
  writeFileSync(file, `#!/bin/sh\n${script}\n`, { mode: 0o700 });
  const target = { name: "own", type: "command", command: file, args: ["fixed argument"], timeout_ms } as const;
  return runCommand(target, message, env, at);
}

test("D14 a command gets the message on its stdin, the arguments of the settings, and none of the daemon's secrets", async () => {
  const out = join(folder, "out");
  assert.deepEqual(await run(`{ cat; echo "$1"; env; } > ${out}`), { ok: true });
  const [line = "", argument, ...variables] = readFileSync(out, "utf8").split("\n");
  assert.deepEqual(JSON.parse(line), message);
  assert.equal(argument, "fixed argument");
  assert.ok(!variables.some((one) => one.startsWith("SECRET_OF")));
  assert.ok(variables.includes(`HOME=${folder}`));
});

test("D14 a command that fails, cannot be started or talks without end did not take the message", async () => {
  assert.deepEqual(await run("exit 3"), { ok: false, why: "it ended with exit code 3", isFinal: false });
  const missing = { name: "own", type: "command", command: join(folder, "nothing") } as const;
  assert.deepEqual(await runCommand(missing, message, env, signal), {
    ...{ ok: false, why: "it cannot be started", isFinal: false },
  });
  const loud = await run("while :; do echo wordswordswordswordswords; done");
  assert.deepEqual(loud, { ok: false, why: "it wrote more than 65536 bytes and was ended", isFinal: true });
});

test("D14 a command that takes too long is ended with everything it started, also what left its process group", async () => {
  const pids = join(folder, "pids");
  const slow = await run(`setsid sleep 600 & echo $! >> ${pids}\nsleep 600 & echo $! >> ${pids}\nwait`, 2_000);
  assert.deepEqual(slow, { ok: false, why: "it took longer than 2000 ms and was ended", isFinal: false });
  const started = readFileSync(pids, "utf8").trim().split("\n");
  assert.equal(started.length, 2);
  await eventually("they are gone", () => started.every(isGone));
  const stopping = new AbortController();
  const flag = join(folder, "flag");
  const cut = run(`touch ${flag}; sleep 600`, 60_000, stopping.signal);
  await eventually("it runs", () => existsSync(flag));
  stopping.abort();
  assert.deepEqual(await cut, { ok: false, why: "a signal ended it", isFinal: false });
});

/** A zombie is gone: nobody waits for it here. */
function isGone(pid: string): boolean {
  try {
    return / Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return true;
  }
}
