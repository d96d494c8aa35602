import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { TrustStore } from "../permission/trust-store.ts";
import { configuredServers } from "./configured-servers.ts";

function setUp(t: TestContext, files: { readonly [path: string]: unknown }) {
  const root = mkdtempSync(join(tmpdir(), "bridle-configured-"));
  t.after(() => rmSync(root, { recursive: true }));
  const cwd = join(root, "project");
  for (const [path, content] of Object.entries({ "project/x": "", ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), typeof content === "string" ? content : JSON.stringify(content));
  }
  const env = { HOME: join(root, "home") };
  const used = (sources?: readonly string[]) => Object.keys(configuredServers({ cwd, env, sources }).servers).sort();
  return Object.assign(used, { cwd, env });
}

const server = { command: "true" };
const project = { mcpServers: { a: server, b: server } };

test("G5 servers of the person are used, and those of the project only as far as they agreed", (t) => {
  const own = { mcpServers: { mine: server } };
  assert.deepEqual(setUp(t, { "home/.claude.json": own, "project/.mcp.json": project })(), ["mine"]);
  const settings = { enabledMcpjsonServers: ["a"] };
  const named = setUp(t, { "project/.mcp.json": project, "project/.claude/settings.local.json": settings });
  assert.deepEqual(named(), [], "a local file may have come with the project");
  new TrustStore(named.env).trust(named.cwd);
  assert.deepEqual(named(), ["a"]);
  assert.deepEqual(named(["project"]), [], "whose agreement does not count agrees to nothing");
  const refusing = setUp(t, {
    "project/.mcp.json": project,
    "home/.claude/settings.json": { enableAllProjectMcpServers: true },
    "project/.claude/settings.local.json": { disabledMcpjsonServers: ["b"] },
  });
  assert.deepEqual(refusing(), ["a"], "anybody may refuse");
  const all = { enableAllProjectMcpServers: true, disabledMcpjsonServers: ["b"] };
  assert.deepEqual(setUp(t, { "project/.mcp.json": project, "home/.claude/settings.json": all })(), ["a"]);
  const shared = { enableAllProjectMcpServers: true };
  const itself = setUp(t, { "project/.mcp.json": project, "project/.claude/settings.json": shared });
  assert.deepEqual(itself(), [], "a project does not agree to itself");
});

test("G5 what cannot be read starts nothing", (t) => {
  assert.deepEqual(setUp(t, { "home/.claude.json": "{", "project/.mcp.json": "[]" })(), []);
});
