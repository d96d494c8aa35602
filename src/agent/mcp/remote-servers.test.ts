import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { SSEServerTransport } from "@modelcontextprotocol/sdk/server/sse.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { until } from "../../../test/live/until.ts";
import type { Fields } from "../../wire/fields.ts";
import { McpServers } from "./mcp-servers.ts";

const context = { toolUseId: "toolu_1", signal: new AbortController().signal };
const text = (said: string) => ({ content: [{ type: "text" as const, text: said }] });

/** A server that tells the headers it got. */
function teller(): McpServer {
  const server = new McpServer({ name: "far", version: "1" });
  server.registerTool("header", {}, (extra) => text(String(extra.requestInfo?.headers["x-token"])));
  server.registerTool("more", {}, () => {
    server.registerTool("late", {}, () => text("late"));
    return text("registered");
  });
  return server;
}

/** Streamable HTTP on the loopback. `forget()` loses the sessions, as a restart does. */
async function streamable(port = 0) {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const http = createServer(async (request, response) => {
    const id = String(request.headers["mcp-session-id"] ?? "");
    const known = sessions.get(id);
    if (known !== undefined) return known.handleRequest(request, response);
    if (id !== "") return void response.writeHead(404).end("no such session");
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized: (made) => void sessions.set(made, transport),
    });
    await teller().connect(transport as never);
    return transport.handleRequest(request, response);
  });
  return { ...(await listening(http, port)), forget: () => sessions.clear() };
}

/** The older kind. */
async function events() {
  const streams = new Map<string, SSEServerTransport>();
  const http = createServer(async (request, response) => {
    const url = new URL(request.url ?? "", "http://localhost");
    if (request.method === "POST")
      return streams.get(url.searchParams.get("sessionId") ?? "")?.handlePostMessage(request, response);
    const transport = new SSEServerTransport("/messages", response);
    streams.set(transport.sessionId, transport);
    return teller().connect(transport);
  });
  return listening(http, 0);
}

async function listening(http: Server, at: number) {
  http.listen(at, "127.0.0.1");
  await once(http, "listening");
  const { port } = http.address() as AddressInfo;
  const close = async (): Promise<void> => {
    http.closeAllConnections();
    http.close();
    await once(http, "close");
  };
  return { url: `http://127.0.0.1:${port}/mcp`, port, close, drop: () => http.closeAllConnections() };
}

function declare(config: Fields) {
  const mcp = new McpServers({
    askHost: () => Promise.reject(new Error("no host")),
    clientInfo: { name: "bridle", version: "1" },
    cwd: process.cwd(),
    env: { TOKEN: "t0p" },
  });
  mcp.declare({ far: config });
  return { mcp, status: () => mcp.status()[0], [Symbol.asyncDispose]: () => mcp.close() };
}

// biome-ignore lint/suspicious/noTemplateCurlyInString: this is put in by us
const headers = { "X-Token": "${TOKEN}" };

test("G5 a server over streamable HTTP: its tools are called with the headers, and a changed list is listed again", async () => {
  const far = await streamable();
  await using agent = declare({ type: "http", url: far.url, headers });
  const { mcp } = agent;
  await mcp.ready();
  assert.deepEqual([agent.status()?.status, agent.status()?.transport], ["connected", "http"]);
  assert.deepEqual(agent.status()?.config, { type: "http", url: far.url });
  assert.deepEqual(await mcp.call("mcp__far__header", {}, context), text("t0p"));
  await mcp.call("mcp__far__more", {}, context);
  await until("the new tool is listed", () => mcp.has("mcp__far__late"));
  await far.close();
});

test("G5 a server over server-sent events is one, too", async () => {
  const far = await events();
  await using agent = declare({ type: "sse", url: far.url, headers });
  await agent.mcp.ready();
  assert.deepEqual([agent.status()?.status, agent.status()?.transport], ["connected", "sse"]);
  assert.deepEqual(await agent.mcp.call("mcp__far__header", {}, context), text("t0p"));
  far.drop();
  await until("the broken stream is noticed", () => agent.status()?.status === "failed");
  await agent.mcp.recover();
  assert.deepEqual(await agent.mcp.call("mcp__far__header", {}, context), text("t0p"));
  await far.close();
});

test("G5 a server that lost our session fails the call, and is back for the next turn", async () => {
  const far = await streamable();
  await using agent = declare({ type: "http", url: far.url, headers });
  await agent.mcp.ready();
  far.forget();
  const { content, isError } = await agent.mcp.call("mcp__far__header", {}, context);
  assert.equal(isError, true);
  assert.match(String(content), /no such session/);
  await until("the loss is noticed", () => agent.status()?.status === "failed");
  await agent.mcp.recover();
  assert.deepEqual(await agent.mcp.call("mcp__far__header", {}, context), text("t0p"));
  await far.close();
});

test("G5 a server that cannot be reached has failed with the reason, until it is there", async () => {
  const first = await streamable();
  await first.close();
  for (const type of ["http", "sse"]) {
    await using agent = declare({ type, url: first.url });
    await agent.mcp.ready();
    assert.equal(agent.status()?.status, "failed");
    assert.match(agent.status()?.error ?? "", /ECONNREFUSED/, type);
  }
  await using agent = declare({ type: "http", url: first.url });
  await agent.mcp.ready();
  const second = await streamable(first.port);
  await agent.mcp.reconnect("far");
  assert.equal(agent.status()?.status, "connected");
  await second.close();
});

test("G5 an address that is none, and one where no server is, are told as such", async () => {
  await using lost = declare({ type: "http", url: "somewhere" });
  await lost.mcp.ready();
  assert.equal(lost.status()?.error, "The url is not a valid URL");
  const plain = createServer((_, response) => void response.writeHead(500).end("broken"));
  const far = await listening(plain, 0);
  await using wrong = declare({ type: "http", url: far.url });
  await wrong.mcp.ready();
  assert.match(wrong.status()?.error ?? "", /broken/);
  await far.close();
});
