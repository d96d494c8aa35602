import assert from "node:assert/strict";
import { test } from "node:test";
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { EventSchema } from "../../api/gen/bridle/v1/event_pb.js";
import type { EventKind } from "./draft.ts";
import { Drafts } from "./drafts.ts";
import { encodeEvent } from "./encode-event.ts";

const kinds: readonly EventKind[] = [
  { case: "textDelta", value: { text: "Grüße 👋", index: 3 } },
  { case: "textDelta", value: { text: "", index: 0 } },
  { case: "thinkingDelta", value: { text: "hm", index: 1 } },
  { case: "toolStart", value: { toolUseId: "t", name: "Bash", inputJson: "{}" } },
  { case: "statusChange", value: { state: 3, reason: "because" } },
];

for (const kind of kinds) {
  test(`D2 an encoded ${kind.case} reads as the message it is`, () => {
    const bytes = encodeEvent(2 ** 40, 1_763_000_000_000, { turn: "turn", parentToolUseId: "", kind });
    const whole = { seq: BigInt(2 ** 40), timeMs: 1_763_000_000_000n, turn: "turn", kind };
    assert.deepEqual(
      fromBinary(EventSchema, bytes),
      fromBinary(EventSchema, toBinary(EventSchema, create(EventSchema, whole))),
    );
  });
}

test("D2 adjacent pieces of one block are joined, and of nothing else", () => {
  const drafts = new Drafts();
  const piece = (type: "textDelta" | "thinkingDelta", text: string, index: number, parentToolUseId = ""): boolean =>
    drafts.add({ turn: "t", parentToolUseId, kind: { case: type, value: { text, index } } as EventKind });
  piece("textDelta", "a", 0);
  piece("textDelta", "b", 0);
  piece("textDelta", "c", 1);
  piece("thinkingDelta", "d", 1);
  piece("thinkingDelta", "e", 1, "sub");
  drafts.add({ turn: "", parentToolUseId: "", kind: { case: "notice", value: { word: "x" } } });
  piece("thinkingDelta", "f", 1, "sub");
  const texts = drafts.take().map(({ kind }) => ("text" in kind.value ? kind.value.text : kind.case));
  assert.deepEqual(texts, ["ab", "c", "d", "e", "notice", "f"]);
  assert.equal(drafts.length, 0);
});
