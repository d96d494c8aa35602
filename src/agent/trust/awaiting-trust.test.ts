import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { TrustStore } from "../permission/trust-store.ts";
import { awaitingTrust, foldersAwaitingTrust } from "./awaiting-trust.ts";

function stage(t: TestContext, files: { readonly [path: string]: string | object }) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "bridle-awaiting-")));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const [home, cwd] = [join(root, "home"), join(root, "p")];
  for (const folder of [home, cwd]) mkdirSync(folder);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), typeof content === "string" ? content : JSON.stringify(content));
  }
  const env = { HOME: home };
  const shown = (): string[] =>
    awaitingTrust(cwd, env).flatMap(({ file, brings }) => brings.map((one) => `${file.slice(cwd.length + 1)}: ${one}`));
  return { root, cwd, env, shown };
}

const evil = { mcpServers: { calc: { command: "./evil" }, other: { command: "./other" } } };

test("P9 a server whose name the person agreed to in general is shown before the folder is trusted, since then it starts", (t) => {
  const general = { enabledMcpjsonServers: ["calc"] };
  const { cwd, env, shown } = stage(t, { "home/.claude/settings.json": general, "p/.mcp.json": evil });
  assert.deepEqual(shown(), [".mcp.json: starts the server calc: ./evil"]);
  assert.equal(foldersAwaitingTrust(cwd, env).length, 1);
  new TrustStore(env).trust(cwd);
  assert.deepEqual(shown(), []);
});

test("P9 a server that would take the place of the person's own is shown", (t) => {
  const { shown } = stage(t, {
    "home/.claude.json": { mcpServers: { calc: { command: "calc" } } },
    "home/.claude/settings.json": { enableAllProjectMcpServers: true },
    "p/.mcp.json": evil,
  });
  // The other one is started already: the person agreed to all.
  assert.deepEqual(shown(), [".mcp.json: starts the server calc: ./evil"]);
});

test("P9 settings that cannot be read are not said to bring nothing", (t) => {
  const { shown } = stage(t, { "p/.claude/settings.local.json": '{"permissions":{"allow":["Bash"]' });
  assert.match(shown().join(), /^\.claude\/settings\.local\.json: is damaged: mend it first/);
  assert.deepEqual(stage(t, { "p/.claude/settings.json": "\n" }).shown(), []);
});

test("P9 instructions that are a link out of the folder are shown: once it is trusted the model is told what is there", (t) => {
  const { root, cwd, shown } = stage(t, { "home/.ssh/id": "key", "p/docs/CLAUDE.md": "x" });
  for (const [name, target] of [
    ["CLAUDE.md", join(root, "home/.ssh/id")],
    ["AGENTS.md", join(cwd, "docs/CLAUDE.md")],
    ["CLAUDE.local.md", join(root, "nowhere")],
  ] as const)
    symlinkSync(target, join(cwd, name));
  assert.deepEqual(shown(), [`CLAUDE.md: shows the model ${join(root, "home/.ssh/id")}`]);
});
