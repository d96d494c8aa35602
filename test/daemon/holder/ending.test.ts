import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { endHolder } from "../../../src/daemon/holding/end-holder.ts";
import { pidFileIn, socketIn } from "../../../src/holder/holder-files.ts";
import { assertNothingLeft, processesMarked } from "../../host/process-table.ts";
import { until } from "../../host/until.ts";
import { within } from "../../host/within.ts";
import { connect, holderFolder, shell, start } from "./hold.ts";

const runs = (pid: number): boolean => existsSync(`/proc/${pid}`);

test("D5 H6 a holder that is killed with -9 takes its agents and all they started with it", async (t) => {
  const folder = holderFolder(t);
  const mark = randomUUID();
  const link = await connect(folder);
  // The second ignores everything but KILL; both leave something in a session of its own.
  const polite = await start(link, shell("a", "setsid sleep 300 & echo up; exec sleep 300", { MARK: mark }));
  const deaf = await start(
    link,
    shell("b", "trap '' TERM HUP; setsid sleep 300 & echo up; while :; do sleep 0.1; done", { MARK: mark }),
  );
  await until(() => polite.to > 0 && deaf.to > 0);
  assert.ok(processesMarked(mark).length >= 4);
  process.kill(link.pid, "SIGKILL");
  assert.equal(await within(2000, "the end of the connection", link.closed), "lost");
  await assertNothingLeft(mark, 8000);
});

test("D5 stop ends all agents, politely first, tells their exits and ends the holder", async (t) => {
  const folder = holderFolder(t);
  const mark = randomUUID();
  const link = await connect(folder);
  const reader = await start(link, shell("reader", "cat; echo end of input; exit 3", { MARK: mark }));
  const polite = await start(
    link,
    shell("polite", "trap 'echo bye; exit 4' TERM; echo up; while :; do sleep 0.05; done", { MARK: mark }),
  );
  const deaf = await start(link, shell("deaf", "trap '' TERM; echo up; while :; do sleep 0.1; done", { MARK: mark }));
  await until(() => polite.to > 0 && deaf.to > 0);
  await within(10_000, "the stop", link.stop());
  assert.equal(await link.closed, "stopped");
  assert.deepEqual([(await reader.exit).exitCode, reader.text], [3, "end of input\n"]);
  assert.deepEqual([(await polite.exit).exitCode, polite.text], [4, "up\nbye\n"]);
  assert.equal((await deaf.exit).signal, "SIGKILL");
  await until(() => !runs(link.pid));
  await assertNothingLeft(mark);
});

test("D5 SIGTERM to the holder is a stop; a daemon that comes meanwhile waits and gets a new one", async (t) => {
  const folder = holderFolder(t);
  const mark = randomUUID();
  const link = await connect(folder);
  const told = await start(link, shell("a", "cat; echo end of input; sleep 0.5", { MARK: mark }));
  process.kill(link.pid, "SIGTERM");
  await until(() => told.text === "end of input\n");
  const next = connect(folder);
  assert.equal(await within(10_000, "the end", link.closed), "stopped");
  assert.notEqual((await within(10_000, "a new holder", next)).pid, link.pid);
  await assertNothingLeft(mark);
});

test("D5 a stop without a daemon does not wait for output that nobody will take", async (t) => {
  const folder = holderFolder(t);
  const mark = randomUUID();
  const link = await connect(folder, { windowBytes: 1000, spoolBytes: 0 });
  const told = await start(link, shell("a", "exec yes", { MARK: mark }), false);
  await until(() => told.to > 1000);
  await link.detach();
  process.kill(link.pid, "SIGTERM");
  await until(() => !runs(link.pid));
  await assertNothingLeft(mark);
});

test("D5 an agent that was stopped with SIGSTOP can be ended, and one in back-pressure too", async (t) => {
  const folder = holderFolder(t);
  const link = await connect(folder, { windowBytes: 1000 });
  const frozen = await start(link, shell("frozen", "echo up; exec sleep 300"));
  const full = await start(link, shell("full", "exec yes"), false);
  await until(() => frozen.to > 0 && full.to > 1000);
  link.signal("frozen", "SIGSTOP");
  link.signal("frozen", "SIGKILL");
  assert.equal((await within(5000, "the exit", frozen.exit)).signal, "SIGKILL");
  link.signal("full", "SIGTERM");
  full.acknowledging = true;
  link.acknowledge("full", full.to);
  assert.equal((await within(5000, "the exit", full.exit)).signal, "SIGTERM");
  assert.equal(full.text, "y\n".repeat(full.to / 2), "what it wrote before is told first");
});

test("D5 signals reach what the agent started, and a wrong one is refused", async (t) => {
  const folder = holderFolder(t);
  const mark = randomUUID();
  const problems: unknown[] = [];
  const link = await connect(folder, { trace: (problem) => problems.push(problem) });
  const told = await start(link, shell("a", "sleep 300 & echo up; wait", { MARK: mark }));
  await until(() => told.to > 0);
  link.signal("a", "SIGNONE" as NodeJS.Signals);
  link.signal("nobody", "SIGTERM");
  link.signal("a", "SIGTERM");
  await within(5000, "the exit", told.exit);
  assert.deepEqual(problems, [
    { id: "a", message: "there is no such signal" },
    { id: "nobody", message: "there is no such agent" },
  ]);
  await assertNothingLeft(mark);
});

test("D5 a holder that does not answer: connecting says what to do, and it is ended all the same", async (t) => {
  const folder = holderFolder(t);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const says = `require("net").createServer(() => {}).listen(process.argv[1], () => console.log("up"))`;
  const mute = spawn(process.execPath, ["-e", says, socketIn(folder)], { stdio: ["ignore", "pipe", "ignore"] });
  t.after(() => mute.kill("SIGKILL"));
  await once(mute.stdout, "data");
  writeFileSync(pidFileIn(folder), String(mute.pid));
  await assert.rejects(connect(folder, { timeoutMs: 300 }), {
    code: "timeout",
    message: new RegExp(`did not answer within 300 ms; kill -9 ${mute.pid} ends it and its agents`),
  });
  assert.equal(await within(15_000, "the end", endHolder(folder)), true);
  assert.equal(mute.signalCode ?? (await once(mute, "exit"))[1], "SIGKILL");
});

test("D5 a holder that was stopped is ended with its agents", async (t) => {
  const folder = holderFolder(t);
  const mark = randomUUID();
  const link = await connect(folder);
  const told = await start(link, shell("a", "trap '' TERM; echo up; while :; do sleep 0.1; done", { MARK: mark }));
  await until(() => told.to > 0);
  await link.detach();
  process.kill(link.pid, "SIGSTOP");
  assert.equal(await within(20_000, "the end", endHolder(folder)), true);
  await assertNothingLeft(mark, 8000);
  assert.equal(await endHolder(folder), false, "nobody is there any more");
});

test("D5 stop ends a holder that does not answer, and so does a second one", async (t) => {
  const folder = holderFolder(t);
  const mark = randomUUID();
  const link = await connect(folder);
  const told = await start(link, shell("a", "echo up; exec sleep 300", { MARK: mark }));
  await until(() => told.to > 0);
  process.kill(link.pid, "SIGSTOP");
  // Given up: nothing was told of its end.
  link.forget("a");
  await within(5000, "the stop", Promise.all([link.stop(), link.stop()]));
  assert.equal(await link.closed, "lost");
  await assertNothingLeft(mark, 8000);
});
