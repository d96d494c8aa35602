// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are put in by us
import assert from "node:assert/strict";
import { test } from "node:test";
import { publicConfig, readServerConfig, type ServerConfig } from "./server-config.ts";

const env = { TOKEN: "t0p" };

const good: readonly (readonly [string, unknown, ServerConfig])[] = [
  ["a command is a process", { command: "x" }, { type: "stdio", command: "x", args: [], env: {} }],
  [
    "variables are put in everywhere",
    { type: "stdio", command: "${BIN:-node}", args: ["${TOKEN}", "b"], env: { T: "${TOKEN}" } },
    { type: "stdio", command: "node", args: ["t0p", "b"], env: { T: "t0p" } },
  ],
  [
    "an address and headers too",
    { type: "http", url: "http://${HOST:-localhost}/mcp", headers: { Authorization: "Bearer ${TOKEN}" } },
    { type: "http", url: "http://localhost/mcp", headers: { Authorization: "Bearer t0p" } },
  ],
  ["sse is the older kind", { type: "sse", url: "u", more: 1 }, { type: "sse", url: "u", headers: {} }],
  ["a server of the host has a name", { type: "sdk", name: "calc" }, { type: "sdk" }],
];

for (const [what, entry, config] of good) {
  test(`G5 a declared server: ${what}`, () => assert.deepEqual(readServerConfig("s", entry, env), config));
}

const broken: readonly (readonly [unknown, string])[] = [
  [{ args: [] }, "command: expected string, received undefined"],
  [{ command: "x", args: "str" }, "args: expected array, received string"],
  [{ command: "x", args: ["a", 5] }, "args.1: expected string, received number"],
  [{ command: "x", env: { A: null } }, "env.A: expected string, received null"],
  [{ type: "http" }, "url: expected string, received undefined"],
  [{ type: "sse", url: "u", headers: [] }, "headers: expected object, received array"],
  [{ type: "sdk" }, "name: expected string, received undefined"],
  [5, "(root): expected object, received number"],
];

for (const [entry, why] of broken) {
  test(`G5 a broken declaration says what Claude Code says: ${why}`, () => {
    const message = `Skipped — invalid MCP server config for "s": ${why}`;
    assert.deepEqual(readServerConfig("s", entry, env), { name: "s", type: "invalid_config", message });
  });
}

test("G5 a kind of server nobody knows is told as such", () => {
  for (const type of ["ws2", "toString"]) {
    const message = `Skipped — unknown MCP server type "${type}" for server "s"`;
    assert.deepEqual(readServerConfig("s", { type, url: "x" }, env), { name: "s", type: "unknown_type", message });
  }
});

test("G5 neither variables nor headers of a server are told", () => {
  const told = [...good.map(([, , config]) => publicConfig(config))];
  assert.deepEqual(told[1], { type: "stdio", command: "node", args: ["t0p", "b"] });
  assert.deepEqual(told[2], { type: "http", url: "http://localhost/mcp" });
  assert.equal(told.at(-1), undefined);
});
