import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { BridleError } from "../../errors.ts";
import type { Fields } from "../../wire/fields.ts";
import { DeclaredServer } from "./declared-server.ts";
import { HostTransport } from "./host-transport.ts";

const silence = new Promise<never>(() => {});
const context = { toolUseId: "toolu_1", signal: new AbortController().signal };

/** What a plain host gives for each method. */
const plain: { readonly [method: string]: Fields } = {
  initialize: { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo: { name: "s", version: "1" } },
  "tools/list": { tools: [{ name: "t", inputSchema: { type: "object" } }] },
  "tools/call": { content: [{ type: "text", text: "called" }] },
};

type Host = (method: string, id: unknown, times: number) => unknown;

/** A server in a host that answers as told, else plainly. */
function serverIn(host: Host, connectTimeoutMs = 10_000) {
  const asked: string[] = [];
  const ask = async (message: object): Promise<unknown> => {
    const { method = "answer", id } = message as { method?: string; id?: unknown };
    asked.push(method);
    const answer = host(method, id, asked.filter((each) => each === method).length);
    return answer === undefined ? { jsonrpc: "2.0", id, result: plain[method] ?? {} } : answer;
  };
  const clientInfo = { name: "bridle", version: "1" };
  const server = new DeclaredServer("s", {
    transport: async () => new HostTransport(ask),
    clientInfo,
    connectTimeoutMs,
    callTimeoutMs: 10_000,
    attempts: 2,
  });
  server.connect();
  return { server, asked };
}

const refusal = (reason: string): BridleError =>
  new BridleError("refused", `the host refused mcp_message: ${reason}`, {
    subtype: "mcp_message",
    reason,
    errorCode: undefined,
  });

test("G2 a host that never answers is asked twice, then the server has failed", async () => {
  const { server, asked } = serverIn(() => silence, 100);
  await server.settled();
  assert.deepEqual(asked.filter((method) => method === "initialize").length, 2);
  assert.deepEqual(server.status(), {
    name: "s",
    status: "failed",
    error: "Connection timed out after 100 ms",
    tools: [],
  });
});

test("G2 a host that does not answer initialized, or the list, is not connected either", async () => {
  for (const silent of ["notifications/initialized", "tools/list"]) {
    const { server, asked } = serverIn((method) => (method === silent ? silence : undefined), 100);
    await server.settled();
    assert.equal(server.status().status, "failed");
    assert.equal(asked.filter((method) => method === silent).length, 2);
  }
});

test("G2 the second attempt may succeed, and what the first one is told later is ignored", async () => {
  const late = Promise.withResolvers<unknown>();
  const { server } = serverIn(
    (method, _, times) => (method === "initialize" && times === 1 ? late.promise : undefined),
    200,
  );
  await server.settled();
  assert.equal(server.status().status, "connected");
  late.resolve({ jsonrpc: "2.0", id: 0, error: { code: -32603, message: "too late" } });
  await setImmediate();
  assert.equal(server.status().status, "connected");
  assert.deepEqual((await server.call("t", {}, context)).content, [{ type: "text", text: "called" }]);
});

test("G2 notifications may be answered with anything", async () => {
  for (const answer of [{}, { jsonrpc: "2.0", result: {}, id: 0 }, null, "ok", Promise.resolve(undefined)]) {
    const { server } = serverIn((method) => (method.startsWith("notifications/") ? answer : undefined));
    await server.settled();
    assert.equal(server.status().status, "connected");
  }
});

test("G2 the answer to a control request answers its message, whatever id it has", async () => {
  const { server } = serverIn((method) =>
    method in plain ? { jsonrpc: "2.0", id: "x", result: plain[method], extra: 1 } : undefined,
  );
  await server.settled();
  assert.deepEqual((await server.call("t", {}, context)).content, [{ type: "text", text: "called" }]);
});

test("G2 an error answer of the host fails the server at once, with the host's words", async () => {
  const errors = [
    Promise.reject(refusal("no such server")),
    { jsonrpc: "2.0", id: 0, error: { code: -32004, message: "no such server" } },
    { error: "no such server" },
  ];
  const told = ["no such server", "no such server", '"no such server"'];
  for (const [index, error] of errors.entries()) {
    const { server, asked } = serverIn(() => error);
    await server.settled();
    assert.deepEqual([server.status().status, server.status().error], ["failed", told[index]]);
    assert.deepEqual(asked, ["initialize"]);
  }
});

test("G2 an answer that is none fails the server at once", async () => {
  for (const answer of [{}, null, { jsonrpc: "2.0", id: 0, result: null }]) {
    const { server, asked } = serverIn(() => answer);
    await server.settled();
    assert.equal(server.status().error, "The host gave no answer to initialize");
    assert.deepEqual(asked, ["initialize"]);
  }
});

test("G2 a host that dies in the handshake fails the server, and in a call the call", async () => {
  const gone = new BridleError("closed", "the host is gone", { exitCode: null, signal: null, stderr: "" });
  const early = serverIn((method) => (method === "tools/list" ? Promise.reject(gone) : undefined)).server;
  await early.settled();
  assert.deepEqual([early.status().status, early.status().error], ["failed", "the host is gone"]);
  assert.equal((await early.call("t", {}, context)).content, "MCP server s is not connected");

  const late = serverIn((method) => (method === "tools/call" ? Promise.reject(gone) : undefined)).server;
  await late.settled();
  const { content, isError } = await late.call("t", {}, context);
  assert.deepEqual([content, isError], ["the host is gone", true]);
});

test("G2 a JSON-RPC error of a call is told to the model without its number", async () => {
  const error = { code: -32603, message: "boom internal" };
  const { server } = serverIn((method, id) => (method === "tools/call" ? { jsonrpc: "2.0", id, error } : undefined));
  await server.settled();
  assert.deepEqual(await server.call("t", {}, context), {
    content: "boom internal",
    isError: true,
    details: "Error: boom internal",
  });
});

test("G2 an answer that comes after an abort is ignored", async () => {
  const late = Promise.withResolvers<unknown>();
  const { server, asked } = serverIn((method, _, times) =>
    method === "tools/call" && times === 1 ? late.promise : undefined,
  );
  await server.settled();
  const turn = new AbortController();
  const call = server.call("t", {}, { ...context, signal: turn.signal });
  await setImmediate();
  turn.abort("stop");
  await assert.rejects(call, (reason) => reason === "stop");
  late.resolve({ jsonrpc: "2.0", id: 2, result: { content: [] } });
  await setImmediate();
  assert.equal(asked.at(-1), "notifications/cancelled");
  assert.deepEqual((await server.call("t", {}, context)).content, [{ type: "text", text: "called" }]);
});

test("G2 tools that break a rule of MCP are taken as far as they can be", async () => {
  const tools = [{ name: "bare" }, { description: "nameless" }, { name: "odd", outputSchema: { type: 7 } }];
  const { server } = serverIn((method) => (method === "tools/list" ? { result: { tools } } : undefined));
  await server.settled();
  assert.deepEqual(
    server.tools.map(({ name, inputSchema }) => [name, inputSchema]),
    [
      ["bare", { type: "object" }],
      ["odd", { type: "object" }],
    ],
  );
});

test("G2 a listing that fails leaves the tools as they were, and of two the later one counts", async () => {
  const first = Promise.withResolvers<unknown>();
  const listings = [undefined, refusal("busy"), first.promise, { result: { tools: [{ name: "last" }] } }];
  const { server } = serverIn((method, _, times) => {
    const answer = method === "tools/list" ? listings[times - 1] : undefined;
    return answer instanceof Error ? Promise.reject(answer) : answer;
  });
  const changed = { jsonrpc: "2.0", method: "notifications/tools/list_changed", extra: true };
  await server.settled();
  server.receive(changed);
  await setImmediate();
  await server.settled();
  assert.deepEqual(
    server.tools.map(({ name }) => name),
    ["t"],
  );
  server.receive(changed);
  server.receive(changed);
  await setImmediate();
  await server.settled();
  first.resolve({ result: { tools: [{ name: "outdated" }] } });
  await setImmediate();
  assert.deepEqual(
    server.tools.map(({ name }) => name),
    ["last"],
  );
});

test("G2 who waits for a server waits for the listing that is under way", async () => {
  const listing = Promise.withResolvers<unknown>();
  const { server } = serverIn((method, _, times) =>
    method === "tools/list" && times === 2 ? listing.promise : undefined,
  );
  await server.settled();
  server.receive({ jsonrpc: "2.0", method: "notifications/tools/list_changed" });
  const names = server.settled().then(() => server.tools.map(({ name }) => name));
  await setImmediate();
  listing.resolve({ result: { tools: [{ name: "new" }] } });
  assert.deepEqual(await names, ["new"]);
});

test("G2 a server that is switched off while it connects stays off", async () => {
  const { server } = serverIn(() => silence, 20);
  await setImmediate();
  server.disable();
  await server.settled();
  assert.equal(server.status().status, "disabled");
});

test("G2 who begins anew while it connects waits for the new connection", async () => {
  const { server, asked } = serverIn((method, _, times) =>
    method === "initialize" && times === 1 ? silence : undefined,
  );
  while (asked.length === 0) await setImmediate();
  const settled = server.settled();
  server.connect();
  await settled;
  assert.equal(server.status().status, "connected");
});
