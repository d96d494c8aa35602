import assert from "node:assert/strict";
import { test } from "node:test";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import * as z from "zod";
import type { Notice, Session } from "../../src/exports/host.ts";
import type { Fields } from "../../src/wire/fields.ts";
import { openAgent, told } from "./open-agent.ts";
import { assertNothingLeft } from "./process-table.ts";
import { readAll } from "./read-events.ts";
import { within } from "./within.ts";

const text = (said: string) => ({ content: [{ type: "text" as const, text: said }] });

function calc(register: (server: McpServer) => void): McpServer {
  const server = new McpServer({ name: "calc", version: "1.0.0" });
  register(server);
  return server;
}

test("H11 an agent that shakes hands twice and calls with one id gets every answer", async () => {
  const server = calc((made) =>
    made.registerTool("add", { inputSchema: { a: z.number(), b: z.number() } }, ({ a, b }) => text(String(a + b))),
  );
  await using agent = await openAgent("mcp-caller", { mcpServers: { calc: server } });
  const calls = [1, 2, 3].map((n) => ({ name: "add", arguments: { a: n, b: n } }));
  const events = await readAll(await agent.session.send(JSON.stringify([...calls, { name: "nothing" }])));
  const [hands] = told(events, "hands") as { result: { tools: { name: string }[] } }[][];
  assert.deepEqual(
    hands?.map(({ result }) => result.tools.map(({ name }) => name)),
    [["add"], ["add"]],
  );
  const [answers] = told(events, "calls") as Fields[][];
  assert.deepEqual(
    answers?.slice(0, 3).map(({ id, result }) => [id, (result as Fields).content]),
    ["2", "4", "6"].map((sum) => [7, text(sum).content]),
  );
  assert.match(JSON.stringify(answers?.[3]), /nothing/);
});

test("H4 an MCP tool that calls back into its session is answered, also while nobody reads", async () => {
  let session: Session | undefined;
  const server = calc((made) =>
    made.registerTool("steer", {}, async () => {
      await session?.setModel("from-inside");
      const answer = await session?.control("mcp_status", {});
      return text(JSON.stringify(answer));
    }),
  );
  await using agent = await openAgent("mcp-caller", { mcpServers: { calc: server } });
  session = agent.session;
  const turn = await session.send(JSON.stringify(Array.from({ length: 50 }, () => ({ name: "steer" }))));
  const events = await readAll(turn);
  const [answers] = told(events, "calls") as Fields[][];
  assert.equal(answers?.length, 50);
  assert.ok(answers.every(({ result }) => JSON.stringify(result).includes("{}")));
});

test("H11 a tool that runs when the session is closed learns of it and holds nothing up", async () => {
  const started = Promise.withResolvers<void>();
  const aborted = Promise.withResolvers<void>();
  const server = calc((made) =>
    made.registerTool("hang", {}, async ({ signal }) => {
      signal.addEventListener("abort", () => aborted.resolve());
      started.resolve();
      return new Promise(() => {});
    }),
  );
  await using agent = await openAgent("mcp-caller", { mcpServers: { calc: server } });
  await agent.session.send(JSON.stringify([{ name: "hang" }]));
  await within(5000, "the call", started.promise);
  await within(3000, "close", agent.session.close());
  await within(1000, "the abort", aborted.promise);
  await assertNothingLeft(agent.mark, 0);
});

test("H11 a server that works is told of to nobody", async () => {
  const notices: Notice[] = [];
  const server = calc((made) => made.registerTool("add", {}, () => text("3")));
  await using agent = await openAgent("mcp-caller", {
    mcpServers: { calc: server },
    trace: (notice) => notices.push(notice),
  });
  const events = await readAll(await agent.session.send(JSON.stringify([{ name: "add" }])));
  assert.deepEqual(notices, []);
  assert.ok(!events.some((event) => event.type === "notice" && event.word.startsWith("bridle/")));
});
