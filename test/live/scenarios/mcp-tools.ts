import assert from "node:assert/strict";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import * as z from "zod";
import { open } from "../../../src/exports/host.ts";
import { scripted } from "../../../src/script/scripted-prompt.ts";
import { eventsOf, ofType, toolResults } from "../events-of.ts";
import type { Scenario } from "../scenario.ts";

const said = (text: string) => ({ content: [{ type: "text" as const, text }] });

/** A server with a tool that tells its progress, one that fails and one that waits to be cancelled. */
function calculator() {
  const progress: unknown[] = [];
  const started = Promise.withResolvers<void>();
  const cancelled = Promise.withResolvers<void>();
  const server = new McpServer({ name: "calc", version: "1.0.0" });
  server.registerTool("add", { inputSchema: { a: z.number(), b: z.number() } }, async ({ a, b }, extra) => {
    const progressToken = extra._meta?.progressToken;
    if (progressToken !== undefined) {
      const params = { progressToken, progress: 1, total: 2 };
      progress.push(await extra.sendNotification({ method: "notifications/progress", params }));
    }
    return said(String(a + b));
  });
  server.registerTool("fail", {}, () => {
    throw new Error("the abacus broke");
  });
  server.registerTool("hang", {}, async ({ signal }) => {
    signal.addEventListener("abort", () => cancelled.resolve());
    started.resolve();
    await cancelled.promise;
    return said("too late");
  });
  return { server, progress, started: started.promise, cancelled: cancelled.promise };
}

const allowedTools = ["mcp__calc__add", "mcp__calc__fail", "mcp__calc__hang"];

export const mcpTools: readonly Scenario[] = [
  {
    title: "H11 tools of an MCP server in our process are called, and fail as errors",
    async play(stage) {
      const { server } = calculator();
      await using session = await open(stage.options({ mcpServers: { calc: server }, allowedTools }));
      const add = { name: "mcp__calc__add", input: { a: 2, b: 40 } };
      const turn = await session.send(
        scripted({ tools: [add] }, { tools: [{ name: "mcp__calc__fail", input: {} }] }, { text: "Done." }),
      );
      const events = await eventsOf(turn);
      const [sum = "", failure = ""] = toolResults(events);
      assert.match(sum, /42/);
      assert.match(failure, /the abacus broke/);
      assert.deepEqual(
        ofType(events, "tool_result").map(({ isError }) => isError),
        [false, true],
      );
      assert.equal((await turn.result).text, "Done.");
      assert.equal(ofType(events, "init")[0]?.mcpServers[0]?.status, "connected");
      const { mcpServers } = await session.mcpStatus();
      assert.equal((mcpServers as { status: string }[])[0]?.status, "connected");
    },
  },
  {
    title: "H11 a tool in our process tells its progress, and its answer comes all the same",
    since: { version: "2.1.45", because: "the agent does not ask for progress" },
    async play(stage) {
      const { server, progress } = calculator();
      await using session = await open(stage.options({ mcpServers: { calc: server }, allowedTools }));
      const turn = await session.send(
        scripted({ tools: [{ name: "mcp__calc__add", input: { a: 1, b: 2 } }] }, { text: "Done." }),
      );
      assert.match(toolResults(await eventsOf(turn))[0] ?? "", /3/);
      assert.equal(progress.length, 1);
    },
  },
  {
    title: "H11 an interrupt cancels the call of a tool in our process",
    async play(stage) {
      const { server, started, cancelled } = calculator();
      await using session = await open(stage.options({ mcpServers: { calc: server }, allowedTools }));
      const turn = await session.send(scripted({ tools: [{ name: "mcp__calc__hang", input: {} }] }, { text: "No." }));
      await started;
      await session.interrupt();
      assert.equal((await turn.result).outcome, "interrupted");
      await cancelled;
    },
  },
];
