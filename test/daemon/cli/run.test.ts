import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { exitCodes } from "../../../src/cli/exit-codes.ts";
import { launcher } from "../../cli/run-bridle.ts";
import { within } from "../../host/within.ts";
import { asking, CliHome, Running, script } from "./cli-home.ts";

const home = new CliHome();
after(() => home.close());

interface SeenEvent {
  readonly sessionId: string;
  readonly seq: string;
  readonly textDelta?: { readonly text: string };
  readonly turnComplete?: { readonly outcome: string };
}

interface SeenSession {
  readonly id: string;
  readonly turns: number;
  readonly cwd: string;
  readonly title: string;
  readonly lastSeq: string;
}

const newest = async (): Promise<SeenSession> => (await home.json<SeenSession>(["sessions"]))[0] as SeenSession;

test("U2 run starts a daemon when none runs and streams the answer: text to stdout, everything else to stderr", async () => {
  const prompt = script(
    { text: "I look.", tools: [{ name: "Glob", input: { pattern: "*.txt" } }] },
    { text: "Nothing there." },
  );
  const { status, stdout, stderr } = await home.run(["run", prompt]);
  assert.deepEqual([status, stdout], [exitCodes.ok, "I look.\nNothing there.\n"]);
  assert.match(stderr, /starting a daemon/);
  assert.match(stderr, /→ Glob \*\.txt/);
  const again = await home.run(["run", prompt]);
  assert.doesNotMatch(again.stderr, /starting a daemon/);
});

test("U2 the answer comes piece by piece, before the turn is over", async () => {
  const running = home.start(["run", script({ text: "one two three", chunks: 3, chunkDelayMs: 700 })]);
  running.child.stdin?.end();
  await running.printed(/^one/m);
  assert.ok(!running.stdout.includes("three"), "the rest is not there yet");
  assert.equal((await running.ended).stdout, "one two three\n");
});

test("U2 what is piped in goes with the prompt, or is the prompt", async () => {
  const steps = script({ text: "read" });
  assert.equal((await home.run(["run", "review this"], { input: `${steps}\n` })).stdout, "read\n");
  const { title } = await newest();
  assert.match(title, /^review this/);
  assert.equal((await home.run(["run"], { input: steps })).stdout, "read\n");
  const { id } = await newest();
  assert.equal((await home.run(["send", id, "--wait"], { input: steps })).stdout, "read\n");
  assert.equal((await home.run(["send", id, ""])).status, exitCodes.usage);
  const nothing = await home.run(["run"]);
  assert.equal(nothing.status, exitCodes.usage);
  assert.match(nothing.stderr, /there is no prompt/);
});

test("U2 a pipe that is open and silent does not hold a prompt up for ever", async () => {
  const running = home.start(["run", script({ text: "here" })]);
  await running.printed(/waiting for what is piped in/);
  const { status, stdout } = await running.ended;
  assert.deepEqual([status, stdout], [exitCodes.ok, "here\n"]);
});

test("U2 run --json prints every event of the turn, one per line, with its session and in order", async () => {
  const events = await home.json<SeenEvent>(["run", script({ text: "four" })]);
  const [{ sessionId } = { sessionId: "" }] = events;
  assert.match(sessionId, /^[0-9a-f-]{36}$/);
  assert.ok(events.every((event) => event.sessionId === sessionId));
  assert.deepEqual(
    events.map(({ seq }) => Number(seq)),
    events.map((_, at) => at + 1),
  );
  assert.equal(events.map(({ textDelta }) => textDelta?.text ?? "").join(""), "four");
  assert.equal(events.at(-1)?.turnComplete?.outcome, "TURN_OUTCOME_SUCCESS");
});

test("U2 run exits with 1 when the turn failed, and says why", async () => {
  const { status, stderr } = await home.run([
    "run",
    script({ error: { status: 400, type: "invalid_request_error", message: "no" } }),
  ]);
  assert.equal(status, exitCodes.turnFailed);
  assert.match(stderr, /the turn ended: api error/);
});

test("U2 C3 run exits with 72 when the session's agent is not there", async () => {
  const { status, stderr } = await home.run(["run", "--agent", "claude", "hello"]);
  assert.equal(status, exitCodes.agentNotFound);
  assert.match(stderr, /claude was not found on PATH; install it/);
});

test("U2 an agent that the settings lack, a folder that is not there and an empty prompt are refused with 2", async () => {
  const agent = await home.run(["run", "--agent", "nobody", "hello"]);
  assert.equal(agent.status, exitCodes.usage);
  assert.equal((await home.run(["run", "  "])).status, exitCodes.usage);
  assert.match(agent.stderr, /agent must be one of bridle, claude; found nobody/);
  assert.equal((await home.run(["run", "--cwd", "/nowhere", "hello"])).status, exitCodes.usage);
  assert.equal((await home.run(["run", "--session", "1", "--continue", "hello"])).status, exitCodes.usage);
});

test("U2 run --session and --continue go on with a session, by the beginning of its id or by the folder", async () => {
  const cwd = home.folder;
  await home.good(["run", "--cwd", cwd, "--title", "kept", script({ text: "first" })]);
  const [session] = await home.json<SeenSession>(["sessions", "--cwd", cwd]);
  const id = session?.id ?? "";
  assert.equal(await home.good(["run", "--session", id.slice(0, 8), script({ text: "second" })]), "second\n");
  assert.equal(await home.good(["run", "--continue", script({ text: "third" })], { cwd }), "third\n");
  const [now] = await home.json<SeenSession>(["sessions", "--cwd", cwd]);
  assert.deepEqual([now?.id, now?.turns, now?.title, now?.cwd], [id, 3, "kept", cwd]);
  const none = await home.run(["run", "--session", "zzzz", "hello"]);
  assert.equal(none.status, exitCodes.usage);
  assert.match(none.stderr, /there is no session zzzz; `bridle sessions` lists them/);
});

test("U2 run --detach prints the session's id and leaves; attach shows it from its beginning until Ctrl-C", async () => {
  const id = (await home.good(["run", "--detach", script({ text: "done behind your back" })])).trim();
  const attached = home.start(["attach", id.slice(0, 8)]);
  await attached.printed(/^done behind your back$/m);
  assert.match(attached.stderr, /> SCRIPT/);
  attached.child.kill("SIGINT");
  assert.equal((await attached.ended).status, exitCodes.ok);
  const from = home.start(["attach", id, "--from", "3", "--json"]);
  const [, first] = await from.printed(/^(\{.*\})$/m);
  from.child.kill("SIGINT");
  await from.ended;
  assert.equal((JSON.parse(first ?? "") as SeenEvent).seq, "3");
});

test("U2 Ctrl-C interrupts the turn and exits with 130; a second one leaves the session running", async () => {
  const stalling = script({ text: "on and on", stall: true });
  const running = home.start(["run", stalling]);
  running.child.stdin?.end();
  await running.printed(/^on and on/m);
  running.child.kill("SIGINT");
  assert.equal((await running.ended).status, exitCodes.interrupted);
  assert.match(running.stderr, /^✗ interrupted$/m);

  const heedless = home.start(["run", asking("touch heedless")]);
  heedless.child.stdin?.end();
  await heedless.printed(/wants Bash/);
  // Stopped, so that the daemon's answer cannot be faster than the second one.
  const [daemon] = await home.json<{ pid: number }>(["daemon", "status"]);
  process.kill(daemon?.pid ?? 0, "SIGSTOP");
  try {
    heedless.child.kill("SIGINT");
    await heedless.printed(/Ctrl-C again leaves/);
    heedless.child.kill("SIGINT");
    await sleep(400);
    assert.equal(heedless.child.exitCode, null, "two at once are one: a launcher passes it on");
    heedless.child.kill("SIGINT");
    assert.equal((await heedless.ended).status, exitCodes.interrupted);
  } finally {
    process.kill(daemon?.pid ?? 0, "SIGCONT");
  }
});

test("U2 send queues behind the turn that runs, and --wait streams the answer", async () => {
  const running = home.start(["run", script({ text: "one two", chunks: 2, chunkDelayMs: 1500 })]);
  running.child.stdin?.end();
  const [, id = ""] = await running.printed(/session (\w+)/);
  await running.printed(/^one/m);
  const [sent] = await home.json<{ state: string; promptId: string }>([
    "send",
    id,
    "--queue",
    script({ text: "queued" }),
  ]);
  assert.equal(sent?.state, "queued");
  assert.equal(await home.good(["send", id, "--wait", script({ text: "waited for" })]), "waited for\n");
  assert.equal((await running.ended).stdout, "one two\n", "each command shows its own turn");
});

test("U2 interrupt ends the turn of a session; where none runs it says so", async () => {
  const id = (await home.good(["run", "--detach", script({ text: "x", stall: true })])).trim();
  const attached = home.start(["attach", id]);
  await attached.printed(/^x/m);
  assert.equal(await home.good(["interrupt", id.slice(0, 8)]), "interrupted\n");
  await attached.printed(/^✗ interrupted$/m);
  attached.child.kill("SIGINT");
  await attached.ended;
  assert.deepEqual(await home.json(["interrupt", id]), [{ sessionId: id, interrupted: false }]);
});

test("U2 attach ends when nobody reads it any more, though its session says nothing", {
  skip: process.platform !== "linux" && "only told on Linux",
}, async () => {
  const id = (await home.good(["run", "--detach", script({ text: "one" })])).trim();
  await home.good(["run", "--session", id, script({ text: "two" })]);
  // The reader leaves at the last event there is: no further write tells of it.
  const { lastSeq } = await newest();
  const line = `'${process.execPath}' '${launcher}' attach ${id} --json | grep --max-count=1 '"seq": *"${lastSeq}"'`;
  const piped = new Running(spawn("sh", ["-c", line], { cwd: home.project, env: home.env, stdio: "pipe" }));
  const { stdout } = await within(20_000, "the pipe ends", piped.ended);
  assert.equal(JSON.parse(stdout).seq, lastSeq);
});

test("U2 what an agent says cannot steer a terminal, and reaches a pipe as it is", async () => {
  const sly = `a\u001b[31mb`;
  const { stdout, stderr } = await home.run([
    "run",
    script({ text: sly, tools: [{ name: "Glob", input: { pattern: sly } }] }, { text: "." }),
  ]);
  assert.ok(stdout.startsWith(sly));
  assert.ok(!stderr.includes("\u001b"), "no colours without a terminal, and no sequence of the agent's");
});

test("D7 a daemon is reached by its address with a token, and without one refused with 77", async () => {
  const [status] = await home.json<{ address: string }>(["daemon", "status"]);
  const [token] = await home.json<{ token: string }>(["tokens", "add", "laptop"]);
  const env = { BRIDLE_HOME: "", BRIDLE_ADDRESS: status?.address, BRIDLE_TOKEN: token?.token };
  const { stdout } = await home.run(["run", "--cwd", home.project, script({ text: "far away" })], { env });
  assert.equal(stdout, "far away\n");
  const wrong = await home.run(["sessions", "--json"], { env: { ...env, BRIDLE_TOKEN: "brd_wrong" } });
  assert.equal(wrong.status, exitCodes.refused, wrong.stderr);
  assert.equal((JSON.parse(wrong.stderr) as { error: { code: string } }).error.code, "unauthenticated");
  assert.match(wrong.stderr, /BRIDLE_TOKEN.*bridle tokens add/);
  const bare = await home.run(["sessions", "--address", new URL(status?.address ?? "").host], { env });
  assert.equal(bare.status, exitCodes.ok, "the scheme may be left out");
  assert.equal((await home.run(["sessions", "--address", "nonsense"], { env })).status, exitCodes.usage);
  const nobody = await home.run(["sessions", "--address", "http://127.0.0.1:9"], { env });
  assert.equal(nobody.status, exitCodes.noDaemon);
});

test("C3 U2 a session whose agent is too old ends the command with 78, and so does the start of a daemon on it", async () => {
  const old = new CliHome();
  try {
    await old.good([
      "config",
      "set",
      "agents",
      JSON.stringify({ old: { command: process.execPath, version: "1.0.10" } }),
    ]);
    const ran = await old.run(["run", "--agent", "old", "hello"]);
    assert.equal(ran.status, exitCodes.configOrVersion, ran.stderr);
    assert.match(ran.stderr, /1\.0\.10 is older than 1\.0\.64/);
    await old.good(["daemon", "stop"]);
    const start = await old.run(["daemon", "start", "--agent", "old"]);
    assert.equal(start.status, exitCodes.configOrVersion, start.stderr);
    assert.match(start.stderr, /1\.0\.10 is older than 1\.0\.64/);
  } finally {
    await old.close();
  }
});
