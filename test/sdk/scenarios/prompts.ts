import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { scripted } from "../../../src/script/scripted-prompt.ts";
import type { SdkScenario } from "../agent-scenario.ts";
import { lastRequest, modelRequests, ofType, resultIn } from "../heard.ts";

export const prompts: readonly SdkScenario[] = [
  {
    title: "G2 a string prompt is answered, and the query ends by itself",
    async play(stage) {
      const messages = await stage.say(scripted({ text: "forty-two" }));
      assert.deepEqual([messages[0]?.type, messages[0]?.subtype], ["system", "init"]);
      assert.equal(messages.at(-1)?.type, "result");
      assert.equal(resultIn(messages).result, "forty-two");
      assert.equal(modelRequests(stage).length, 1);
    },
  },
  {
    title: "G2 prompts that stream in are turns of one session, each with its init and its result",
    async play(stage) {
      const talk = stage.talk();
      for (const [index, text] of ["one", "two", "three"].entries()) {
        const messages = await talk.turn(scripted({ text }));
        assert.equal(ofType(messages, "system", "init").length, 1);
        const { result, num_turns } = resultIn(messages);
        assert.deepEqual([result, num_turns, modelRequests(stage).length], [text, 1, index + 1]);
      }
      assert.match(lastRequest(stage), /"one".*"two"/s);
      assert.deepEqual(ofType(await talk.end(), "result"), []);
      assert.equal(new Set(talk.heard.map(({ session_id }) => session_id)).size, 1);
    },
  },
  {
    title: "G2 a prompt made of blocks reaches the model with its image",
    async play(stage) {
      const talk = stage.talk();
      const data = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
      const image = { type: "image", source: { type: "base64", media_type: "image/png", data } };
      const content = [{ type: "text", text: scripted({ text: "A dot." }) }, image];
      const messages = await talk.turn("", { message: { role: "user", content } });
      assert.equal(resultIn(messages).result, "A dot.");
      assert.match(lastRequest(stage), /"type":"image".*"media_type":"image\/png"/);
      await talk.end();
    },
  },
  {
    title: "G2 a prompt sent while a tool runs is folded into the turn: one result names both",
    async play(stage) {
      const [first, second] = [randomUUID(), randomUUID()];
      const [entered, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const gate = stage.sdk.tool("pass", "Waits for the second prompt.", {}, async () => {
        entered.resolve();
        await opened.promise;
        return { content: [{ type: "text", text: "passed" }] };
      });
      const talk = stage.talk({
        mcpServers: { gate: stage.sdk.createSdkMcpServer({ name: "gate", tools: [gate] }) },
        allowedTools: ["mcp__gate__pass"],
      });
      talk.send(scripted({ tools: [{ name: "mcp__gate__pass" }] }, { text: "Both heard." }), { uuid: first });
      await entered.promise;
      talk.send("and this, too", { uuid: second });
      await talk.until("the second prompt is read", ({ command_uuid }) => command_uuid === second);
      opened.resolve();
      const { result, user_message_uuids } = await talk.result();
      assert.equal(result, "Both heard.");
      assert.deepEqual(user_message_uuids, [first, second]);
      assert.match(lastRequest(stage), /and this, too/);
      assert.deepEqual(ofType(await talk.end(), "result"), []);
    },
  },
  {
    title: "G2 a prompt sent during the final answer gets a turn of its own",
    async play(stage) {
      const talk = stage.talk({ includePartialMessages: true });
      talk.send(scripted({ text: "first answer", chunks: 8, chunkDelayMs: 250 }));
      await talk.until("the answer begins", ({ type }) => type === "stream_event");
      talk.send(scripted({ text: "second answer" }));
      assert.equal((await talk.result()).result, "first answer");
      assert.equal((await talk.result()).result, "second answer");
      await talk.end();
    },
  },
  {
    title: "G2 the life of a prompt with a uuid is told",
    async play(stage) {
      const uuid = randomUUID();
      const talk = stage.talk();
      talk.send(scripted({ text: "Yes." }), { uuid });
      await talk.result();
      await talk.end();
      const lives = ofType(talk.heard, "command_lifecycle").filter(({ command_uuid }) => command_uuid === uuid);
      assert.deepEqual(
        lives.map(({ state }) => state),
        ["queued", "started", "completed"],
      );
    },
  },
];
