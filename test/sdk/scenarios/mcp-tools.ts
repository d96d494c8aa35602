import assert from "node:assert/strict";
import * as z from "zod";
import { scripted } from "../../../src/script/scripted-prompt.ts";
import type { SdkScenario } from "../agent-scenario.ts";
import type { AgentSdk } from "../agent-sdk.ts";
import { initIn, resultIn, toolResultsIn } from "../heard.ts";

const said = (text: string) => ({ content: [{ type: "text", text }] });
const add = { name: "mcp__calc__add", input: { a: 2, b: 40 } };

/** A server in our process with a tool that adds and two that fail, each in its way. */
function calculator(sdk: AgentSdk): unknown {
  return sdk.createSdkMcpServer({
    name: "calc",
    version: "1.0.0",
    tools: [
      sdk.tool("add", "Adds two numbers.", { a: z.number(), b: z.number() }, async ({ a, b }) =>
        said(String(Number(a) + Number(b))),
      ),
      sdk.tool("refuse", "Says that it failed.", {}, async () => ({ ...said("out of beads"), isError: true })),
      sdk.tool("fail", "Throws.", {}, async () => {
        throw new Error("the abacus broke");
      }),
    ],
  });
}

export const mcpTools: readonly SdkScenario[] = [
  {
    title: "G2 tools of a server in the SDK's process are called, and their failures are errors",
    async play(stage) {
      const tools = [add, { name: "mcp__calc__refuse" }, { name: "mcp__calc__fail" }];
      const messages = await stage.say(scripted(...tools.map((tool) => ({ tools: [tool] })), { text: "Done." }), {
        mcpServers: { calc: calculator(stage.sdk) },
        allowedTools: tools.map(({ name }) => name),
      });
      const results = toolResultsIn(messages);
      assert.deepEqual(
        results.map(({ isError }) => isError),
        [false, true, true],
      );
      for (const [index, expected] of ["42", "out of beads", "the abacus broke"].entries()) {
        assert.ok(results[index]?.text.includes(expected), results[index]?.text);
      }
      assert.equal(resultIn(messages).result, "Done.");
    },
  },
  {
    title: "G2 a tool of such a server is asked about by its whole name, and an input against its schema is an error",
    async play(stage) {
      const asked: unknown[] = [];
      const wrong = { name: "mcp__calc__add", input: { a: "two" } };
      const messages = await stage.say(scripted({ tools: [add] }, { tools: [wrong] }, { text: "Done." }), {
        mcpServers: { calc: calculator(stage.sdk) },
        canUseTool: async (toolName, updatedInput) => {
          asked.push([toolName, updatedInput]);
          return { behavior: "allow", updatedInput };
        },
      });
      assert.deepEqual(asked[0], ["mcp__calc__add", add.input]);
      assert.deepEqual(
        toolResultsIn(messages).map(({ isError }) => isError),
        [false, true],
      );
    },
  },
  {
    title: "G2 such a server is connected, says its status, and its tools are offered to the model",
    async play(stage) {
      const talk = stage.talk({ mcpServers: { calc: calculator(stage.sdk) } });
      const messages = await talk.turn(scripted({ text: "Ready." }));
      const init = initIn(messages);
      const [server] = init.mcp_servers as { name: string; status: string }[];
      assert.deepEqual([server?.name, server?.status], ["calc", "connected"]);
      assert.ok((init.tools as string[]).includes("mcp__calc__add"));
      const status = await talk.query.mcpServerStatus();
      assert.deepEqual(
        status.map(({ name, status }) => [name, status]),
        [["calc", "connected"]],
      );
      await talk.end();
    },
  },
];
