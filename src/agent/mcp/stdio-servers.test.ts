// Runs alone: it measures an ending that has to be quick.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are put in by us
import assert from "node:assert/strict";
import { realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { test } from "node:test";
import { isRunning, markedSeconds, processesWith } from "../../../test/live/processes.ts";
import { until } from "../../../test/live/until.ts";
import { tinyConfig } from "../../../test/mcp-servers/tiny-config.ts";
import type { Fields } from "../../wire/fields.ts";
import { McpServers } from "./mcp-servers.ts";

const context = { toolUseId: "toolu_1", signal: new AbortController().signal };

function declare(configs: Fields, options: { connectTimeoutMs?: number; env?: NodeJS.ProcessEnv } = {}) {
  const mcp = new McpServers({
    askHost: () => Promise.reject(new Error("no host")),
    clientInfo: { name: "bridle", version: "1" },
    cwd: realpathSync(tmpdir()),
    env: {},
    ...options,
  });
  mcp.declare(configs);
  const call = async (tool: string, input: Fields = {}): Promise<unknown> => {
    const { content } = await mcp.call(`mcp__tiny__${tool}`, input, context);
    return typeof content === "string" ? content : content[0]?.text;
  };
  return { mcp, call, [Symbol.asyncDispose]: () => mcp.close() };
}

test("G5 a process is a server: its tools are listed and called, and it ends with us", async () => {
  const { mcp, call } = declare({ tiny: tinyConfig() });
  await mcp.ready();
  const [{ name, status, serverInfo, transport, source, config } = assert.fail()] = mcp.status();
  assert.deepEqual([name, status, transport, source], ["tiny", "connected", "stdio", "dynamic"]);
  assert.deepEqual(serverInfo, { name: "tiny", version: "1.0.0" });
  assert.deepEqual(config, { type: "stdio", ...tinyConfig() });
  assert.ok(mcp.tools().some((tool) => tool.name === "mcp__tiny__pid"));
  const pid = Number(await call("pid"));
  assert.ok(isRunning(pid));
  await mcp.close();
  assert.ok(!isRunning(pid), "gone when close() has settled");
  assert.deepEqual(mcp.status(), []);
});

test("G5 a server has the session's folder and variables, and its own on top", async () => {
  const env = { GREETING: "hello", BOTH: "session" };
  const own = { BOTH: "${BOTH} and server", MADE: "${NOPE:-up}" };
  const config = tinyConfig("${GREETING}", "${NOPE}");
  await using server = declare({ tiny: { ...config, env: own } }, { env });
  await server.mcp.ready();
  const variable = (name: string): Promise<unknown> => server.call("variable", { name });
  assert.equal(await server.call("folder"), realpathSync(tmpdir()));
  assert.equal(await server.call("arguments"), "hello ${NOPE}");
  assert.deepEqual(
    [await variable("GREETING"), await variable("BOTH"), await variable("MADE")],
    ["hello", "session and server", "up"],
  );
});

test("G5 a server that cannot be started has failed with what the system said", async () => {
  await using server = declare({ tiny: { command: "/no/such/server" }, empty: { command: "" } });
  await server.mcp.ready();
  const [missing, empty] = server.mcp.status();
  assert.deepEqual([missing?.status, missing?.error], ["failed", "spawn /no/such/server ENOENT"]);
  assert.equal(empty?.status, "failed");
  await assert.rejects(server.mcp.reconnect("tiny"), { message: "spawn /no/such/server ENOENT" });
  assert.deepEqual(server.mcp.tools(), []);
});

test("G5 a server that ends in the handshake has failed with its exit code and the last it said", async () => {
  await using server = declare({ tiny: tinyConfig("breaks") });
  await server.mcp.ready();
  const error = "The server ended with exit code 3: there is no licence for this server";
  assert.deepEqual([server.mcp.status()[0]?.status, server.mcp.status()[0]?.error], ["failed", error]);
});

test("G5 a server that never answers initialize has failed after its time, and is not left running", async () => {
  const mark = `silent-${process.pid}`;
  const { mcp } = declare({ tiny: tinyConfig("silent", mark) }, { connectTimeoutMs: 1_000 });
  await until("it runs", () => processesWith(mark).length === 1);
  await mcp.ready();
  assert.deepEqual([mcp.status()[0]?.status, mcp.status()[0]?.error], ["failed", "Connection timed out after 1000 ms"]);
  await mcp.close();
  assert.deepEqual(processesWith(mark), []);
});

test("G5 a server that dies in mid-call fails the call and itself, and is back for the next turn", async () => {
  await using server = declare({ tiny: tinyConfig(), other: tinyConfig() });
  const { mcp, call } = server;
  await mcp.ready();
  const { content, isError } = await mcp.call("mcp__tiny__crash", {}, context);
  assert.deepEqual([content, isError], ["Connection closed", true]);
  const [{ status, error } = assert.fail()] = mcp.status();
  assert.deepEqual([status, error], ["failed", "The server ended with exit code 7: out of cheese"]);
  await mcp.ready();
  assert.equal(mcp.has("mcp__tiny__pid"), false, "who only waits brings nothing back");
  assert.equal(mcp.has("mcp__other__pid"), true);
  await mcp.recover();
  assert.match(String(await call("pid")), /^\d+$/);
});

test("G5 a server that could not be had is not tried in every turn", async () => {
  await using server = declare({ tiny: tinyConfig("breaks") });
  await server.mcp.ready();
  void server.mcp.recover();
  assert.equal(server.mcp.status()[0]?.status, "failed");
});

test("G5 a server may flood stderr and chat on stdout", async () => {
  await using server = declare({ tiny: tinyConfig("chatty") });
  await server.mcp.ready();
  assert.equal(await server.call("flood"), "flooded");
  await server.call("crash");
  const { error = "" } = server.mcp.status()[0] ?? assert.fail();
  assert.ok(error.endsWith("out of cheese") && error.length < 1_100, `${error.length} characters`);
});

test("G5 neither a server that hears nothing nor what it started is left", async () => {
  const { mcp, call } = declare({ tiny: tinyConfig("stubborn") });
  await mcp.ready();
  const pids = [Number(await call("pid")), Number(await call("child"))];
  assert.ok(pids.every(isRunning));
  const startedAt = performance.now();
  await mcp.close();
  assert.ok(!pids.some(isRunning));
  // An agent that is told to end has 1.5 s.
  assert.ok(performance.now() - startedAt < 1_400);
});

test("G5 what a server that died had started ends too, and holds nobody up", async () => {
  await using server = declare({ tiny: tinyConfig() });
  await server.mcp.ready();
  const child = Number(await server.call("child"));
  await server.call("crash");
  assert.equal(server.mcp.status()[0]?.status, "failed");
  await until("the child ends", () => !isRunning(child));
});

test("G5 what left the group of a server ends with it", { skip: process.platform !== "linux" }, async () => {
  const sleep = `sleep ${markedSeconds()}`;
  const { command, args } = tinyConfig();
  const script = `setsid ${sleep} & exec "$0" "$@"`;
  const { mcp } = declare({ tiny: { command: "bash", args: ["-c", script, command, ...args] } }, { env: process.env });
  await mcp.ready();
  await until("it runs", () => processesWith(sleep).length > 0);
  await mcp.close();
  assert.deepEqual(processesWith(sleep), []);
});

test("G5 a server that is switched off, connected again or replaced leaves no process", async () => {
  const { mcp, call } = declare({ tiny: tinyConfig() });
  await mcp.ready();
  const pids: number[] = [];
  const keep = async (): Promise<void> => void pids.push(Number(await call("pid")));
  await keep();
  await mcp.toggle("tiny", false);
  await until("the first is gone", () => !isRunning(pids[0] as number));
  await mcp.toggle("tiny", true);
  await keep();
  await mcp.reconnect("tiny");
  await keep();
  assert.deepEqual(await mcp.replace({ tiny: tinyConfig("other") }), { added: ["tiny"], removed: [], errors: {} });
  await keep();
  assert.equal(new Set(pids).size, 4);
  assert.deepEqual(await mcp.replace({}), { added: [], removed: ["tiny"], errors: {} });
  await mcp.close();
  assert.ok(!pids.some(isRunning));
});

test("G5 the host's set leaves the command line's servers, and tells what is wrong with its own", async () => {
  await using server = declare({ tiny: tinyConfig() });
  const { mcp } = server;
  const set = { one: tinyConfig(), gone: { command: "/no/such/server" }, broken: { args: [] } };
  const { added, removed, errors } = await mcp.replace(set);
  assert.deepEqual([added, removed], [["one", "gone"], []]);
  assert.deepEqual(errors, {
    gone: "spawn /no/such/server ENOENT",
    broken: 'Skipped — invalid MCP server config for "broken": command: expected string, received undefined',
  });
  assert.deepEqual(await mcp.replace({ one: tinyConfig() }), { added: [], removed: ["gone"], errors: {} });
  await mcp.ready();
  assert.deepEqual(
    mcp.status().map(({ name, status }) => [name, status]),
    [
      ["tiny", "connected"],
      ["one", "connected"],
    ],
  );
  assert.deepEqual(mcp.problems(), [], "what the host set is told to the host");
});
