import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { adapterFor } from "../../src/adapters/adapters.ts";
import { isBridleError, type McpServerLike, type OpenOptions, open } from "../../src/exports/host.ts";
import type { Fields } from "../../src/wire/fields.ts";
import { agentOptions, openAgent, told } from "./open-agent.ts";
import { openTwin, silent, twinOptions } from "./open-twin.ts";
import { assertNothingLeft, processesMarked } from "./process-table.ts";
import { readAll } from "./read-events.ts";

interface Start {
  readonly env: { readonly [name: string]: string | undefined };
  readonly argv: readonly string[];
  readonly prompt: string;
}

async function startOf(options: OpenOptions, prompt = "hello"): Promise<Start> {
  await using agent = await openAgent("environment", options);
  const events = await readAll(await agent.session.send(prompt));
  const [env] = told(events, "env") as Start["env"][];
  const [argv] = told(events, "argv") as Start["argv"][];
  const [said] = told(events, "prompt") as string[];
  return { env: env ?? {}, argv: argv ?? [], prompt: said ?? "" };
}

test("H1 the environment drops what an agent left in ours and says who starts it", async () => {
  const inherited = { CLAUDECODE: "1", CLAUDE_CODE_ENTRYPOINT: "cli", CLAUDE_CODE_SSE_PORT: "1", KEPT: "yes" };
  const { env } = await startOf({ env: inherited });
  assert.equal(env.CLAUDECODE, undefined);
  assert.equal(env.CLAUDE_CODE_SSE_PORT, undefined);
  assert.equal(env.CLAUDE_CODE_ENTRYPOINT, "sdk-bridle");
  assert.equal(env.KEPT, "yes");
});

test("H1 the prompt goes through stdin, never through the arguments, and there is no -p", async () => {
  const secret = "--help; a prompt that starts like a flag";
  const { argv, prompt } = await startOf({}, secret);
  assert.equal(prompt, secret);
  assert.deepEqual(argv.slice(0, 5), ["--output-format", "stream-json", "--verbose", "--input-format", "stream-json"]);
  assert.ok(!argv.includes("-p") && !argv.includes("--print"));
  assert.ok(!argv.some((arg) => arg.includes("a prompt")));
});

test("H1 H18 values that come from a user are one argument with their flag", async () => {
  const folder = mkdtempSync(join(tmpdir(), "bridle-"));
  const resume = "00000000-0000-4000-8000-000000000009";
  const { argv } = await startOf({
    cwd: folder,
    model: "--dangerously-skip-permissions",
    systemPrompt: "-x",
    allowedTools: ["Bash(ls)", "Read"],
    additionalDirectories: ["--a", "b"],
    resume,
    fork: true,
    partialMessages: true,
    onAsk: () => "deny",
    extraArgs: { "my-flag": "--value", "my-switch": true },
  });
  rmSync(folder, { recursive: true });
  for (const arg of [
    ...["--model=--dangerously-skip-permissions", "--system-prompt=-x", "--allowedTools=Bash(ls),Read"],
    ...["--add-dir=--a", "--add-dir=b", `--resume=${resume}`, "--fork-session", "--include-partial-messages"],
    ...["--permission-prompt-tool=stdio", "--my-flag=--value", "--my-switch"],
  ])
    assert.ok(argv.includes(arg), `${arg} in ${argv.join(" ")}`);
  assert.ok(!argv.includes("--dangerously-skip-permissions"));
});

const server: McpServerLike = { connect: async () => {}, close: async () => {} };
const uuid = "00000000-0000-4000-8000-000000000001";

/** Each is refused with the name of the option, before anything is started. */
const refused: { [what: string]: [options: OpenOptions, option: string] } = {
  "a folder that does not exist": [{ cwd: "/nowhere/at/all" }, "cwd"],
  "a file for a folder": [{ cwd: import.meta.filename }, "cwd"],
  "an MCP server without a name": [{ mcpServers: { "": server } }, "mcpServers"],
  "an MCP server that is none": [{ mcpServers: { calc: {} as never } }, "mcpServers"],
  "a hook for an unknown event": [{ hooks: { PreToolUsed: [{ hooks: [() => ({})] }] } }, "hooks"],
  "a session id that is no UUID": [{ sessionId: "mine" }, "sessionId"],
  "a resumed id that is no UUID": [{ resume: "--continue" }, "resume"],
  "resume and continue": [{ resume: uuid, continue: true }, "resume"],
  "a session id for a resumed session": [{ resume: uuid, sessionId: uuid }, "sessionId"],
  "a fork of nothing": [{ fork: true }, "fork"],
  "no time at all": [{ timeoutMs: 0 }, "timeoutMs"],
  "a negative cap": [{ maxQueuedBytes: -1 }, "maxQueuedBytes"],
  "a payload limit out of range": [{ maxPayloadBytes: 1 }, "maxPayloadBytes"],
  "a line limit under the payload limit": [{ maxLineBytes: 2 ** 20 }, "maxLineBytes"],
};

for (const [what, [options, option]] of Object.entries(refused)) {
  test(`H1 ${what} is refused before anything is started`, async () => {
    const { mark, ...all } = twinOptions(silent, options);
    await assert.rejects(open(all), (error) => {
      assert.ok(isBridleError(error, "invalid_option"), String(error));
      assert.equal(error.data.option, option);
      assert.ok(error.message.length > 20);
      return true;
    });
    assert.deepEqual(processesMarked(mark), []);
  });
}

test("H1 an executable that is not there is a typed error that says what to do, with and without a version", async () => {
  for (const options of [{}, { agentVersion: "2.1.325" }]) {
    await assert.rejects(open({ executable: "/nowhere/claude", ...options }), (error) => {
      assert.ok(isBridleError(error, "agent_not_found"));
      assert.equal(error.data.executable, "/nowhere/claude");
      return true;
    });
  }
});

test("H1 what an interpreter says of its own version is not taken for the agent's", async () => {
  const { mark, agentVersion: _known, ...all } = agentOptions("environment");
  await using session = await open(all);
  assert.equal((await (await session.send("go")).result).outcome, "success");
  assert.equal(session.adapter.name, adapterFor(undefined).name);
  await session.close();
  await assertNothingLeft(mark, 0);
});

test("H1 a flag the version lacks is refused before anything is started", async () => {
  const { mark, ...all } = twinOptions(silent, { agentVersion: "1.0.64", maxBudgetUsd: 1 });
  await assert.rejects(open(all), (error) => isBridleError(error, "unsupported"));
  assert.deepEqual(processesMarked(mark), []);
});

test("H1 a trace function that throws and a wrong payload of the agent do not end the session", async () => {
  const trace = (): void => {
    throw new Error("the caller's own trouble");
  };
  await using agent = await openTwin({ faults: [{ at: { line: "assistant" }, garbage: "all" }] }, { trace });
  const events = await readAll(await agent.session.send("go"));
  assert.equal(events.at(-1)?.type, "turn_complete");
  await agent.session.close();
  await assertNothingLeft(agent.mark, 0);
});

test("H2 hooks and MCP servers travel in initialize where the version takes them there", async () => {
  await using agent = await openAgent("puppet", { mcpServers: { calc: server } });
  const turn = await agent.session.send("[]");
  for await (const event of turn) {
    const [initialize] = told([event], "initialize") as Fields[];
    if (initialize === undefined) continue;
    assert.deepEqual(initialize.sdkMcpServers, ["calc"]);
    break;
  }
});

test("C4 hooks and in-process tools that the agent's version lacks are refused before anything is started", async () => {
  const lacks = (word: string) => (error: unknown) => isBridleError(error, "unsupported") && error.data.word === word;
  const hooks = { PreToolUse: [{ hooks: [() => ({})] }] };
  const server = { connect: async () => {}, close: async () => {} };
  await assert.rejects(
    open({ executable: "/nonexistent", agentVersion: "1.0.64", hooks }),
    lacks("controls initialize.hooks"),
  );
  await assert.rejects(
    open({ executable: "/nonexistent", agentVersion: "1.0.92", mcpServers: { calc: server } }),
    lacks("flags --mcp-config=sdk"),
  );
});
