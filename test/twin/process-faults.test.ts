import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { isBridleError, open } from "../../src/exports/host.ts";
import { type Fault, type TwinScript, twin, twinExecutable, twinPrompt } from "../../src/exports/testing.ts";
import { openTwin } from "../host/open-twin.ts";
import { assertNothingLeft, processesMarked } from "../host/process-table.ts";
import { until } from "../host/until.ts";
import { within } from "../host/within.ts";

const streaming = ["--output-format=stream-json", "--input-format=stream-json", "--verbose"];
const prompt = (content: string): string => `${JSON.stringify({ type: "user", message: { role: "user", content } })}\n`;

interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A twin on its own, as any program would start it. */
async function start(command: readonly string[], env: NodeJS.ProcessEnv, input: string): Promise<Ended> {
  const [file = "", ...args] = command;
  const child = spawn(file, args, { env: { ...process.env, ...env } });
  child.stdin.end(input);
  const [stdout, stderr, [code, signal]] = await within(
    10_000,
    "the twin's end",
    Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]),
  );
  return { code, signal, stdout, stderr };
}

test("G8 H5 an agent that a signal ends: done tells the signal", async () => {
  for (const signal of ["SIGKILL", "SIGTERM", "SIGSEGV"] as const) {
    await using agent = await openTwin({ faults: [{ at: { line: "assistant" }, exit: { signal } }] });
    const turn = await agent.session.send("go");
    await assert.rejects(within(5000, "the result", turn.result), (error) => isBridleError(error, "closed"));
    const done = await agent.session.done;
    assert.deepEqual([done.outcome, done.exitCode, done.signal], ["crashed", null, signal]);
    await assertNothingLeft(agent.mark, 0);
  }
});

test("G8 H4 H6 an agent that stops reading: calls time out, megabytes of prompts block nobody, close() ends it", async () => {
  const faults: Fault[] = [{ at: { line: "result", after: true }, deaf: "forever" }];
  await using agent = await openTwin({ faults }, { controlTimeoutMs: 200 });
  const { session, mark } = agent;
  await (await session.send("go")).result;
  // The first one may have been read before the twin went deaf.
  await session.setModel("x").catch(() => {});
  await assert.rejects(session.setModel("x"), (error) => isBridleError(error, "timeout"));
  const turn = await session.send("x".repeat(4 * 2 ** 20));
  const failed = assert.rejects(turn.result);
  const done = await within(4000, "close", session.close());
  assert.deepEqual([done.outcome, done.exitCode], ["aborted", 143]);
  await failed;
  await assertNothingLeft(mark, 0);
});

test("G8 an agent that is deaf for a while answers afterwards", async () => {
  await using agent = await openTwin({ faults: [{ at: { heard: "control_request/set_model" }, deaf: 300 }] });
  const begun = performance.now();
  await agent.session.initialized;
  await within(5000, "the answer", agent.session.setModel("x"));
  assert.ok(performance.now() - begun >= 295);
});

test("G8 H6 an agent that ignores end of input is ended by SIGTERM, one that ignores SIGTERM, too, by SIGKILL", async () => {
  const ignoring = (...what: ("SIGTERM" | "end_of_input")[]): TwinScript => ({
    faults: what.map((ignore) => ({ at: "start", ignore })),
  });
  const ends = [];
  for (const script of [ignoring(), ignoring("end_of_input"), ignoring("SIGTERM", "end_of_input")]) {
    await using agent = await openTwin(script);
    await (await agent.session.send("go")).result;
    const { exitCode, signal } = await within(4000, "close", agent.session.close());
    ends.push([exitCode, signal]);
    await assertNothingLeft(agent.mark, 0);
  }
  assert.deepEqual(ends, [
    [0, null],
    [143, null],
    [null, "SIGKILL"],
  ]);
});

test("G8 H6 a grandchild of each kind runs, and is gone with the agent", async () => {
  for (const grandchild of [{}, { holdsOutput: true }, { ignoresSigterm: true }, { ownSession: true }]) {
    await using agent = await openTwin({ faults: [{ at: { line: "system/init" }, grandchild }] });
    await (await agent.session.send("go")).result;
    // The agent, a shell and its sleep.
    await until(() => processesMarked(agent.mark).length === 3);
    await within(4000, "close", agent.session.close());
    await assertNothingLeft(agent.mark, 200);
  }
});

test("G8 H8 a flood of stderr is written before what comes behind it", async () => {
  const faults: Fault[] = [
    { at: "start", stderr: { text: "x".repeat(1000), repeat: 1000 } },
    { at: "start", exit: { code: 4 } },
  ];
  const { command, args } = twinExecutable({ faults });
  const { code, stderr } = await start([command, ...args, ...streaming], {}, "");
  assert.deepEqual([code, stderr.length], [4, 1_000_000]);
});

test("G8 the path with its environment, the command line and a file give the same twin", async () => {
  const folder = mkdtempSync(join(tmpdir(), "bridle-twin-"));
  const script: TwinScript = { steps: [{ text: "from the script" }] };
  const file = join(folder, "script.json");
  writeFileSync(file, JSON.stringify(script));
  const { path, env, command, args } = twinExecutable(script);
  const ways: [command: readonly string[], env: NodeJS.ProcessEnv][] = [
    [[path], env],
    [[command, ...args], {}],
    [[path, `--script=${file}`], {}],
    [[path], twinExecutable(file).env],
  ];
  try {
    for (const [way, more] of ways) {
      const { code, stdout } = await start([...way, ...streaming], more, prompt("go"));
      assert.equal(code, 0);
      assert.match(stdout, /"result":"from the script"/);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("G8 a one-shot has no lines for a fault, and meets those of other moments", async () => {
  const faults: Fault[] = [
    { at: { line: "*" }, drop: true, times: "every" },
    { at: "start", stderr: { text: "started" } },
  ];
  const { command, args } = twinExecutable({ faults });
  const { code, stdout, stderr } = await start([command, ...args, "-p"], {}, "go");
  assert.deepEqual([code, stdout, stderr], [0, "ok\n", "started"]);
});

test("G8 H1 a host that asks for the version meets no fault, and then all of them", async () => {
  const { path, env } = twinExecutable({ faults: [{ at: "start", exit: { code: 9 } }] });
  await using session = await open({ executable: path, env: { ...process.env, ...env } });
  assert.equal((await within(5000, "done", session.done)).exitCode, 9);
});

test("G8 a script that is wrong is told on stderr with where and what, also one in a prompt", async () => {
  const { path } = twinExecutable();
  const given = await start([path, ...streaming], { BRIDLE_SCRIPT: '{"faults":[{"at":"strat","drop":true}]}' }, "");
  assert.equal(given.code, 1);
  assert.match(given.stderr, /^Error: BRIDLE_SCRIPT: fault 1: at has to be "start", "end_of_input", /);
  const wrong = twinPrompt({ faults: [{ at: "start", drip: true } as never] });
  const prompted = await start([path, ...streaming], {}, prompt(wrong));
  assert.equal(prompted.code, 1);
  assert.match(prompted.stderr, /^Error: the prompt's script: the key fault 1: drip has to be one of at, times, split/);
});

test("G8 what cannot be is refused before anything is started", () => {
  const huge = { steps: [{ text: "x".repeat(200_000) }] };
  assert.throws(
    () => twinExecutable(huge),
    (error) => isBridleError(error, "invalid_option") && /path of a file/.test(error.message),
  );
  const impossible: TwinScript = { faults: [{ at: "start", grandchild: {} }] };
  assert.throws(
    () => twin(impossible),
    (error) => isBridleError(error, "invalid_option") && /twinExecutable/.test(error.message),
  );
});

test("G8 a heedless agent says all of it before it hears anything; any other is interrupted in the middle", async () => {
  const said: number[] = [];
  for (const heedless of [true, false]) {
    await using agent = await openTwin({ steps: [{ text: "x".repeat(500), chunks: 500, chunkDelayMs: 5 }], heedless });
    let deltas = 0;
    for await (const { type } of await agent.session.send("go"))
      if (type === "text_delta" && deltas++ === 0) void agent.session.interrupt();
    said.push(deltas);
  }
  assert.equal(said[0], 500);
  assert.ok(Number(said[1]) < 400, `${said[1]}`);
});
