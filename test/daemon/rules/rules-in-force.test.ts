import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { RuleEffect } from "../../../src/api/gen/bridle/v1/daemon_service_pb.js";
import { startDaemon } from "../support/start-daemon.ts";

const config = mkdtempSync(join(tmpdir(), "bridle-rules-"));
writeFileSync(join(config, "settings.json"), JSON.stringify({ permissions: { allow: ["Bash(make:*)"] } }));
const daemon = await startDaemon({
  env: { CLAUDE_CONFIG_DIR: config },
  settings: { permissions: { deny: ["Bash(git push:*)"], allow: ["Bash(npm test:*)"] } },
});
after(async () => {
  await daemon[Symbol.asyncDispose]();
  rmSync(config, { recursive: true });
});
const { cwd } = daemon;
mkdirSync(join(cwd, ".claude"));
writeFileSync(
  join(cwd, ".claude", "settings.json"),
  JSON.stringify({ permissions: { deny: ["Read(.env)"], allow: ["Bash(curl:*)"] } }),
);

const explain = (toolName: string, input: object, permissionMode = "") =>
  daemon.client.daemon.explainToolUse({ cwd, toolName, inputJson: JSON.stringify(input), permissionMode });

test("P2 the rules that hold in a folder are told with their files: the daemon's, the person's, the project's", async () => {
  const { rules, problems } = await daemon.client.daemon.listRules({ cwd });
  assert.deepEqual(
    rules.map(({ effect, text, scope }) => [RuleEffect[effect], text, scope]),
    [
      ["DENY", "Bash(git push:*)", "daemon"],
      ["ALLOW", "Bash(npm test:*)", "daemon"],
      ["DENY", "Read(.env)", "project"],
      ["ALLOW", "Bash(make:*)", "user"],
    ],
  );
  // What a folder allows that nobody has trusted does not hold, and that is said.
  assert.match(problems.join("\n"), /nobody has trusted this folder/);
});

test("P2 which rule decides about a tool use is told, for each part of a command", async () => {
  const pushed = await explain("Bash", { command: "make all && git push --force" });
  assert.equal(pushed.effect, RuleEffect.DENY);
  assert.equal(pushed.daemon?.rule, "Bash(git push:*)");
  assert.deepEqual(
    pushed.settings?.parts.map(({ text, effect }) => [text, RuleEffect[effect]]),
    [
      ["make all", "ALLOW"],
      ["git push --force", "ASK"],
    ],
  );
  const made = await explain("Bash", { command: "make all" });
  assert.deepEqual([made.effect, made.daemon, made.settings?.rule], [RuleEffect.ALLOW, undefined, "Bash(make:*)"]);
  const read = await explain("Read", { file_path: ".env" });
  assert.deepEqual([read.effect, read.settings?.rule], [RuleEffect.DENY, "Read(.env)"]);
  const tested = await explain("Bash", { command: "npm test" });
  assert.deepEqual([tested.effect, tested.settings?.effect], [RuleEffect.ALLOW, RuleEffect.ASK]);
});

test("P2 what a settings file denies stays denied whatever the daemon allows, and the mode counts", async () => {
  assert.equal((await explain("Write", { file_path: "x", content: "" })).effect, RuleEffect.ASK);
  assert.equal((await explain("Write", { file_path: "x", content: "" }, "acceptEdits")).effect, RuleEffect.ALLOW);
});

test("P2 what cannot be explained is refused with what is expected", async () => {
  const { daemon: client } = daemon.client;
  const good = { cwd, toolName: "Bash", inputJson: "{}" };
  await assert.rejects(() => client.explainToolUse({ ...good, inputJson: "[1]" }), /input_json/);
  await assert.rejects(() => client.explainToolUse({ ...good, toolName: "" }), /tool_name/);
  await assert.rejects(() => client.explainToolUse({ ...good, cwd: "relative" }), /cwd/);
  await assert.rejects(() => client.explainToolUse({ ...good, permissionMode: "yolo" }), /permission_mode/);
  await assert.rejects(() => client.listRules({ cwd: "" }), /cwd/);
});
