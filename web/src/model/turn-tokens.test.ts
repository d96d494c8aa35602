import assert from "node:assert/strict";
import { test } from "node:test";
import { create } from "@bufbuild/protobuf";
import { type Event, EventSchema } from "../../../src/api/gen/bridle/v1/event_pb.js";
import { TurnTokens } from "./turn-tokens.ts";

const event = (kind: object, parentToolUseId = ""): Event =>
  create(EventSchema, { parentToolUseId, kind: kind as Event["kind"] });

test("U3 what a turn wrote grows with its messages and begins anew; how full the window is stays known", () => {
  const tokens = new TurnTokens();
  const usage = { inputTokens: 10n, outputTokens: 5n, cacheCreationInputTokens: 0n, cacheReadInputTokens: 90n };
  const message = (messageId: string, outputTokens: bigint, parent = ""): Event =>
    event({ case: "message", value: { role: "assistant", messageId, usage: { ...usage, outputTokens } } }, parent);
  tokens.take([message("m", 5n), message("m", 8n), message("n", 2n), message("s", 700n, "a sub-agent")]);
  assert.deepEqual([tokens.written.value, tokens.context.value], [10, 102]);
  tokens.take([event({ case: "turnComplete", value: {} })]);
  assert.deepEqual([tokens.written.value, tokens.context.value], [0, 102]);
});
