import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { codingAgent } from "../../src/agent/loop/coding-agent.ts";
import { installAgentSdk } from "../lab/install-agent-sdk.ts";
import { InstallFailure } from "../lab/install-failure.ts";
import { ScriptedModelApi } from "../lab/scripted-model-api.ts";
import { asking, Driven, user } from "./drive.ts";
import { ownFolders } from "./own-folders.ts";

const { folder, environment } = ownFolders("deleted-sessions");

test("G2 a conversation that the official SDK deletes is gone: not resumed, continued or recalled", async (t) => {
  let sdk: string;
  try {
    sdk = await installAgentSdk("0.3.325");
  } catch (error) {
    if (process.env.CI === "true" || !(error instanceof InstallFailure) || !error.isEnvironment) throw error;
    return t.skip(`the Agent SDK is not here: ${error.message}`);
  }
  await using api = await ScriptedModelApi.start({ answer: () => ({ text: "noted" }) });
  const [cwd, config] = [folder(), folder()];
  const env = environment({ CLAUDE_CONFIG_DIR: config, ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: api.url });
  const start = (...argv: string[]): Driven => new Driven(codingAgent, { argv: [...asking, ...argv], env, cwd });
  const talk = async (text: string, ...argv: string[]): Promise<void> => {
    await using agent = start(...argv);
    agent.send(user(text));
    await agent.saw("result success noted");
  };
  const [deleted, kept] = [randomUUID(), randomUUID()];
  await talk("My other cat is called Quuxley.", "--session-id", kept);
  await talk("My cat is called Zorblax.", "--session-id", deleted);
  const program = `
    const { deleteSession } = await import(${JSON.stringify(pathToFileURL(sdk).href)});
    await deleteSession(${JSON.stringify(deleted)}, { dir: ${JSON.stringify(cwd)} });`;
  const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", program], { env, cwd });
  assert.equal(status, 0, String(stderr));

  const resumed = start("--resume", deleted);
  assert.equal(await resumed.exit, 1);
  assert.match(resumed.stderr, /No conversation found/);
  await talk("How is my cat called?", "--recall");
  const asked = JSON.stringify(api.requests.at(-1)?.body);
  assert.ok(asked.includes("Quuxley") && !asked.includes("Zorblax"));
  await talk("And the other cat?", "--continue");
  assert.ok(!JSON.stringify(api.requests.at(-1)?.body).includes("Zorblax"));
  await talk("Once more.", "--resume", kept);
  assert.match(JSON.stringify(api.requests.at(-1)?.body), /Quuxley/);
  // Its id is free again, as with Claude Code.
  await talk("A new beginning.", "--session-id", deleted);
});
