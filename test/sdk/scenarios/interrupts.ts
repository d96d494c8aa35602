import assert from "node:assert/strict";
import { scripted } from "../../../src/script/scripted-prompt.ts";
import type { Fields } from "../../../src/wire/fields.ts";
import type { SdkScenario } from "../agent-scenario.ts";
import { ofType, resultIn } from "../heard.ts";

export const interrupts: readonly SdkScenario[] = [
  {
    title: "G2 an interrupt in mid-stream ends the turn and its API request, and the next message is answered",
    async play(stage) {
      const talk = stage.talk({ includePartialMessages: true });
      talk.send(scripted({ text: "I would go on for ever", stall: true }));
      await talk.until("a delta", ({ event }) => (event as Fields | undefined)?.type === "content_block_delta");
      await talk.query.interrupt();
      const stopped = await talk.result();
      assert.deepEqual([stopped.subtype, stopped.is_error], ["error_during_execution", true]);
      assert.equal(stopped.terminal_reason, "aborted_streaming");
      assert.ok(Array.isArray(stopped.errors));
      await stage.api.waitFor("the request was given up", ({ aborted }) => aborted > 0);
      assert.match(JSON.stringify(ofType(talk.heard, "user")), /\[Request interrupted by user\]/);
      assert.equal(resultIn(await talk.turn(scripted({ text: "Next." }))).result, "Next.");
      await talk.end();
    },
  },
  {
    title: "G2 an interrupt while a tool runs ends the tool and the turn",
    async play(stage) {
      const started = Promise.withResolvers<void>();
      const cancelled = Promise.withResolvers<void>();
      const hang = stage.sdk.tool("hang", "Waits.", {}, async (_input, { signal }) => {
        (signal as AbortSignal).addEventListener("abort", () => cancelled.resolve());
        started.resolve();
        await cancelled.promise;
        return { content: [{ type: "text", text: "too late" }] };
      });
      const talk = stage.talk({
        mcpServers: { calc: stage.sdk.createSdkMcpServer({ name: "calc", tools: [hang] }) },
        allowedTools: ["mcp__calc__hang"],
      });
      talk.send(scripted({ tools: [{ name: "mcp__calc__hang" }] }, { text: "No." }));
      await started.promise;
      await talk.query.interrupt();
      await cancelled.promise;
      const { subtype, terminal_reason } = await talk.result();
      assert.deepEqual([subtype, terminal_reason], ["error_during_execution", "aborted_tools"]);
      assert.equal(resultIn(await talk.turn(scripted({ text: "Next." }))).result, "Next.");
      await talk.end();
    },
  },
  {
    title: "G2 an interrupt while nothing runs does no harm",
    async play(stage) {
      const talk = stage.talk();
      await talk.query.interrupt();
      assert.equal(resultIn(await talk.turn(scripted({ text: "Fine." }))).result, "Fine.");
      await talk.query.interrupt();
      assert.equal(resultIn(await talk.turn(scripted({ text: "Still." }))).result, "Still.");
      await talk.end();
    },
  },
];
