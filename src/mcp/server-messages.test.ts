import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { Fields } from "../wire/fields.ts";
import { InProcessServers } from "./in-process-servers.ts";
import type { JsonRpcMessage } from "./json-rpc-message.ts";
import type { McpServerLike, McpTransport } from "./mcp-server-like.ts";

const never = new AbortController().signal;
const text = (said: string) => ({ content: [{ type: "text" as const, text: said }] });
const tool = (id: number, name: string, progressToken?: number | string) => ({
  server_name: "calc",
  message: { jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: {}, _meta: { progressToken } } },
});

function calc(): McpServer {
  const server = new McpServer({ name: "calc", version: "1.0.0" });
  server.registerTool("steps", {}, async ({ _meta, sendNotification }) => {
    for (const progress of [1, 2, 3]) {
      const params = { progressToken: _meta?.progressToken ?? "none", progress, total: 3 };
      await sendNotification({ method: "notifications/progress", params });
    }
    return text("done");
  });
  server.registerTool("roots", {}, async () => text((await server.server.listRoots()).roots[0]?.uri ?? "none"));
  server.registerTool("hang", {}, ({ signal }) => new Promise((_, no) => signal.addEventListener("abort", no)));
  return server;
}

test("H11 progress goes to the agent with its own token, in order and before the answer", async () => {
  const told: { [token: string]: unknown[] } = { 2: [], t: [] };
  await using servers = new InProcessServers(
    { calc: calc() },
    { notify: async (server, message) => void told[tokenOf(message)]?.push([server, message]) },
  );
  const run = async (token: number | string): Promise<void> => {
    told[token]?.push((await servers.handle(tool(2, "steps", token), never)).mcp_response);
  };
  await Promise.all([run(2), run("t")]);
  for (const token of [2, "t"]) {
    const steps = [1, 2, 3].map((progress) => {
      const params = { progressToken: token, progress, total: 3 };
      return ["calc", { jsonrpc: "2.0", method: "notifications/progress", params }];
    });
    assert.deepEqual(told[token], [...steps, { jsonrpc: "2.0", id: 2, result: text("done") }]);
  }
});

test("H11 a tool works on where the agent cannot take its progress", async () => {
  const refuses = async () => {
    throw new Error("unsupported");
  };
  for (const options of [{}, { notify: refuses }]) {
    const notes: string[] = [];
    await using servers = new InProcessServers({ calc: calc() }, { ...options, trace: ({ what }) => notes.push(what) });
    assert.deepEqual((await servers.handle(tool(2, "steps", 2), never)).mcp_response.result, text("done"));
    assert.equal(notes.filter((what) => what.startsWith("the agent did not take notifications/progress")).length, 3);
  }
});

test("H11 a changed list of tools is told to the agent", async () => {
  const told: unknown[] = [];
  const server = calc();
  await using servers = new InProcessServers(
    { calc: server },
    { notify: async (_, message) => void told.push(message) },
  );
  await servers.handle({ server_name: "calc", message: { id: 0, method: "ping" } }, never);
  server.registerTool("more", {}, () => text(""));
  await Promise.resolve();
  assert.deepEqual(told, [{ jsonrpc: "2.0", method: "notifications/tools/list_changed" }]);
});

test("H11 a server's own request reaches the agent, and the agent's answer the server", async () => {
  const asked = Promise.withResolvers<JsonRpcMessage>();
  await using servers = new InProcessServers(
    { calc: calc() },
    { notify: async (_, message) => asked.resolve(message) },
  );
  const running = servers.handle(tool(0, "roots"), never);
  const { id, method } = await asked.promise;
  assert.equal(method, "roots/list");
  const answer = { jsonrpc: "2.0", id, result: { roots: [{ uri: "file:///x" }] } };
  const { mcp_response } = await servers.handle({ server_name: "calc", message: answer }, never);
  assert.deepEqual(mcp_response, { jsonrpc: "2.0", result: {}, id: 0 });
  assert.deepEqual((await running).mcp_response.result, text("file:///x"));
});

test("H11 a server's own request is refused at once where the agent cannot be asked", async () => {
  await using servers = new InProcessServers({ calc: calc() });
  const { mcp_response } = await servers.handle(tool(0, "roots"), never);
  assert.match(JSON.stringify(mcp_response), /the agent cannot be asked/);
});

test("H11 close answers the calls in flight with an error and ends their tools", async () => {
  const server = calc();
  let ended = 0;
  server.registerTool("count", {}, async ({ signal }) => {
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    ended += 1;
    return text("too late");
  });
  const servers = new InProcessServers({ calc: server, idle: calc() });
  const running = [2, 3].map((id) => servers.handle(tool(id, "count"), never));
  await servers.handle({ server_name: "calc", message: { id: 4, method: "ping" } }, never);
  await setImmediate();
  await servers.close();
  assert.equal(ended, 2);
  const error = { code: -32000, message: "MCP server calc: was closed" };
  assert.deepEqual(
    (await Promise.all(running)).map(({ mcp_response }) => mcp_response),
    [2, 3].map((id) => ({ jsonrpc: "2.0", id, error })),
  );
  for (const server_name of ["calc", "idle"]) {
    const late = await servers.handle({ server_name, message: { id: 5, method: "ping" } }, never);
    assert.equal((late.mcp_response.error as Fields).code, -32000);
  }
  await servers.close();
});

test("H11 a server that is closed before it was connected is not connected later", async () => {
  const server = calc();
  const servers = new InProcessServers({ calc: server });
  const running = servers.handle(tool(2, "steps"), never);
  await servers.close();
  assert.equal(((await running).mcp_response.error as Fields).code, -32000);
  await setImmediate();
  assert.equal(server.isConnected(), false);
});

test("H11 a server can be used again when its session is closed", async () => {
  const server = calc();
  for (const id of [1, 2]) {
    await using servers = new InProcessServers({ calc: server });
    const { mcp_response } = await servers.handle({ server_name: "calc", message: { id, method: "ping" } }, never);
    assert.deepEqual(mcp_response, { jsonrpc: "2.0", id, result: {} });
  }
});

test("H11 a server that closes itself fails its own calls only", async () => {
  const server = calc();
  await using servers = new InProcessServers({ calc: server, other: calc() });
  const running = servers.handle(tool(2, "hang"), never);
  await servers.handle({ server_name: "calc", message: { id: 3, method: "ping" } }, never);
  await server.close();
  assert.deepEqual((await running).mcp_response.error, {
    code: -32000,
    message: "MCP server calc: closed its connection",
  });
  const other = await servers.handle({ server_name: "other", message: { id: 3, method: "ping" } }, never);
  assert.deepEqual(other.mcp_response.result, {});
});

test("H11 a server that cannot be connected is an error in the answer", async () => {
  const server = calc();
  await using first = new InProcessServers({ calc: server });
  await using second = new InProcessServers({ calc: server });
  await first.handle({ server_name: "calc", message: { id: 0, method: "ping" } }, never);
  const { mcp_response } = await second.handle({ server_name: "calc", message: { id: 0, method: "ping" } }, never);
  assert.match(
    (mcp_response.error as { message: string }).message,
    /^MCP server calc: could not be connected: Already/,
  );
  await second.close();
  const still = await first.handle({ server_name: "calc", message: { id: 1, method: "ping" } }, never);
  assert.deepEqual(still.mcp_response.result, {});
});

test("H11 a server that throws, answers nonsense or fails to close hurts nobody", async () => {
  const wild = (onmessage: (message: JsonRpcMessage, transport: McpTransport) => void): McpServerLike => ({
    connect: async (transport) => {
      transport.onmessage = (message) => onmessage(message, transport);
      transport.onclose = () => {
        throw new Error("onclose");
      };
    },
    close: async () => {
      throw new Error("close");
    },
  });
  const throws = wild(() => {
    throw new Error("oops");
  });
  const empty = wild(({ id }, transport) => void transport.send({ jsonrpc: "2.0", id, result: undefined }));
  const twice = wild(({ id }, transport) => {
    for (const n of [1, 2]) void transport.send({ jsonrpc: "2.0", id, result: { n } });
  });
  const refuses: McpServerLike = {
    connect: () => {
      throw new Error("at once");
    },
    close: async () => {},
  };
  const notes: string[] = [];
  const servers = new InProcessServers({ throws, empty, twice, refuses }, { trace: ({ what }) => notes.push(what) });
  const ask = async (server_name: string) =>
    (await servers.handle({ server_name, message: { id: 9, method: "ping" } }, never)).mcp_response;
  assert.deepEqual((await ask("throws")).error, { code: -32603, message: "MCP server throws: oops" });
  const refused = { code: -32000, message: "MCP server refuses: could not be connected: at once" };
  assert.deepEqual([(await ask("refuses")).error, (await ask("refuses")).error], [refused, refused]);
  assert.equal(((await ask("empty")).error as Fields).code, -32603);
  assert.deepEqual((await ask("twice")).result, { n: 1 });
  assert.ok(notes.includes("the server answered a call that does not run"));
  await servers.close();
  assert.equal(notes.filter((what) => what === "close failed: close").length, 3);
});

function tokenOf(message: JsonRpcMessage): string {
  return String((message.params as Fields).progressToken);
}
