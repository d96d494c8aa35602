import assert from "node:assert/strict";
import { open, run } from "../../../src/exports/host.ts";
import { scripted } from "../../../src/script/scripted-prompt.ts";
import { eventsOf, ofType, toolResults } from "../events-of.ts";
import type { Scenario } from "../scenario.ts";

/** What comes when nothing special happens. */
export const messages: readonly Scenario[] = [
  {
    title: "H2 initialize is answered with commands and models, and the prompt did not wait for it",
    async play(stage) {
      await using session = await open(stage.options());
      const turn = await session.send(scripted({ text: "Hello." }));
      const answer = await session.initialized;
      assert.ok(Array.isArray(answer?.commands) && answer.commands.length > 0);
      assert.ok(Array.isArray(answer?.models) && answer.models.length > 0);
      const events = await eventsOf(turn);
      const [init] = ofType(events, "init");
      assert.equal(init?.cwd, stage.place.cwd);
      assert.equal(init?.permissionMode, "default");
      assert.ok(init?.tools.includes("Bash"));
      assert.equal(init?.turn, turn.uuid);
      assert.equal((await turn.result).text, "Hello.");
      assert.deepEqual(ofType(events, "unknown"), []);
      assert.deepEqual(ofType(events, "error"), []);
      assert.equal(session.sessionId, init?.sessionId);
    },
  },
  {
    title: "H1 the agent is started as part of Bridle and not of the agent we may run in",
    async play(stage) {
      const env = { ...stage.place.env, CLAUDECODE: "1", CLAUDE_CODE_ENTRYPOINT: "cli", CLAUDE_AGENT_SDK_VERSION: "1" };
      await using session = await open(stage.options({ env, allowedTools: ["Bash"] }));
      const command = "echo $CLAUDE_CODE_ENTRYPOINT-$CLAUDE_AGENT_SDK_VERSION-";
      const turn = await session.send(scripted({ tools: [{ name: "Bash", input: { command } }] }, { text: "." }));
      assert.deepEqual(toolResults(await eventsOf(turn)), ["sdk-bridle--"]);
    },
  },
  {
    title: "H15 deltas add up to the final text, in order, and the message is completed with its stop reason and usage",
    async play(stage) {
      await using session = await open(stage.options({ partialMessages: true }));
      const said = "Wörter, 語, 🎉 and more words to part.";
      const step = { thinking: "Let me think about it.", text: said, chunks: 7, inputTokens: 321, outputTokens: 77 };
      const turn = await session.send(scripted(step));
      const events = await eventsOf(turn);
      const whole = events.findIndex(
        (event) => event.type === "message" && event.role === "assistant" && event.complete,
      );
      const deltas = ofType(events.slice(0, whole), "text_delta");
      assert.ok(deltas.length >= 5);
      assert.equal(deltas.map(({ text }) => text).join(""), said);
      const thought = ofType(events.slice(0, whole), "thinking_delta");
      assert.equal(thought.map(({ text }) => text).join(""), step.thinking);
      const message = events[whole];
      assert.ok(message?.type === "message");
      assert.deepEqual(
        message.content.map(({ type }) => type),
        ["thinking", "text"],
      );
      assert.equal(message.stopReason, "end_turn");
      assert.equal(message.usage?.outputTokens, 77);
      assert.equal(message.usage?.inputTokens, 321);
      const result = await turn.result;
      assert.equal(result.text, said);
      assert.equal(result.usage.outputTokens, 77);
    },
  },
  {
    title: "H15 the input of a tool is told while the model writes it",
    async play(stage) {
      await using session = await open(stage.options({ partialMessages: true, allowedTools: ["Bash"] }));
      const input = { command: "echo quiet", description: "say it" };
      const turn = await session.send(
        scripted({ text: "First.", tools: [{ name: "Bash", input }] }, { text: "Done." }),
      );
      const events = await eventsOf(turn);
      const deltas = ofType(events, "tool_input_delta");
      assert.deepEqual(JSON.parse(deltas.map(({ text }) => text).join("")), input);
      const [start] = ofType(events, "tool_start");
      assert.deepEqual([start?.name, start?.input], ["Bash", input]);
      assert.ok(deltas.every(({ name, toolUseId }) => name === "Bash" && toolUseId === start?.toolUseId));
      assert.deepEqual(toolResults(events), ["quiet"]);
      const complete = ofType(events, "message").filter((message) => message.complete && message.role === "assistant");
      assert.deepEqual(
        complete.map(({ stopReason, content }) => [stopReason, content.length]),
        [
          ["tool_use", 2],
          ["end_turn", 1],
        ],
      );
    },
  },
  {
    title: "H3 an answer of 5 MB arrives whole",
    async play(stage) {
      await using session = await open(stage.options({ partialMessages: true }));
      const turn = await session.send(scripted({ text: "0123456789", repeat: 500_000, chunks: 50 }));
      let streamed = 0;
      await eventsOf(turn, (event) => {
        if (event.type === "text_delta") streamed += event.text.length;
      });
      assert.equal(streamed, 5_000_000);
      assert.equal((await turn.result).text?.length, 5_000_000);
    },
  },
  {
    title: "H5 run gives the result of one prompt and leaves nothing behind",
    async play(stage) {
      const result = await run(scripted({ text: "forty-two" }), stage.options());
      assert.deepEqual([result.outcome, result.text], ["success", "forty-two"]);
    },
  },
  {
    title: "H16 each turn has its own cost, and the sum is theirs",
    async play(stage) {
      await using session = await open(stage.options());
      const costs: number[] = [];
      let total = 0;
      for (const outputTokens of [100, 300]) {
        const result = await (await session.send(scripted({ text: ".", outputTokens }))).result;
        assert.equal(result.usage.outputTokens, outputTokens);
        costs.push(result.costUsd ?? Number.NaN);
        total = result.totalCostUsd ?? Number.NaN;
      }
      const [first = 0, second = 0] = costs;
      assert.ok(first > 0 && second > first, `${costs}`);
      assert.ok(Math.abs(first + second - total) < 1e-9);
    },
  },
];
