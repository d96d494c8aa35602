import assert from "node:assert/strict";
import { test } from "node:test";
import { codingAgent } from "../../src/agent/loop/coding-agent.ts";
import { scripted } from "../../src/script/scripted-prompt.ts";
import type { Fields } from "../../src/wire/fields.ts";
import { ScriptedModelApi } from "../lab/scripted-model-api.ts";
import { asking, Driven, user } from "./drive.ts";
import { ownFolders } from "./own-folders.ts";

const { folder, environment } = ownFolders("context-size");
const echo = { name: "Bash", input: { command: "echo 1" } };
const threeRequests = scripted(
  { tools: [echo], inputTokens: 1_000, outputTokens: 10 },
  { tools: [echo], inputTokens: 2_000, outputTokens: 20 },
  { text: "done", inputTokens: 3_000, outputTokens: 30 },
);

async function used(agent: Driven, id: string): Promise<Fields> {
  return (await agent.control("get_context_usage", {}, id)).response as Fields;
}

test("G7 the context is as big as its last request and answer, not the sum of all: get_context_usage and /context", async () => {
  await using api = await ScriptedModelApi.start();
  const env = environment({ ANTHROPIC_API_KEY: "x", ANTHROPIC_BASE_URL: api.url });
  await using agent = new Driven(codingAgent, {
    argv: [...asking, "--allowedTools", "Bash", "--no-session-persistence"],
    env,
    cwd: folder(),
  });
  agent.send(user(threeRequests));
  const result = await agent.saw("result success done");
  const { modelUsage } = result as { modelUsage: { [model: string]: Fields } };
  assert.equal(Object.values(modelUsage)[0]?.inputTokens, 6_000, "what is paid for is a sum");
  const usage = await used(agent, "a");
  assert.equal(usage.totalTokens, 3_030);
  assert.deepEqual(
    (usage.categories as Fields[]).map(({ tokens }) => tokens),
    [3_030, Number(usage.maxTokens) - 3_030],
  );
  agent.send(user("/context"));
  assert.match(String((await agent.saw("result")).result), /Tokens in the context: 3030 of 1000000 \(0%\)/);
  agent.send(user("/clear"));
  await agent.saw("result");
  assert.equal((await used(agent, "b")).totalTokens, 0, "nothing is left of it");
});

test("G7 what a sub-agent read is not in the context; after a resume its size is estimated before the first prompt", async () => {
  await using api = await ScriptedModelApi.start();
  const env = environment({ ANTHROPIC_API_KEY: "x", ANTHROPIC_BASE_URL: api.url, BRIDLE_CONSOLIDATE_AFTER: "0" });
  const cwd = folder();
  const task = { description: "look", prompt: scripted({ text: "seen", inputTokens: 50_000 }) };
  const first = new Driven(codingAgent, { argv: asking, env, cwd });
  first.send(
    user(
      scripted(
        { tools: [{ name: "Agent", input: task }], inputTokens: 400 },
        { text: "done", inputTokens: 700, outputTokens: 7 },
      ),
    ),
  );
  const { session_id } = await first.saw("result success done");
  assert.equal((await used(first, "a")).totalTokens, 707);
  await first.finish();
  await using again = new Driven(codingAgent, { argv: [...asking, "--resume", String(session_id)], env, cwd });
  const estimate = Number((await used(again, "b")).totalTokens);
  assert.ok(estimate > 0 && estimate < 707, String(estimate));
});
