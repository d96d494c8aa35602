import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { codingAgent } from "../../src/agent/loop/coding-agent.ts";
import { scripted } from "../../src/script/scripted-prompt.ts";
import type { Fields } from "../../src/wire/fields.ts";
import { ScriptedModelApi } from "../lab/scripted-model-api.ts";
import { asking, Driven, user } from "./drive.ts";
import { lastMessages } from "./last-messages.ts";
import { ownFolders } from "./own-folders.ts";

const { folder, environment } = ownFolders("conversations");

test("G2 a database that cannot be used fails the turn and not the process", async () => {
  const argv = [...asking, "--model", "scripted", "--db", join(folder(), "no", "such\0folder")];
  const agent = new Driven(codingAgent, { argv, env: environment(), cwd: folder() });
  agent.send(user("hi"));
  const result = await agent.saw("result");
  assert.equal(result.subtype, "error_during_execution");
  assert.equal(await agent.finish(), 1);
});

test("G2 resume, fork and continue keep the conversation; an id that is unknown or taken is refused", async () => {
  const cwd = folder();
  const db = join(cwd, "agent.db");
  const start = (...argv: string[]): Driven =>
    new Driven(codingAgent, { argv: [...asking, "--model", "scripted", "--db", db, ...argv], env: environment(), cwd });
  const say = async (...argv: string[]): Promise<Fields> => {
    await using agent = start(...argv);
    agent.send(user("read absent.txt"));
    return agent.saw("result");
  };
  const id = "11111111-1111-4111-8111-111111111111";
  const first = await say("--session-id", id);
  assert.match(String(first.result), /^Read failed/);
  for (const argv of [["--resume", id], [`--resume=${id}`], ["--continue"]]) {
    const resumed = await say(...argv);
    assert.equal(resumed.session_id, id);
    assert.doesNotMatch(String(resumed.result), /scripted model/, "no introduction: it remembers");
  }
  const forked = await say("--resume", id, "--fork-session");
  assert.notEqual(forked.session_id, id);
  assert.doesNotMatch(String(forked.result), /scripted model/);

  const taken = start("--session-id", id);
  assert.equal(await taken.finish(), 1);
  assert.equal(taken.stderr, `Error: Session ID ${id} is already in use.\n`);
  const unknown = "00000000-0000-4000-8000-000000000000";
  const lost = start("--resume", unknown);
  assert.equal(await lost.finish(), 1);
  assert.equal(lost.stderr, `No conversation found with session ID: ${unknown}\n`);
  const [told] = lost.frames;
  assert.deepEqual(
    [told?.subtype, told?.num_turns, told?.errors, lost.frames.length],
    ["error_during_execution", 0, [`No conversation found with session ID: ${unknown}`], 1],
  );
  const bad = start("--session-id", "free text");
  assert.deepEqual([await bad.finish(), bad.stderr], [1, "Error: Invalid session ID. Must be a valid UUID.\n"]);
});

test("G2 a call that was not answered when the process died does not spoil the conversation", async () => {
  await using api = await ScriptedModelApi.start();
  const cwd = folder();
  const env = environment({ ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: api.url });
  const argv = [...asking, "--db", join(cwd, "agent.db")];
  const dying = new Driven(codingAgent, { argv, env, cwd });
  dying.send(user(scripted({ tools: [{ name: "Bash", input: { command: "touch 1; echo 1" } }] }, { text: "never" })));
  const { session_id } = await dying.saw("tool_use Bash");
  await dying.saw("asks can_use_tool");
  // As it is on disk now.
  const agent = new Driven(codingAgent, { argv: [...argv, "--resume", String(session_id)], env, cwd });
  agent.send(user(scripted({ text: "alive" })));
  await agent.saw("result success alive");
  const messages = lastMessages(api);
  assert.deepEqual(
    messages.at(-1)?.content.map(({ type, is_error }) => [type, is_error]),
    [
      ["tool_result", true],
      ["text", undefined],
    ],
  );
  await agent.finish();
  await dying.finish();
});

test("G2 --resume without an id is an error that says what to do, with its result and exit code 1", async () => {
  for (const argv of [
    [...asking, "--resume"],
    ["--resume", "-p", "hello"],
  ]) {
    const agent = new Driven(codingAgent, {
      argv: [...argv, "--model", "scripted"],
      env: environment(),
      cwd: folder(),
    });
    assert.equal(await agent.finish(), 1);
    assert.match(agent.stderr, /^Error: --resume requires a valid session ID/);
    if (argv.includes("stream-json")) assert.match(agent.labels.join(), /^result error_during_execution/);
    else assert.equal(agent.stdout, "");
  }
});
