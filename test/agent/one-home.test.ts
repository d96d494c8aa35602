import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { codingAgent } from "../../src/agent/loop/coding-agent.ts";
import { asking, Driven, user } from "./drive.ts";
import { ownFolders } from "./own-folders.ts";

const { folder, environment } = ownFolders("one-home");

test("G5 ~ is the same home for rules and tools, whoever's process it is", async () => {
  const home = folder();
  assert.notEqual(home, homedir());
  writeFileSync(join(home, "note"), "of this home");
  writeFileSync(join(home, "secret"), "not to be read");
  mkdirSync(join(home, ".claude"));
  const permissions = { allow: ["Read(~/note)"], deny: ["Read(~/secret)"] };
  writeFileSync(join(home, ".claude/settings.json"), JSON.stringify({ permissions }));
  const env = environment({ HOME: home, CLAUDE_CONFIG_DIR: undefined });
  await using agent = new Driven(codingAgent, { argv: [...asking, "--model", "scripted"], env, cwd: folder() });
  agent.send(user("read ~/note"));
  await agent.saw("result success");
  agent.send(user("read ~/secret"));
  await agent.saw("result success");
  const results = agent.labels.filter((label) => label.startsWith("tool_result"));
  assert.match(results[0] ?? "", /of this home/);
  assert.match(results[1] ?? "", /denied/);
});
