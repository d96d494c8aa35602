import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { after, test } from "node:test";
import { scripted } from "../../src/script/scripted-prompt.ts";
import { ScriptedModelApi } from "../lab/scripted-model-api.ts";
import { markedSeconds, processesOf, processesWith } from "../live/processes.ts";
import { until } from "../live/until.ts";
import { agentFile } from "./agent-file.ts";
import { AgentProcess, type ProcessOptions } from "./agent-process.ts";
import { asking, request, user } from "./drive.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "bridle-agent-process-")));
after(() => rmSync(folder, { recursive: true, force: true }));

const env = { PATH: process.env.PATH, HOME: folder, TMPDIR: folder, BRIDLE_AGENT_DB: join(folder, "agent.db") };

function start(more: Partial<ProcessOptions> = {}): AgentProcess {
  return new AgentProcess({ env, cwd: folder, argv: [...asking, "--allowedTools", "Bash"], ...more });
}

/** Up and idle. */
async function idle(): Promise<AgentProcess> {
  const agent = start();
  agent.send(request("initialize"));
  await agent.saw("answers initialize");
  return agent;
}

/** In the middle of a Bash call that would take minutes; gives what its process is called. */
async function busy(agent: AgentProcess): Promise<string> {
  const sleep = `sleep ${markedSeconds()}`;
  agent.send(user(scripted({ tools: [{ name: "Bash", input: { command: `${sleep}; echo one` } }] }, { text: "two" })));
  await agent.saw("tool_use Bash");
  await until("the tool runs", () => processesWith(sleep).length > 0);
  return sleep;
}

const endings = [
  { signal: "SIGINT", code: 0, result: true },
  { signal: "SIGTERM", code: 143, result: false },
  { signal: "SIGHUP", code: 129, result: false },
] as const;

for (const { signal, code, result } of endings) {
  test(`G2 ${signal} while nothing runs: exit ${code}`, async () => {
    await using agent = await idle();
    agent.child.kill(signal);
    assert.equal(await agent.ended(), code);
    assert.deepEqual([agent.labels, agent.stderr], [["answers initialize"], ""]);
  });

  test(`G2 ${signal} in a turn: exit ${code}, ${result ? "with" : "without"} a result, and the tool is gone`, async () => {
    await using agent = start();
    const sleep = await busy(agent);
    agent.child.kill(signal);
    assert.equal(await agent.ended(), code);
    assert.deepEqual(processesWith(sleep), []);
    const results = agent.labels.filter((label) => label.startsWith("result"));
    assert.deepEqual(results, result ? ["result error_during_execution aborted_tools"] : []);
    assert.ok(agent.stdout.endsWith("\n"));
  });
}

test("G2 the end of input while nothing runs: exit 0, and 1 when the last result was an error", async () => {
  await using good = await idle();
  good.child.stdin.end();
  assert.equal(await good.ended(), 0);
  await using bad = start({ env: { ...env, CLAUDE_CODE_MAX_RETRIES: "0" } });
  bad.send(user(scripted({ error: { status: 400, message: "no" } })));
  await bad.saw("result success");
  bad.child.stdin.end();
  assert.equal(await bad.ended(), 1);
});

test("G2 the end of input in a turn: it is finished, then exit 0", async () => {
  await using agent = start();
  const run = { name: "Bash", input: { command: "sleep 0.3; echo one" } };
  agent.send(user(scripted({ tools: [run] }, { text: "two" })));
  await agent.saw("tool_use Bash");
  agent.child.stdin.end();
  assert.equal(await agent.ended(), 0);
  assert.deepEqual(agent.labels.slice(-3), ["tool_result one", "text two", "result success two"]);
});

test("G2 a host that does not read any more: the agent ends by itself, and what it started with it", async () => {
  await using agent = start();
  const sleep = await busy(agent);
  agent.child.stdout.destroy();
  agent.send(request("get_plan"));
  await agent.ended();
  await until("the tool is gone", () => processesWith(sleep).length === 0);
});

test("G2 a host that is gone while a tool never ends: the agent ends, and the tool with it", async () => {
  for (const argv of [
    [...asking, "--allowedTools", "Bash"],
    ["--stdio", "--db", ":memory:", "--allowedTools", "Bash"],
  ]) {
    await using agent = start({ argv });
    const sleep = `sleep ${markedSeconds()}`;
    agent.send(user(scripted({ tools: [{ name: "Bash", input: { command: sleep } }] }), { session_id: "s" }));
    await until("the tool runs", () => processesWith(sleep).length > 0);
    for (const pipe of [agent.child.stdin, agent.child.stdout, agent.child.stderr]) pipe.destroy();
    await agent.ended();
    assert.deepEqual(processesWith(sleep), []);
  }
});

test("G2 an orphan on a FIFO runs while somebody reads it, and ends when nobody does", async () => {
  const sleep = `sleep ${markedSeconds()}`;
  const heard = join(folder, "heard.jsonl");
  const prompt = JSON.stringify(user(scripted({ tools: [{ name: "Bash", input: { command: sleep } }] })));
  const script = '"$@" < <(echo "$PROMPT") > >(exec tee "$HEARD" >/dev/null); true';
  const agent = [process.execPath, agentFile, ...asking, "--allowedTools", "Bash"];
  const host = spawn("bash", ["-c", script, "host", ...agent], {
    env: { ...env, PROMPT: prompt, HEARD: heard },
    cwd: folder,
    stdio: "ignore",
  });
  await until("the tool runs", () => processesOf(sleep).length > 0);
  const tool = processesOf(sleep);
  assert.equal(tool.length, 1);
  assert.doesNotMatch(readFileSync(heard, "utf8"), /keep_alive/);
  host.kill("SIGKILL");
  await until("it asks who reads", () => readFileSync(heard, "utf8").includes('{"type":"keep_alive"}\n'));
  assert.deepEqual(processesOf(sleep), tool, "it runs on");
  for (const pid of processesWith(`tee ${heard}`)) process.kill(pid);
  await until("the tool is gone", () => processesWith(sleep).length === 0);
});

test("G2 an agent that has much to say to a host that does not read still hears its interrupt", async () => {
  const cwd = join(folder, "talk-much");
  mkdirSync(cwd);
  const command = [process.execPath, join(import.meta.dirname, "talk-much.ts")] as const;
  await using agent = start({ cwd, command: [...command], argv: [...asking, "--include-partial-messages"] });
  agent.child.stdout.pause();
  agent.send(user("go"));
  await until("it wrote all", () => existsSync(join(cwd, "written")));
  agent.send(request("interrupt"));
  await until("it was interrupted", () => existsSync(join(cwd, "interrupted")));
  agent.child.stdout.resume();
  await agent.saw("result error_during_execution aborted_streaming");
  assert.equal(agent.labels.filter((label) => label === "event content_block_delta").length, 2_000);
});

test("G2 an interrupt ends the model call although nobody reads what it says", async () => {
  await using api = await ScriptedModelApi.start();
  const anthropic = { ...env, ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: api.url };
  await using agent = start({ env: anthropic, argv: [...asking, "--include-partial-messages"] });
  agent.child.stdout.pause();
  agent.send(user(scripted({ text: "0123456789".repeat(10), repeat: 200_000, chunks: 200_000, stall: true })));
  await api.waitFor("the model is asked", ({ requests }) => requests.length === 1);
  agent.send(request("interrupt"));
  await api.waitFor("its answer is broken off", ({ aborted }) => aborted === 1, 15_000);
  agent.child.stdout.resume();
  await agent.saw("answers interrupt");
  await agent.saw("result error_during_execution aborted_streaming");
  agent.send(user(scripted({ text: "fine" })));
  await agent.saw("result success fine");
});

test("G2 --version says what the real one would, to a program", async () => {
  await using agent = start({ argv: ["--version"] });
  assert.equal(await agent.ended(), 0);
  assert.match(agent.stdout, /^\d+\.\d+\.\d+ \(Claude Code\)\n$/);
});

test("G2 --help says how it is started, exit 0", async () => {
  await using agent = start({ argv: ["--help"] });
  assert.equal(await agent.ended(), 0);
  assert.match(agent.stdout, /^Usage: .*--output-format stream-json/s);
});

test("G2 a flag that cannot be used is named on stderr, exit 1", async () => {
  await using agent = start({ argv: ["-p", "hi", "--max-turns", "many"] });
  assert.equal(await agent.ended(), 1);
  assert.equal(agent.stderr, "Error: --max-turns takes a positive number; found: many\n");
  assert.equal(agent.stdout, "");
});

test("G2 Ctrl-C ends a one-shot that still waits for its prompt", { skip: process.platform !== "linux" }, async () => {
  await using agent = start({ argv: ["-p"] });
  await until("it takes signals", () => takesSignals(agent.child.pid ?? 0));
  agent.child.kill("SIGINT");
  assert.equal(await agent.ended(), 0);
});

test("G2 it is started as claude, through a link on PATH and by its first line", async () => {
  const bin = join(folder, "bin");
  mkdirSync(bin, { recursive: true });
  symlinkSync(agentFile, join(bin, "claude"));
  const path = [bin, process.env.PATH].join(delimiter);
  await using agent = start({ env: { ...env, PATH: path }, command: ["claude"] });
  agent.send(user(scripted({ text: "as claude" })));
  await agent.saw("result success as claude");
  agent.child.stdin.end();
  assert.equal(await agent.ended(), 0);
});

const older = olderNode();

test("G2 an older Node starts it in a checkout, and signals reach it", {
  skip: older === undefined && "no older Node on PATH",
}, async () => {
  const command = [older ?? "", agentFile] as const;
  await using agent = start({ command });
  const sleep = await busy(agent);
  agent.child.kill("SIGTERM");
  assert.equal(await agent.ended(), 143);
  await until("the tool is gone", () => processesWith(sleep).length === 0);
  await using quiet = start({ command });
  quiet.child.stdin.end();
  assert.equal(await quiet.ended(), 0);
});

test("G2 bridle agent is the same agent", async () => {
  const file = join(import.meta.dirname, "..", "..", "bin", "bridle.cjs");
  await using shot = start({ command: [process.execPath, file, "agent"], argv: ["-p", scripted({ text: "one" })] });
  shot.child.stdin.end();
  assert.deepEqual([await shot.ended(), shot.stdout], [0, "one\n"]);
  await using driven = start({ command: [process.execPath, file, "agent"], argv: ["--stdio", "--db", ":memory:"] });
  driven.send(user(scripted({ text: "two" }), { session_id: "s" }));
  assert.equal((await driven.saw("result success two")).session_id, "s");
  driven.child.stdin.end();
  assert.equal(await driven.ended(), 0);
});

/** Only /proc knows: a one-shot says nothing before its answer. Node itself takes SIGINT from the start, SIGHUP it does not. */
function takesSignals(pid: number): boolean {
  const caught = /^SigCgt:\s*([0-9a-f]+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return (Number.parseInt(caught?.slice(-1) ?? "0", 16) & 1) !== 0;
}

function olderNode(): string | undefined {
  const candidates = (process.env.PATH ?? "").split(delimiter).map((path) => join(path, "node"));
  return candidates.find((node) => {
    const { stdout } = spawnSync(node, ["--version"], { encoding: "utf8" });
    return Number(/^v(\d+)/.exec(stdout ?? "")?.[1] ?? 24) < 24;
  });
}
