import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { scripted } from "../../src/script/scripted-prompt.ts";
import type { Fields } from "../../src/wire/fields.ts";
import { agentFile } from "./agent-file.ts";
import { AgentProcess } from "./agent-process.ts";
import { asking, user } from "./drive.ts";
import { ownFolders } from "./own-folders.ts";

const { folder, environment } = ownFolders("managed-hooks");

/** A process whose own view of the machine has these managed settings; nobody else sees them. */
const inNamespace = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c"] as const;
const bringingManaged =
  'mount -t tmpfs none /etc && mkdir /etc/claude-code && cp "$0" /etc/claude-code/managed-settings.json && exec "$@"';

function hooksThatTouch(file: string): Fields {
  return { PreToolUse: [{ hooks: [{ type: "command", command: `touch "$CLAUDE_PROJECT_DIR/${file}"` }] }] };
}

/** A turn that uses a tool, with hooks in managed, user, project and flag settings; which of them ran. */
async function ran(managed: Fields, own: Fields = {}): Promise<string[]> {
  const [cwd, config] = [folder(), folder()];
  const file = join(config, "managed.json");
  writeFileSync(file, JSON.stringify({ hooks: hooksThatTouch("managed"), ...managed }));
  writeFileSync(join(config, "settings.json"), JSON.stringify({ hooks: hooksThatTouch("user"), ...own }));
  mkdirSync(join(cwd, ".claude"));
  writeFileSync(join(cwd, ".claude", "settings.json"), JSON.stringify({ hooks: hooksThatTouch("project") }));
  const trusted = { projects: { [cwd]: { hasTrustDialogAccepted: true } } };
  writeFileSync(join(config, ".claude.json"), JSON.stringify(trusted));
  await using agent = new AgentProcess({
    env: environment({ CLAUDE_CONFIG_DIR: config }),
    cwd,
    argv: [
      ...[...asking, "--model", "scripted", "--allowedTools", "Bash"],
      ...["--settings", JSON.stringify({ hooks: hooksThatTouch("flag") })],
    ],
    command: [...inNamespace, bringingManaged, file, process.execPath, agentFile],
  });
  agent.send(user(scripted({ tools: [{ name: "Bash", input: { command: "touch made" } }] }, { text: "done" })));
  await agent.saw("result success done");
  assert.ok(existsSync(join(cwd, "made")));
  return ["managed", "user", "project", "flag"].filter((name) => existsSync(join(cwd, name)));
}

function canBringManaged(t: TestContext): boolean {
  const [file, ...args] = inNamespace;
  const can = spawnSync(file, [...args, "mount -t tmpfs none /etc"]).status === 0;
  if (!can) t.skip("this machine lets nobody have a view of /etc of their own (unshare --user --mount)");
  return can;
}

test("G2 allowManagedHooksOnly of the managed settings file leaves its own hooks alone", async (t) => {
  if (!canBringManaged(t)) return;
  assert.deepEqual(await ran({}), ["managed", "user", "project", "flag"]);
  assert.deepEqual(await ran({ allowManagedHooksOnly: true }), ["managed"]);
});

test("G2 nobody but the managed settings file turns its hooks off", async (t) => {
  if (!canBringManaged(t)) return;
  assert.deepEqual(await ran({}, { disableAllHooks: true }), ["managed"]);
  assert.deepEqual(await ran({ disableAllHooks: true }), []);
});

test("G2 allowManagedHooksOnly of a person's own settings counts for nothing", async (t) => {
  if (!canBringManaged(t)) return;
  assert.deepEqual(await ran({}, { allowManagedHooksOnly: true }), ["managed", "user", "project", "flag"]);
});
