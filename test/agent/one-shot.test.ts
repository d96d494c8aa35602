import assert from "node:assert/strict";
import { test } from "node:test";
import { codingAgent } from "../../src/agent/loop/coding-agent.ts";
import { scripted } from "../../src/script/scripted-prompt.ts";
import type { Fields } from "../../src/wire/fields.ts";
import { Driven } from "./drive.ts";
import { ownFolders } from "./own-folders.ts";

const { folder, environment } = ownFolders("one-shot");

test("G2 one-shot: the answer as text, as a result, or as all frames", async () => {
  const run = async (...argv: string[]): Promise<Driven> => {
    const agent = new Driven(codingAgent, {
      argv: ["--model", "scripted", "--no-session-persistence", ...argv],
      env: environment(),
      cwd: folder(),
    });
    assert.equal(await agent.finish(), 0);
    return agent;
  };
  const prompt = scripted({ text: "four" });
  assert.equal((await run("-p", prompt)).stdout, "four\n");
  const json = JSON.parse((await run("-p", prompt, "--output-format", "json")).stdout) as Fields;
  assert.deepEqual([json.type, json.result], ["result", "four"]);
  const all = JSON.parse((await run("-p", prompt, "--output-format=json", "--verbose")).stdout) as Fields[];
  assert.deepEqual(
    all.map(({ type }) => type),
    ["system", "assistant", "result"],
  );
  const frames = await run("--print", "--verbose", "--output-format", "stream-json", prompt);
  assert.deepEqual(frames.labels, ["init", "text four", "result success four"]);
});

test("G2 one-shot: an --agent that is not there is refused with those that are, and one of the settings is warned of", async () => {
  const run = async (...argv: string[]): Promise<[number, Driven]> => {
    const words = ["--model", "scripted", "--no-session-persistence", "-p", scripted({ text: "four" }), ...argv];
    const agent = new Driven(codingAgent, { argv: words, env: environment(), cwd: folder() });
    return [await agent.finish(), agent];
  };
  const agents = JSON.stringify({ reviewer: { description: "reviews", prompt: "You review.", tools: ["Read"] } });
  const [refused, { stdout, stderr }] = await run("--agents", agents, "--agent", "reviwer");
  assert.deepEqual([refused, stdout], [1, ""]);
  assert.equal(stderr, "--agent 'reviwer' not found. Available agents: general-purpose, reviewer\n");
  const [warned, other] = await run("--settings", JSON.stringify({ agent: "reviwer" }));
  assert.deepEqual([warned, other.stdout], [0, "four\n"]);
  assert.match(other.stderr, /^Warning: There is no agent reviwer/);
});

test("G2 one-shot: the prompt may be piped in, beside another, and a failure is the exit code", async () => {
  const start = (...argv: string[]): Driven =>
    new Driven(codingAgent, {
      argv: ["--model", "scripted", "--no-session-persistence", ...argv],
      env: environment({ CLAUDE_CODE_MAX_RETRIES: "0" }),
      cwd: folder(),
    });
  for (const argv of [["-p"], ["-p", "-"], ["--print", ""], ["-p", "look at this"]]) {
    const agent = start(...argv);
    agent.write(scripted({ text: "piped" }));
    assert.deepEqual([await agent.finish(), agent.stdout], [0, "piped\n"], argv.join(" "));
  }
  const failing = start("-p", scripted({ error: { status: 400, message: "no" } }));
  assert.deepEqual([await failing.finish(), failing.stdout], [1, "API Error: 400 no\n"]);
  const empty = start("-p");
  assert.equal(await empty.finish(), 1);
  assert.match(empty.stderr, /Input must be provided/);
});

test("G2 one-shot: servers of the host are not asked, since nobody could answer", async () => {
  const config = JSON.stringify({ mcpServers: { calc: { type: "sdk", name: "calc" } } });
  const argv = ["--model", "scripted", "--no-session-persistence", "--mcp-config", config, "-p"];
  const agent = new Driven(codingAgent, { argv, env: environment(), cwd: folder() });
  agent.write(scripted({ text: "four" }));
  assert.deepEqual([await agent.finish(), agent.stdout], [0, "four\n"]);
});

test("G2 stream-json without --verbose is refused as the real one does it", async () => {
  const argv = ["--input-format", "stream-json", "--output-format", "stream-json"];
  const agent = new Driven(codingAgent, { argv, env: environment() });
  assert.equal(await agent.finish(), 1);
  assert.equal(agent.stderr, "Error: When using --print, --output-format=stream-json requires --verbose\n");
});

test("G2 one-shot: a conversation that is not there is told once, and nothing is printed", async () => {
  const argv = ["--model", "scripted", "--resume", "00000000-0000-4000-8000-000000000000", "-p", "hi"];
  const agent = new Driven(codingAgent, { argv, env: environment(), cwd: folder() });
  assert.equal(await agent.finish(), 1);
  assert.equal(agent.stdout, "");
  assert.equal(agent.stderr, "No conversation found with session ID: 00000000-0000-4000-8000-000000000000\n");
});
