import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import { InProcessServers, type McpServerLike } from "../../mcp/in-process-servers.ts";
import { type Fields, isFields } from "../../wire/fields.ts";
import { hostedServers, type McpProgress } from "./mcp.ts";
import { McpServers } from "./mcp-servers.ts";

const never = new AbortController().signal;
const context = { toolUseId: "toolu_1", signal: never };
const text = (said: string) => ({ content: [{ type: "text" as const, text: said }] });
const asJson = (value: object): Fields => JSON.parse(JSON.stringify(value));

/** The two sides as they are, with JSON between them. */
function connect(servers: { readonly [name: string]: McpServerLike }, options: { callTimeoutMs?: number } = {}) {
  const sent: Fields[] = [];
  const bridge = new InProcessServers(servers, {
    notify: async (name, message) => mcp.receive(name, asJson(message)),
  });
  const mcp = new McpServers({
    askHost: async (server_name, message) => {
      sent.push(asJson(message));
      return asJson((await bridge.handle({ server_name, message: asJson(message) }, never)).mcp_response);
    },
    clientInfo: { name: "bridle", version: "1" },
    cwd: process.cwd(),
    env: {},
    ...options,
  });
  return { mcp, sent, methods: () => sent.map(({ method }) => method) };
}

function calc(): McpServer {
  const server = new McpServer({ name: "calc", version: "1" });
  const inputSchema = { a: z.number(), b: z.number() };
  server.registerTool("add", { description: "adds", inputSchema, annotations: { readOnlyHint: true } }, ({ a, b }) =>
    text(String(a + b)),
  );
  server.registerTool("iserr", {}, () => ({ ...text("tool says no"), isError: true }));
  server.registerTool("count", { outputSchema: { n: z.number() } }, () => ({
    content: [],
    structuredContent: { n: 3 },
  }));
  return server;
}

test("G2 a server is connected with initialize, initialized and tools/list, numbered from 0", async () => {
  const { mcp, sent } = connect({ calc: calc() });
  mcp.declare(hostedServers(["calc"]));
  assert.deepEqual(mcp.status(), [{ name: "calc", status: "pending", transport: "sdk", source: "sdk", tools: [] }]);
  await mcp.ready();
  assert.deepEqual(sent, [
    {
      jsonrpc: "2.0",
      id: 0,
      method: "initialize",
      params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "bridle", version: "1" } },
    },
    { jsonrpc: "2.0", method: "notifications/initialized" },
    { jsonrpc: "2.0", id: 1, method: "tools/list" },
  ]);
  assert.deepEqual(mcp.status(), [
    {
      name: "calc",
      status: "connected",
      serverInfo: { name: "calc", version: "1" },
      transport: "sdk",
      source: "sdk",
      tools: [
        { name: "add", annotations: { readOnly: true } },
        { name: "iserr", annotations: {} },
        { name: "count", annotations: {} },
      ],
    },
  ]);
});

test("G2 the model knows a tool as mcp__server__tool, with its schema and whether it only reads", async () => {
  const { mcp } = connect({ calc: calc() });
  mcp.declare(hostedServers(["calc"]));
  await mcp.ready();
  const [add, iserr] = mcp.tools();
  assert.deepEqual(
    [add?.name, add?.serverName, add?.description, add?.isReadOnly],
    ["mcp__calc__add", "calc", "adds", true],
  );
  assert.deepEqual([add?.inputSchema.type, add?.inputSchema.required], ["object", ["a", "b"]]);
  assert.deepEqual([iserr?.name, iserr?.description, iserr?.isReadOnly], ["mcp__calc__iserr", "", false]);
});

test("G2 two tools that come to the same name are one for the model: the first", async () => {
  const server = new McpServer({ name: "x", version: "1" });
  for (const name of ["read.file", "read_file", "a-b"]) server.registerTool(name, {}, () => text(name));
  const { mcp } = connect({ files: server });
  mcp.declare(hostedServers(["files"]));
  await mcp.ready();
  assert.deepEqual(
    mcp.tools().map(({ name }) => name),
    ["mcp__files__read_file", "mcp__files__a-b"],
  );
  assert.deepEqual(await mcp.call("mcp__files__read_file", {}, context), text("read.file"));
});

test("G2 all servers connect at the same time, from their declaration on", async () => {
  const open: (() => void)[] = [];
  const names: string[] = [];
  const twoAsked = Promise.withResolvers<void>();
  const bridge = new InProcessServers({ a: calc(), b: calc() });
  const askHost = async (server_name: string, message: object): Promise<unknown> => {
    names.push(server_name);
    if (names.length <= 2) {
      const { promise, resolve } = Promise.withResolvers<void>();
      open.push(resolve);
      if (names.length === 2) twoAsked.resolve();
      await promise;
    }
    return (await bridge.handle({ server_name, message }, never)).mcp_response;
  };
  const mcp = new McpServers({ askHost, clientInfo: { name: "bridle", version: "1" }, cwd: process.cwd(), env: {} });
  mcp.declare(hostedServers(["a", "b"]));
  await twoAsked.promise;
  assert.deepEqual(names, ["a", "b"]);
  for (const resolve of open) resolve();
  await mcp.ready();
  assert.deepEqual(
    mcp.status().map(({ status }) => status),
    ["connected", "connected"],
  );
});

test("G2 a call carries the id of its tool use and a progress token, and gives the blocks of the result", async () => {
  const { mcp, sent } = connect({ calc: calc() });
  mcp.declare(hostedServers(["calc"]));
  await mcp.ready();
  assert.deepEqual(await mcp.call("mcp__calc__add", { a: 2, b: 3 }, context), text("5"));
  assert.deepEqual(sent.at(-1), {
    jsonrpc: "2.0",
    id: 2,
    method: "tools/call",
    params: {
      name: "add",
      arguments: { a: 2, b: 3 },
      _meta: { "claudecode/toolUseId": "toolu_1", progressToken: 2 },
    },
  });
});

test("G2 a tool's own error is an error for the model, and structured content its JSON", async () => {
  const { mcp } = connect({ calc: calc() });
  mcp.declare(hostedServers(["calc"]));
  await mcp.ready();
  assert.deepEqual(await mcp.call("mcp__calc__iserr", {}, context), {
    content: "tool says no",
    isError: true,
    details: "Error: tool says no",
  });
  assert.deepEqual(await mcp.call("mcp__calc__count", {}, context), text('{"n":3}'));
  const { content } = await mcp.call("mcp__calc__nope", {}, context);
  assert.equal(content, "<tool_use_error>Error: No such tool available: mcp__calc__nope</tool_use_error>");
});

test("G2 progress of a call is told as it comes", async () => {
  const server = new McpServer({ name: "s", version: "1" });
  server.registerTool("steps", {}, async ({ _meta, sendNotification }) => {
    for (const progress of [1, 2]) {
      const params = { progressToken: _meta?.progressToken ?? "none", progress, total: 2 };
      await sendNotification({ method: "notifications/progress", params });
    }
    return text("done");
  });
  const { mcp } = connect({ s: server });
  mcp.declare(hostedServers(["s"]));
  await mcp.ready();
  const told: McpProgress[] = [];
  const onProgress = (progress: McpProgress) => told.push(progress);
  assert.deepEqual(await mcp.call("mcp__s__steps", {}, { ...context, onProgress }), text("done"));
  assert.deepEqual(told, [
    { progress: 1, total: 2 },
    { progress: 2, total: 2 },
  ]);
});

test("G2 an aborted call is cancelled at the server and rejects with the signal's reason", async () => {
  const server = new McpServer({ name: "s", version: "1" });
  const running = Promise.withResolvers<void>();
  const stopped = Promise.withResolvers<void>();
  server.registerTool("hang", {}, ({ signal }) => {
    running.resolve();
    return new Promise((resolve) =>
      signal.addEventListener("abort", () => {
        stopped.resolve();
        resolve(text("late"));
      }),
    );
  });
  const { mcp, sent } = connect({ s: server });
  mcp.declare(hostedServers(["s"]));
  await mcp.ready();
  const turn = new AbortController();
  const call = mcp.call("mcp__s__hang", {}, { ...context, signal: turn.signal });
  await running.promise;
  const reason = new Error("interrupted");
  turn.abort(reason);
  await assert.rejects(call, (error) => error === reason);
  await stopped.promise;
  assert.deepEqual(sent.at(-1), {
    jsonrpc: "2.0",
    method: "notifications/cancelled",
    params: { requestId: 2, reason: "Error: interrupted" },
  });
  await assert.rejects(
    mcp.call("mcp__s__hang", {}, { ...context, signal: turn.signal }),
    (error) => error === reason,
    "nothing is sent for a turn that is over",
  );
  assert.equal(sent.length, 5);
});

test("G2 a turn that is interrupted after a call was answered withdraws nothing", async () => {
  const { mcp, methods } = connect({ calc: calc() });
  mcp.declare(hostedServers(["calc"]));
  await mcp.ready();
  const turn = new AbortController();
  await mcp.call("mcp__calc__add", { a: 1, b: 1 }, { ...context, signal: turn.signal });
  turn.abort();
  await setImmediate();
  assert.equal(methods().at(-1), "tools/call");
});

test("G2 a call may be given a time limit", async () => {
  const server = new McpServer({ name: "s", version: "1" });
  server.registerTool("hang", {}, () => new Promise(() => {}));
  const { mcp, methods } = connect({ s: server }, { callTimeoutMs: 20 });
  mcp.declare(hostedServers(["s"]));
  await mcp.ready();
  const { content, isError } = await mcp.call("mcp__s__hang", {}, context);
  assert.deepEqual([content, isError], ["Request timed out", true]);
  assert.equal(methods().at(-1), "notifications/cancelled");
});

test("G2 a changed list of tools is listed again at once, and the next turn waits for it", async () => {
  const server = calc();
  const { mcp, methods } = connect({ calc: server });
  mcp.declare(hostedServers(["calc"]));
  await mcp.ready();
  server.registerTool("more", {}, () => text("more"));
  await setImmediate();
  assert.equal(methods().filter((method) => method === "tools/list").length, 2);
  await mcp.ready();
  assert.equal(mcp.tools().at(-1)?.name, "mcp__calc__more");
});

test("G2 pages of tools are put together", async () => {
  const server = new Server({ name: "s", version: "1" }, { capabilities: { tools: {} } });
  const tool = (name: string) => ({ name, inputSchema: { type: "object" as const } });
  server.setRequestHandler(ListToolsRequestSchema, ({ params }) =>
    params?.cursor === undefined ? { tools: [tool("a")], nextCursor: "2" } : { tools: [tool(`b${params.cursor}`)] },
  );
  const { mcp } = connect({ s: server });
  mcp.declare(hostedServers(["s"]));
  await mcp.ready();
  assert.deepEqual(
    mcp.tools().map(({ name }) => name),
    ["mcp__s__a", "mcp__s__b2"],
  );
});

test("G2 a server that has no tools is not asked for them", async () => {
  const { mcp, methods } = connect({ s: new Server({ name: "s", version: "1" }, { capabilities: {} }) });
  mcp.declare(hostedServers(["s"]));
  await mcp.ready();
  assert.deepEqual(methods(), ["initialize", "notifications/initialized"]);
  assert.equal(mcp.status()[0]?.status, "connected");
});

test("G2 requests of a server are answered: a ping with nothing, what we cannot do with an error", async () => {
  const server = new McpServer({ name: "s", version: "1" });
  server.registerTool("ping", {}, async () => text(JSON.stringify(await server.server.ping())));
  const ask = { method: "elicitation/create", params: { message: "?", requestedSchema: { type: "object" } } };
  server.registerTool("ask", {}, ({ sendRequest }) =>
    sendRequest(ask as never, z.looseObject({}) as never).then(
      () => text("answered"),
      (error: Error) => text(error.message),
    ),
  );
  const { mcp, sent } = connect({ s: server });
  mcp.declare(hostedServers(["s"]));
  await mcp.ready();
  assert.deepEqual(await mcp.call("mcp__s__ping", {}, context), text("{}"));
  assert.deepEqual(await mcp.call("mcp__s__ask", {}, context), text("MCP error -32601: Method not found"));
  assert.ok(sent.some((message) => message.method === undefined && isFields(message.error)));
});

test("G2 servers that are not declared any more are let go; the others stay as they are", async () => {
  const { mcp, methods } = connect({ a: calc(), b: calc(), c: calc() });
  mcp.declare(hostedServers(["a", "b"]));
  await mcp.ready();
  assert.deepEqual(await mcp.replace(hostedServers(["b", "c"])), { added: ["c"], removed: ["a"], errors: {} });
  await mcp.ready();
  assert.deepEqual(
    mcp.status().map(({ name, status }) => [name, status]),
    [
      ["b", "connected"],
      ["c", "connected"],
    ],
  );
  assert.equal(methods().filter((method) => method === "initialize").length, 3);
  mcp.receive("a", { jsonrpc: "2.0", method: "notifications/tools/list_changed" });
  assert.equal((await mcp.call("mcp__a__add", { a: 1, b: 1 }, context)).isError, true);
});

test("G2 a server is connected again, switched off and switched on", async () => {
  const { mcp, methods } = connect({ calc: calc() });
  mcp.declare(hostedServers(["calc"]));
  await mcp.reconnect("calc");
  await mcp.toggle("calc", true);
  assert.equal(methods().filter((method) => method === "tools/list").length, 1);
  await mcp.toggle("calc", false);
  assert.equal(mcp.status()[0]?.status, "disabled");
  assert.deepEqual(mcp.tools(), []);
  await assert.rejects(mcp.reconnect("calc"), { message: "Server status: disabled" });
  await mcp.ready();
  await mcp.toggle("calc", true);
  assert.deepEqual(await mcp.call("mcp__calc__add", { a: 2, b: 2 }, context), text("4"));
  await mcp.reconnect("calc");
  assert.deepEqual(await mcp.call("mcp__calc__add", { a: 2, b: 2 }, context), text("4"));
});

test("G2 a call that runs when its server is switched off fails", async () => {
  const server = new McpServer({ name: "s", version: "1" });
  const running = Promise.withResolvers<void>();
  server.registerTool("hang", {}, () => {
    running.resolve();
    return new Promise(() => {});
  });
  const { mcp } = connect({ s: server });
  mcp.declare(hostedServers(["s"]));
  await mcp.ready();
  const call = mcp.call("mcp__s__hang", {}, context);
  await running.promise;
  await mcp.toggle("s", false);
  assert.deepEqual(await call, {
    content: "Connection closed",
    isError: true,
    details: "Error: Connection closed",
  });
});

test("G2 a server nobody declared is not found", async () => {
  const { mcp } = connect({});
  await assert.rejects(mcp.reconnect("x"), { message: "Server not found: x" });
  await assert.rejects(mcp.toggle("x", true), { message: "Server not found: x" });
  mcp.receive("x", { jsonrpc: "2.0", method: "notifications/tools/list_changed" });
});
