import assert from "node:assert/strict";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ScriptedModelApi } from "../lab/scripted-model-api.ts";
import { AgentProcess } from "./agent-process.ts";
import { asking, user } from "./drive.ts";
import { ownFolders } from "./own-folders.ts";

const { folder, environment } = ownFolders("instructions");

/** What a folder can bring that is told to the model by itself. */
const ways: { readonly [what: string]: (cwd: string) => void } = {
  "an import": (cwd) => writeFileSync(join(cwd, "CLAUDE.md"), "Look at @.env"),
  "a link": (cwd) => symlinkSync(".env", join(cwd, "CLAUDE.md")),
  "a skill": (cwd) => {
    mkdirSync(join(cwd, ".claude/skills/e"), { recursive: true });
    symlinkSync("../../../.env", join(cwd, ".claude/skills/e/SKILL.md"));
  },
  "a command": (cwd) => {
    mkdirSync(join(cwd, ".claude/commands"), { recursive: true });
    symlinkSync("../../.env", join(cwd, ".claude/commands/c.md"));
  },
};

async function isTold(bring: (cwd: string) => void, deny: readonly string[]): Promise<boolean> {
  const [cwd, config] = [folder(), folder()];
  writeFileSync(join(cwd, ".env"), "KEY=hidden-value\n");
  bring(cwd);
  writeFileSync(join(config, "settings.json"), JSON.stringify({ permissions: { deny } }));
  await using api = await ScriptedModelApi.start({ answer: () => ({ text: "done" }) });
  const env = environment({ CLAUDE_CONFIG_DIR: config, ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: api.url });
  await using agent = new AgentProcess({ env, cwd, argv: asking.filter((flag) => flag !== "--scripted-without-key") });
  agent.send(user("/c"), user("hello"));
  await agent.saw("result");
  agent.child.stdin.end();
  await agent.ended();
  assert.ok(api.requests.length > 0, agent.stderr);
  return JSON.stringify(api.requests.map(({ body }) => body)).includes("hidden-value");
}

for (const [what, bring] of Object.entries(ways))
  test(`P2 P9 ${what} of a folder shows the model no file that a rule forbids`, async () => {
    assert.equal(await isTold(bring, ["Read(./.env)"]), false);
    assert.equal(await isTold(bring, ["Read", "Read(./other)"]), true, "a rule for all files is about tools");
  });
