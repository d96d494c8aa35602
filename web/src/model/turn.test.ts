import assert from "node:assert/strict";
import { test } from "node:test";
import { create } from "@bufbuild/protobuf";
import { type Event, EventSchema, PromptState } from "../../../src/api/gen/bridle/v1/event_pb.js";
import { TurnWatch } from "./turn.ts";

let seq = 0n;
const event = (kind: Event["kind"] | object, parentToolUseId = ""): Event => {
  seq += 1n;
  return create(EventSchema, { seq, timeMs: seq * 1000n, parentToolUseId, kind: kind as Event["kind"] });
};

test("U3 a turn tells since when it runs, what it does and what it wrote; a sub-agent's doings are its own", () => {
  const watch = new TurnWatch();
  const usage = { inputTokens: 10n, outputTokens: 5n, cacheCreationInputTokens: 0n, cacheReadInputTokens: 90n };
  watch.take([event({ case: "prompt", value: { promptId: "p", state: PromptState.SENT } })]);
  const sinceMs = Number(seq) * 1000;
  assert.deepEqual(watch.turn.value, { sinceMs, doing: "waits for the model", outputTokens: 0 });
  watch.take([
    event({ case: "message", value: { role: "assistant", messageId: "m", usage } }),
    event({ case: "message", value: { role: "assistant", messageId: "m", usage: { ...usage, outputTokens: 8n } } }),
    event({ case: "toolStart", value: { toolUseId: "t", name: "Bash", inputJson: '{"command":"npm test"}' } }),
    event({ case: "textDelta", value: { text: "x" } }, "t"),
  ]);
  assert.deepEqual(watch.turn.value, { sinceMs, doing: "Bash npm test", outputTokens: 8 });
  assert.equal(watch.contextTokens.value, 108);
  watch.take([event({ case: "turnComplete", value: {} })]);
  assert.equal(watch.turn.value, undefined);
  assert.equal(watch.contextTokens.value, 108);
});
