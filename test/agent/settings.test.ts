import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { codingAgent } from "../../src/agent/loop/coding-agent.ts";
import { TrustStore } from "../../src/agent/permission/trust-store.ts";
import { scripted } from "../../src/script/scripted-prompt.ts";
import type { Fields } from "../../src/wire/fields.ts";
import { answer, asking, Driven, user } from "./drive.ts";

/** The coding agent in a folder with these local settings, which its person trusts. */
function start(t: TestContext, settings: string, argv: readonly string[] = []): { agent: Driven; cwd: string } {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), "bridle-settings-")));
  t.after(() => rmSync(cwd, { recursive: true }));
  mkdirSync(join(cwd, ".claude"));
  writeFileSync(join(cwd, ".claude", "settings.local.json"), settings);
  const env = { PATH: process.env.PATH, HOME: join(cwd, "home"), TMPDIR: cwd };
  new TrustStore(env).trust(cwd);
  const all = [...asking, "--model", "scripted", "--no-session-persistence", ...argv];
  return { agent: new Driven(codingAgent, { argv: all, env, cwd }), cwd };
}

const bash = (command: string) => scripted({ tools: [{ name: "Bash", input: { command } }] }, { text: "done" });

test("G6 P2 rules of settings files decide: what they allow is not asked, what they deny names rule and file", async (t) => {
  const rules = { permissions: { allow: ["Bash(touch:*)"], deny: ["Bash(chmod:*)"] } };
  const { agent } = start(t, JSON.stringify(rules));
  agent.send(user(bash("touch a && chmod +x a")));
  await agent.saw("result success done");
  const denied = agent.frames.find(({ subtype }) => subtype === "permission_denied");
  assert.match(String(denied?.message), /Bash\(chmod:\*\).*settings\.local\.json/);
  agent.send(user(bash("touch b")));
  await agent.saw("result success done");
  assert.ok(!agent.labels.some((label) => label.startsWith("asks")));
  await agent.finish();
});

test("G6 P1 damaged settings are named with their line, what they deny still holds, and nothing is allowed unasked", async (t) => {
  const { agent } = start(
    t,
    '{ "permissions": {\n  "allow": ["Bash(touch:*)"],\n  "deny": ["Bash(chmod:*)"],\n  oops } }\n',
  );
  agent.send(user(bash("chmod +x a")));
  await agent.saw("result success done");
  const told = agent.frames.find(({ subtype }) => subtype === "informational");
  assert.match(String(told?.content), /settings\.local\.json.*4/);
  assert.ok(agent.frames.some(({ subtype }) => subtype === "permission_denied"));
  agent.send(user(bash("touch b")));
  const ask = await agent.saw("asks can_use_tool Bash");
  agent.send(answer(ask, { behavior: "deny", message: "no" }));
  await agent.saw("result success done");
  await agent.finish();
});

test("G6 P2 what a person allows for good is in their local settings, and the rest of the file stays as it is", async (t) => {
  const before = '{\n  "model": "opus", // mine\n  "permissions": { "deny": [] }\n}\n'.replace(" // mine", "");
  const { agent, cwd } = start(t, before);
  agent.send(user(bash("touch kept.txt")));
  const ask = await agent.saw("asks can_use_tool Bash");
  const offers = (ask.request as Fields).permission_suggestions as Fields[];
  const always = offers.find(({ type, destination }) => type === "addRules" && destination === "localSettings");
  assert.ok(always !== undefined);
  agent.send(answer(ask, { behavior: "allow", updatedPermissions: [always] }));
  await agent.saw("result success done");
  const after = readFileSync(join(cwd, ".claude", "settings.local.json"), "utf8");
  assert.match(after, /"allow": \[\s*"Bash\(touch kept\.txt\)"/);
  assert.ok(after.startsWith('{\n  "model": "opus",\n  "permissions": { "deny": []'));
  await agent.finish();
});

test("G6 a rule that can match nothing is warned about", async (t) => {
  const { agent } = start(t, JSON.stringify({ permissions: { allow: ["Bash("] } }));
  agent.send(user(scripted({ text: "done" })));
  await agent.saw("result success done");
  assert.ok(agent.frames.some(({ subtype, content }) => subtype === "informational" && /Bash\(/.test(String(content))));
  await agent.finish();
});
