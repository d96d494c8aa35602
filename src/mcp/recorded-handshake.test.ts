import assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import * as z from "zod";
import { readTranscript, type Transcript } from "../../test/contract/transcript.ts";
import { type Fields, isFields, objects } from "../wire/fields.ts";
import { InProcessServers } from "./in-process-servers.ts";

const fixtures = join(import.meta.dirname, "..", "..", "test", "fixtures");

interface Exchange {
  readonly message: Fields;
  readonly recorded: Fields;
  readonly answer: Fields;
}

/** The server the recordings were made with, of the official SDK. */
function calc(): McpServer {
  const server = new McpServer({ name: "calc", version: "1.0.0" });
  const text = (said: string) => ({ content: [{ type: "text" as const, text: said }] });
  server.registerTool("add", { inputSchema: { a: z.number(), b: z.number() } }, ({ a, b }) => text(String(a + b)));
  server.registerTool("slow", { inputSchema: { ms: z.number() } }, () => text("slow done"));
  server.registerTool("boom", {}, () => {
    throw new Error("boom internal");
  });
  server.registerTool("iserr", {}, () => ({ ...text("tool says no"), isError: true }));
  return server;
}

/**
 * Plays the agent's side: each request at its recorded place, so that requests
 * that were in flight together are so again, and each answer awaited at its own.
 */
async function replay(transcript: Transcript, servers: InProcessServers): Promise<Exchange[]> {
  const running = new Map<string, { message: Fields; answer: Promise<{ mcp_response: Fields }> }>();
  const exchanges: Exchange[] = [];
  let now = 0;
  for (const { direction, ms, payload } of transcript.lines) {
    if (ms > now) await setImmediate();
    now = ms;
    if (!payload.includes('"mcp_')) continue;
    const frame = JSON.parse(payload);
    if (direction === "<" && frame.request?.subtype === "mcp_message") {
      const answer = servers.handle(frame.request, new AbortController().signal);
      running.set(frame.request_id, { message: frame.request.message, answer });
    }
    const asked = direction === ">" ? running.get(frame.response?.request_id) : undefined;
    if (asked === undefined) continue;
    const { mcp_response } = await asked.answer;
    exchanges.push({ message: asked.message, recorded: frame.response.response.mcp_response, answer: mcp_response });
  }
  return exchanges;
}

function recording(version: string, name = "i1-sdk-mcp"): Transcript {
  return readTranscript(join(fixtures, version, `${name}.ndjson`));
}

async function replayed(version: string): Promise<Exchange[]> {
  await using servers = new InProcessServers({ calc: calc() });
  return await replay(recording(version), servers);
}

const methods = (exchanges: readonly Exchange[]) => exchanges.map(({ message }) => message.method);
const answersTo = (exchanges: readonly Exchange[], method: string) =>
  exchanges.filter(({ message }) => message.method === method).map(({ answer }) => answer);

test("H11 the newest recorded agent shakes hands and calls tools as it did with the recorded host", async () => {
  const exchanges = await replayed("2.1.325");
  assert.deepEqual(methods(exchanges), [
    "initialize",
    "notifications/initialized",
    "tools/list",
    ...Array(4).fill("tools/call"),
  ]);
  const [initialize, initialized, list, add, boom, iserr, slow] = exchanges;
  const { protocolVersion, serverInfo } = resultOf(initialize?.recorded);
  assert.partialDeepStrictEqual(initialize?.answer, { id: 0, result: { protocolVersion, serverInfo } });
  assert.deepEqual(initialized?.answer, initialized?.recorded);
  assert.equal(list?.answer.id, 1);
  assert.deepEqual(toolNames(list?.answer), toolNames(list?.recorded));
  for (const same of [add, iserr, slow]) assert.deepEqual(same?.answer, same?.recorded);
  // The SDK makes a thrown error a result that says so.
  const content = [{ type: "text", text: "boom internal" }];
  assert.deepEqual(boom?.answer, { jsonrpc: "2.0", id: 3, result: { content, isError: true } });
});

test("H11 a handshake done twice with the same ids is answered twice", async () => {
  const exchanges = await replayed("2.0.76");
  for (const [method, id] of [
    ["initialize", 0],
    ["tools/list", 1],
  ] as const) {
    const [first, second, ...more] = answersTo(exchanges, method);
    assert.ok(first?.result !== undefined && first.id === id);
    assert.deepEqual(second, first);
    assert.equal(more.length, 0);
  }
  assert.equal(answersTo(exchanges, "notifications/initialized").length, 2);
  assert.equal(answersTo(exchanges, "tools/call").length, 4);
});

test("H11 every recorded agent with in-process servers gets its answers under its own ids", async () => {
  const versions = readdirSync(fixtures).filter((name) => existsSync(join(fixtures, name, "i1-sdk-mcp.ndjson")));
  const twice: string[] = [];
  let played = 0;
  for (const version of versions) {
    const exchanges = await replayed(version);
    for (const { message, recorded, answer } of exchanges) {
      assert.equal(answer.id, message.id ?? 0, `${version} ${message.method}`);
      assert.equal(answer.id, recorded.id);
      assert.ok(answer.result !== undefined, `${version} ${message.method} ${JSON.stringify(answer)}`);
    }
    if (exchanges.length > 0) played += 1;
    if (answersTo(exchanges, "initialize").length === 2) twice.push(version);
  }
  assert.ok(played > 20, `${played} versions played`);
  assert.ok(twice.includes("2.0.50") && twice.includes("2.1.30") && twice.includes("2.1.197"), twice.join(" "));
});

test("H11 an interrupt of the recorded agent cancels the tool that runs", async () => {
  const server = new McpServer({ name: "calc", version: "1.0.0" });
  let reason: unknown;
  server.registerTool("slow", { inputSchema: { ms: z.number() } }, async (_, { signal }) => {
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    reason = signal.reason;
    return { content: [] };
  });
  await using servers = new InProcessServers({ calc: server });
  const exchanges = await replay(recording("2.1.325", "i10-interrupt-slow-mcp"), servers);
  assert.equal(reason, "AbortError: remote-cancel");
  assert.deepEqual(answersTo(exchanges, "tools/call"), [
    { jsonrpc: "2.0", id: 2, error: { code: -32800, message: "cancelled" } },
  ]);
});

function resultOf(answer: Fields | undefined): Fields {
  assert.ok(isFields(answer?.result));
  return answer.result;
}

function toolNames(answer: Fields | undefined): unknown[] {
  return objects(resultOf(answer).tools).map(({ name }) => name);
}
