import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import * as z from "zod";
import type { Fields } from "../wire/fields.ts";
import { InProcessServers } from "./in-process-servers.ts";
import type { McpServerLike, McpTransport } from "./mcp-server-like.ts";

const never = new AbortController().signal;
const text = (said: string) => ({ content: [{ type: "text" as const, text: said }] });

/** A real server of the SDK; `register` gives it its tools. */
function server(register: (server: McpServer) => void = () => {}): McpServer {
  const made = new McpServer({ name: "calc", version: "1.0.0" });
  made.registerTool("echo", { inputSchema: { said: z.string() } }, ({ said }) => text(said));
  register(made);
  return made;
}

/** A tool that works until its call is cancelled. */
function hanging(server: McpServer) {
  const started = Promise.withResolvers<void>();
  const cancelled = Promise.withResolvers<unknown>();
  server.registerTool("hang", {}, async ({ signal }) => {
    signal.addEventListener("abort", () => cancelled.resolve(signal.reason));
    started.resolve();
    await cancelled.promise;
    return text("too late");
  });
  return { started: started.promise, cancelled: cancelled.promise };
}

async function send(servers: InProcessServers, message: Fields, signal = never, to = "calc"): Promise<Fields> {
  return (await servers.handle({ server_name: to, message: { jsonrpc: "2.0", ...message } }, signal)).mcp_response;
}

function call(servers: InProcessServers, id: number, name: string, args: Fields = {}, signal = never) {
  return send(servers, { id, method: "tools/call", params: { name, arguments: args, _meta: {} } }, signal);
}

test("H11 a hundred calls run at once and are answered in any order, each under its own id", async () => {
  const running = new Map<number, () => void>();
  const calc = server((made) =>
    made.registerTool("gate", { inputSchema: { n: z.number() } }, async ({ n }) => {
      await new Promise<void>((resolve) => running.set(n, resolve));
      return text(String(n));
    }),
  );
  await using servers = new InProcessServers({ calc });
  const order: number[] = [];
  const calls = Array.from({ length: 100 }, async (_, n) => {
    const answer = await call(servers, n, "gate", { n });
    order.push(n);
    return answer;
  });
  while (running.size < 100) await setImmediate();
  for (const n of [...running.keys()].reverse()) running.get(n)?.();
  for (const [n, answer] of (await Promise.all(calls)).entries()) {
    assert.deepEqual(answer, { jsonrpc: "2.0", id: n, result: text(String(n)) });
  }
  assert.deepEqual(
    order,
    Array.from({ length: 100 }, (_, n) => 99 - n),
  );
});

test("H11 two handshakes at the same time with the same ids are both answered", async () => {
  await using servers = new InProcessServers({ calc: server() });
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "a", version: "1" } };
  const shake = () => [
    send(servers, { id: 0, method: "initialize", params }),
    send(servers, { method: "notifications/initialized" }),
    send(servers, { id: 1, method: "tools/list" }),
  ];
  const answers = await Promise.all([...shake(), ...shake()]);
  assert.deepEqual(
    answers.map(({ id, result }) => [id, Object.keys(result as Fields)[0]]),
    [...Array(2)].flatMap(() => [
      [0, "protocolVersion"],
      [0, undefined],
      [1, "tools"],
    ]),
  );
});

test("H11 calls with the same id that run at once get their own answers", async () => {
  await using servers = new InProcessServers({ calc: server() });
  const answers = await Promise.all(["a", "b", "c"].map((said) => call(servers, 7, "echo", { said })));
  assert.deepEqual(
    answers,
    ["a", "b", "c"].map((said) => ({ jsonrpc: "2.0", id: 7, result: text(said) })),
  );
});

test("H11 a notification is answered at once, also before the server is connected", async () => {
  const stuck: McpServerLike = { connect: () => new Promise(() => {}), close: async () => {} };
  await using servers = new InProcessServers({ calc: stuck });
  const answer = await send(servers, { method: "notifications/initialized" });
  assert.deepEqual(answer, { jsonrpc: "2.0", result: {}, id: 0 });
});

test("H11 a result of 20 MB comes through whole", async () => {
  const big = "x".repeat(20_000_000);
  await using servers = new InProcessServers({
    calc: server((made) => made.registerTool("big", {}, () => text(big))),
  });
  const answer = await call(servers, 2, "big");
  assert.ok((answer.result as ReturnType<typeof text>).content[0]?.text === big);
});

test("H11 errors are JSON-RPC errors or results that say so, and the server goes on", async () => {
  const calc = server((made) => {
    made.registerTool("boom", {}, () => {
      throw new Error("boom");
    });
    made.registerTool("no", {}, () => ({ ...text("no"), isError: true }));
  });
  await using servers = new InProcessServers({ calc });
  assert.deepEqual((await call(servers, 2, "boom")).result, { ...text("boom"), isError: true });
  assert.deepEqual((await call(servers, 3, "no")).result, { ...text("no"), isError: true });
  // Whether a wrong name or input is an error or a result is up to the SDK's version.
  assert.match(JSON.stringify(await call(servers, 4, "missing")), /"id":4.*not found|not found.*"id":4/);
  assert.match(JSON.stringify(await call(servers, 5, "echo", { said: 1 })), /expected string/);
  const unknown = await send(servers, { id: 6, method: "no/such" });
  assert.deepEqual(unknown, { jsonrpc: "2.0", id: 6, error: { code: -32601, message: "Method not found" } });
  assert.deepEqual((await call(servers, 7, "echo", { said: "hi" })).result, text("hi"));
});

test("H11 a message for a server that is not there is answered with an error that names it", async () => {
  await using servers = new InProcessServers({ calc: server() });
  const error = { code: -32004, message: "there is no MCP server nope" };
  assert.deepEqual(await send(servers, { id: 3, method: "ping" }, never, "nope"), { jsonrpc: "2.0", id: 3, error });
  assert.deepEqual(await send(servers, { method: "a" }, never, "toString"), {
    jsonrpc: "2.0",
    id: 0,
    error: { ...error, message: "there is no MCP server toString" },
  });
});

test("H11 what is no JSON-RPC is answered with an error", async () => {
  await using servers = new InProcessServers({ calc: server() });
  for (const message of [null, [], {}, { id: 4 }, { id: 4, method: "ping", params: 1 }]) {
    const { mcp_response } = await servers.handle({ server_name: "calc", message }, never);
    assert.equal((mcp_response.error as Fields).code, -32600);
  }
});

test("H11 the agent's notifications/cancelled ends the call it means and no other", async () => {
  const calc = server();
  const { started, cancelled } = hanging(calc);
  await using servers = new InProcessServers({ calc });
  // Shifts our ids against the agent's.
  for (const id of [0, 1, 0, 1]) await send(servers, { id, method: "ping" });
  const hung = call(servers, 2, "hang");
  await started;
  const cancel = (requestId: number) =>
    send(servers, { method: "notifications/cancelled", params: { requestId, reason: "enough" } });
  let ended = false;
  void cancelled.then(() => {
    ended = true;
  });
  // Four pings went before: 5 is our own id of the call the agent knows as 2.
  for (const other of [1, 3, 5]) await cancel(other);
  await setImmediate();
  assert.equal(ended, false);
  assert.deepEqual(await cancel(2), { jsonrpc: "2.0", result: {}, id: 0 });
  assert.equal(await cancelled, "enough");
  assert.deepEqual(await hung, { jsonrpc: "2.0", id: 2, error: { code: -32800, message: "cancelled" } });
});

test("H11 where an id runs twice, the newer call is the one that is cancelled", async () => {
  const calc = server();
  const { started } = hanging(calc);
  await using servers = new InProcessServers({ calc });
  const [first, second] = [call(servers, 2, "hang"), call(servers, 2, "hang")];
  await started;
  await send(servers, { method: "notifications/cancelled", params: { requestId: 2 } });
  const winner = await Promise.race([first.then(() => "older"), second.then(() => "newer")]);
  assert.equal(winner, "newer");
});

test("H11 a call that is withdrawn before its server is connected never reaches it", async () => {
  const connect = Promise.withResolvers<void>();
  const reached: unknown[] = [];
  const late: McpServerLike = {
    connect: (transport) => {
      transport.onmessage = ({ method }) => reached.push(method);
      return connect.promise;
    },
    close: async () => {},
  };
  await using servers = new InProcessServers({ calc: late });
  const abort = new AbortController();
  const withdrawn = call(servers, 2, "echo", {}, abort.signal);
  abort.abort();
  await withdrawn;
  connect.resolve();
  await setImmediate();
  assert.ok(!reached.includes("tools/call"));
});

test("H11 an answered call leaves nothing on its signal", async () => {
  await using servers = new InProcessServers({ calc: server() });
  const { signal } = new AbortController();
  await call(servers, 2, "echo", { said: "hi" }, signal);
  assert.deepEqual(getEventListeners(signal, "abort"), []);
});

test("H11 a server that no agent asked is neither connected nor closed", async () => {
  const touched: string[] = [];
  const idle: McpServerLike = {
    connect: async () => void touched.push("connect"),
    close: async () => void touched.push("close"),
  };
  await new InProcessServers({ idle }).close();
  assert.deepEqual(touched, []);
});

test("H11 an abort ends the call, and the tool sees it", async () => {
  const calc = server();
  const { started, cancelled } = hanging(calc);
  await using servers = new InProcessServers({ calc });
  const abort = new AbortController();
  const hung = call(servers, 2, "hang", {}, abort.signal);
  const other = call(servers, 3, "echo", { said: "hi" }, abort.signal);
  await Promise.all([started, other]);
  abort.abort();
  assert.equal((await hung).id, 2);
  assert.equal(await cancelled, "the agent withdrew its request");
  assert.deepEqual((await other).result, text("hi"));
  assert.equal(((await call(servers, 4, "echo", { said: "x" }, abort.signal)).error as Fields).code, -32800);
});

test("H11 an abort ends a call to a server that never connects or never answers", async () => {
  const deaf: McpServerLike = {
    connect: async (transport: McpTransport) => {
      transport.onmessage = () => {};
    },
    close: async () => {},
  };
  const stuck: McpServerLike = { connect: () => new Promise(() => {}), close: async () => {} };
  await using servers = new InProcessServers({ deaf, stuck, calc: server() });
  for (const name of ["deaf", "stuck"]) {
    const abort = new AbortController();
    const hung = send(servers, { id: 1, method: "ping" }, abort.signal, name);
    assert.deepEqual((await call(servers, 1, "echo", { said: "hi" })).result, text("hi"));
    abort.abort();
    assert.equal(((await hung).error as Fields).code, -32800);
  }
});
