import assert from "node:assert/strict";
import { scripted } from "../../../src/script/scripted-prompt.ts";
import type { Fields } from "../../../src/wire/fields.ts";
import type { SdkScenario } from "../agent-scenario.ts";
import type { SdkMessage } from "../agent-sdk.ts";
import { blocksIn, eventsIn, resultIn } from "../heard.ts";

/** The kinds of what came, equal neighbours as one. */
function shape(messages: readonly SdkMessage[]): string[] {
  const kinds = messages
    .filter(({ type, subtype }) => type !== "system" || subtype === "init")
    .map(({ type, event }) => (type === "stream_event" ? String((event as Fields).type) : type));
  return kinds.filter((kind, index) => kind !== kinds[index - 1]);
}

/** The deltas of one kind, joined. */
function streamed(messages: readonly SdkMessage[], type: string, field: string): string {
  const deltas = eventsIn(messages).map(({ delta }) => delta as Fields | undefined);
  return deltas
    .filter((delta) => delta?.type === type)
    .map((delta) => delta?.[field])
    .join("");
}

const block = ["content_block_start", "content_block_delta", "assistant", "content_block_stop"];

export const partialMessages: readonly SdkScenario[] = [
  {
    title: "G2 partial messages come in order, and the whole block before its end",
    async play(stage) {
      const heard = await stage.say(scripted({ text: "Words to part.", chunks: 5 }), { includePartialMessages: true });
      assert.deepEqual(shape(heard), ["system", "message_start", ...block, "message_delta", "message_stop", "result"]);
    },
  },
  {
    title: "G2 the deltas of text and thinking add up, and the end tells the stop reason and the tokens",
    async play(stage) {
      const text = "Wörter, 語, 🎉 and more words to part.";
      const thinking = "Let me think about it.";
      const heard = await stage.say(scripted({ thinking, text, chunks: 7, outputTokens: 77 }), {
        includePartialMessages: true,
      });
      assert.deepEqual(shape(heard), [
        ...["system", "message_start", ...block, ...block],
        ...["message_delta", "message_stop", "result"],
      ]);
      assert.equal(streamed(heard, "text_delta", "text"), text);
      assert.equal(streamed(heard, "thinking_delta", "thinking"), thinking);
      assert.ok(streamed(heard, "signature_delta", "signature").length > 0);
      assert.deepEqual(
        blocksIn(heard, "assistant").map(({ type, text, thinking }) => [type, text ?? thinking]),
        [
          ["thinking", thinking],
          ["text", text],
        ],
      );
      const ends = eventsIn(heard).filter(({ type }) => type === "message_delta");
      assert.deepEqual(
        ends.map(({ delta, usage }) => [(delta as Fields).stop_reason, (usage as Fields).output_tokens]),
        [["end_turn", 77]],
      );
      assert.equal(resultIn(heard).result, text);
    },
  },
  {
    title: "G2 the input of a tool is told while the model writes it, and each message of the model has its own stream",
    async play(stage) {
      const input = { command: "echo quiet", description: "say it" };
      const script = scripted({ text: "First.", tools: [{ name: "Bash", input }] }, { text: "Done." });
      const heard = await stage.say(script, { includePartialMessages: true, allowedTools: ["Bash"] });
      assert.deepEqual(JSON.parse(streamed(heard, "input_json_delta", "partial_json")), input);
      assert.deepEqual(shape(heard), [
        ...["system", "message_start", ...block, ...block, "message_delta", "message_stop", "user"],
        ...["message_start", ...block, "message_delta", "message_stop", "result"],
      ]);
      const reasons = eventsIn(heard).flatMap(({ type, delta }) =>
        type === "message_delta" ? [(delta as Fields).stop_reason] : [],
      );
      assert.deepEqual(reasons, ["tool_use", "end_turn"]);
    },
  },
  {
    title: "G2 without the option nothing comes in parts",
    async play(stage) {
      assert.deepEqual(shape(await stage.say(scripted({ text: "Whole." }))), ["system", "assistant", "result"]);
    },
  },
];
