import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { AgentDefinition } from "../../src/agent/kit/agent-definition.ts";
import type { Fields } from "../../src/wire/fields.ts";
import { processesWith } from "../live/processes.ts";
import { until } from "../live/until.ts";
import { tinyConfig } from "../mcp-servers/tiny-config.ts";
import { agentFile } from "./agent-file.ts";
import { asking, Driven, streamJson, user } from "./drive.ts";

/** Calls the tool that is named in the prompt. */
const caller: AgentDefinition = {
  name: "caller",
  onTurn: async (turn) => {
    const tool = (await turn.hostTools()).find(({ name }) => name === turn.prompt);
    if (tool === undefined) return void turn.text("no such tool");
    const { content } = await turn.useTool(tool.name, {}, tool);
    turn.text(typeof content === "string" ? content : String(content[0]?.text));
  },
};

function driven(mcpServers: Fields, env: NodeJS.ProcessEnv = {}): Driven {
  const config = ["--mcp-config", JSON.stringify({ mcpServers }), "--allowedTools", "mcp__tiny"];
  return new Driven(caller, { argv: [...asking, ...config], env });
}

async function status(agent: Driven): Promise<readonly Fields[]> {
  return (((await agent.control("mcp_status")).response as Fields).mcpServers ?? []) as Fields[];
}

test("G5 system/init tells every server, why some failed, and which declarations are none", async () => {
  await using agent = driven({ tiny: tinyConfig(), gone: { command: "/no/such/server" }, broken: { type: "http" } });
  agent.send(user("mcp__tiny__arguments"));
  const init = await agent.saw("init");
  assert.deepEqual(init.mcp_servers, [
    { name: "tiny", status: "connected", source: "dynamic" },
    { name: "gone", status: "failed", source: "dynamic" },
  ]);
  const message = 'Skipped — invalid MCP server config for "broken": url: expected string, received undefined';
  assert.deepEqual(init.mcp_server_errors, [{ name: "broken", type: "invalid_config", message }]);
  assert.ok((init.tools as string[]).includes("mcp__tiny__arguments"));
  await agent.saw("result success");
  const [tiny, gone] = await status(agent);
  assert.deepEqual([tiny?.scope, tiny?.transport, tiny?.source], ["dynamic", "stdio", "dynamic"]);
  assert.deepEqual([gone?.status, gone?.error], ["failed", "spawn /no/such/server ENOENT"]);
});

test("G5 an agent without broken declarations says nothing of them", async () => {
  await using agent = driven({});
  agent.send(user("hi"));
  assert.equal("mcp_server_errors" in (await agent.saw("init")), false);
});

test("G5 a server that dies in a turn is back in the next one", async () => {
  await using agent = driven({ tiny: tinyConfig() });
  agent.send(user("mcp__tiny__crash"));
  await agent.saw("result success Connection closed");
  assert.equal((await status(agent))[0]?.status, "failed");
  agent.send(user("mcp__tiny__folder"));
  assert.deepEqual((await agent.saw("init")).mcp_servers, [{ name: "tiny", status: "connected", source: "dynamic" }]);
  await agent.saw(`result success ${process.cwd().slice(0, 20)}`);
});

test("G5 a turn waits for a silent server only so long, and mcp_status not at all", async () => {
  await using agent = driven({ quiet: tinyConfig("silent") }, { MCP_TIMEOUT: "700" });
  assert.equal((await status(agent))[0]?.status, "pending");
  agent.send(user("hi"));
  assert.deepEqual((await agent.saw("init")).mcp_servers, [{ name: "quiet", status: "failed", source: "dynamic" }]);
  await agent.saw("result success no such tool");
});

test("G5 the host sets servers of all kinds, and switches and connects them", async () => {
  await using agent = driven({});
  const set = { tiny: tinyConfig(), gone: { type: "http", url: "nowhere" }, odd: { type: "carrier-pigeon" } };
  assert.deepEqual((await agent.control("mcp_set_servers", { servers: set })).response, {
    added: ["tiny", "gone"],
    removed: [],
    errors: {
      odd: 'Skipped — unknown MCP server type "carrier-pigeon" for server "odd"',
      gone: "The url is not a valid URL",
    },
  });
  await agent.control("mcp_toggle", { serverName: "tiny", enabled: false });
  assert.equal((await status(agent))[0]?.status, "disabled");
  await agent.control("mcp_toggle", { serverName: "tiny", enabled: true });
  assert.equal((await agent.control("mcp_reconnect", { serverName: "tiny" })).subtype, "success");
  assert.equal((await agent.control("mcp_reconnect", { serverName: "gone" })).error, "The url is not a valid URL");
  agent.send(user("mcp__tiny__arguments"));
  await agent.saw("result success");
});

/** The ways an agent ends. */
const ends: readonly (readonly [string, NodeJS.Signals | undefined, number])[] = [
  ["its input ends", undefined, 0],
  ["it is terminated", "SIGTERM", 143],
  ["it is interrupted", "SIGINT", 0],
  ["its terminal is gone", "SIGHUP", 129],
];

for (const [how, signal, exitCode] of ends) {
  test(`G5 no server is left when ${how}`, async (t) => {
    const mark = `mark-${process.pid}-${signal}`;
    const config = JSON.stringify({ mcpServers: { tiny: tinyConfig("stubborn", mark) } });
    const home = mkdtempSync(join(tmpdir(), "bridle-mcp-"));
    const agent = spawn(process.execPath, [agentFile, ...streamJson, "--model", "scripted", "--mcp-config", config], {
      env: { HOME: home },
      stdio: ["pipe", "pipe", "inherit"],
    });
    t.after(() => {
      agent.kill("SIGKILL");
      rmSync(home, { recursive: true });
    });
    agent.stdin.write(`${JSON.stringify(user("hi"))}\n`);
    let output = "";
    agent.stdout.on("data", (chunk) => {
      output += chunk;
    });
    await until("the turn is over", () => output.includes('"type":"result"'));
    assert.equal(processesWith(`tiny.mjs stubborn ${mark}`).length >= 1, true);
    if (signal === undefined) agent.stdin.end();
    else agent.kill(signal);
    assert.deepEqual(await once(agent, "exit"), [exitCode, null]);
    assert.deepEqual(processesWith(`tiny.mjs stubborn ${mark}`), []);
  });
}
