import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";
import { agentFile } from "./agent-file.ts";
import { AgentProcess } from "./agent-process.ts";
import { user } from "./drive.ts";
import { ownFolders } from "./own-folders.ts";

const { folder, environment } = ownFolders("without-a-key");
const hosted = ["--input-format", "stream-json", "--output-format", "stream-json", "--verbose"];
const whatToDo =
  /^Not logged in · Set ANTHROPIC_API_KEY or OPENAI_API_KEY, or ask for the scripted model.*--model scripted$/;

function start(argv: readonly string[], env: NodeJS.ProcessEnv = {}): AgentProcess {
  return new AgentProcess({ argv, cwd: folder(), env: environment(env) });
}

test("G4 without a key a host is told as by Claude Code, and the exit code is 1", async () => {
  await using agent = start(hosted);
  agent.send(user("run ls"));
  const said = await agent.saw("text Not logged in");
  assert.equal(said.error, "authentication_failed");
  assert.equal((said.message as { model: string }).model, "<synthetic>");
  const result = await agent.saw("result success");
  assert.match(String(result.result), whatToDo);
  assert.deepEqual([result.is_error, result.terminal_reason, result.num_turns], [true, "api_error", 1]);
  assert.ok(!agent.labels.some((label) => label.startsWith("tool_use")));
  agent.child.stdin.end();
  assert.equal(await agent.ended(), 1);
});

test("G4 without a key a one-shot says what to do and exits 1", async () => {
  await using agent = start(["-p", "run ls"]);
  agent.child.stdin.end();
  assert.equal(await agent.ended(), 1);
  assert.match(agent.stdout.trim(), whatToDo);
});

test("G4 the scripted model answers without a key where it was asked for", async () => {
  const ways: readonly [readonly string[], NodeJS.ProcessEnv?][] = [
    [["--scripted-without-key"]],
    [["--model", "scripted"]],
    [["--script", '[{"text":"This is Bridle\'s scripted model."}]']],
    [[], { BRIDLE_PROVIDER: "scripted" }],
    [[], { BRIDLE_SCRIPT: '[{"text":"This is Bridle\'s scripted model."}]' }],
  ];
  for (const [argv, env] of ways) {
    await using agent = start(["-p", "hello", ...argv], env);
    agent.child.stdin.end();
    assert.equal(await agent.ended(), 0, argv.join(" "));
    assert.match(agent.stdout, /^This is Bridle's scripted model/);
  }
});

test("G1 the dialect of seed 001 has the scripted model without a key", async () => {
  await using agent = start(["--stdio"]);
  agent.send(user("hello", { session_id: "s" }));
  assert.match(String((await agent.saw("result success")).result), /^This is Bridle's scripted model/);
});

test("G4 auth status says whether there is a key, as Claude Code does", async () => {
  const status = (env: NodeJS.ProcessEnv) =>
    promisify(execFile)(process.execPath, [agentFile, "auth", "status"], { env: environment(env) }).then(
      ({ stdout }) => ({ code: 0, ...JSON.parse(stdout) }),
      ({ code, stdout }) => ({ code, ...JSON.parse(stdout) }),
    );
  const { code, loggedIn, authMethod } = await status({});
  assert.deepEqual([code, loggedIn, authMethod], [1, false, "none"]);
  const withKey = await status({ ANTHROPIC_API_KEY: "k" });
  assert.deepEqual([withKey.code, withKey.loggedIn, withKey.apiKeySource], [0, true, "ANTHROPIC_API_KEY"]);
  assert.equal((await status({ BRIDLE_PROVIDER: "scripted" })).code, 0);
});
