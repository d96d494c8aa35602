import { create, toBinary } from "@bufbuild/protobuf";
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { EventSchema } from "../../api/gen/bridle/v1/event_pb.js";
import type { Draft } from "./draft.ts";

/** Numbers of the fields, from the proto: pieces are written by hand, because there are so many. */
const field = { seq: 1, timeMs: 2, turn: 3, parentToolUseId: 4, textDelta: 10, thinkingDelta: 11 } as const;

/** The event as it is stored and as every client gets it. */
export function encodeEvent(seq: number, timeMs: number, { turn, parentToolUseId, kind }: Draft): Uint8Array {
  const writer = new BinaryWriter();
  writer.tag(field.seq, WireType.Varint).uint64(seq);
  writer.tag(field.timeMs, WireType.Varint).int64(timeMs);
  if (turn !== "") writer.tag(field.turn, WireType.LengthDelimited).string(turn);
  if (parentToolUseId !== "") writer.tag(field.parentToolUseId, WireType.LengthDelimited).string(parentToolUseId);
  if (kind.case === "textDelta" || kind.case === "thinkingDelta") {
    const { text = "", index = 0 } = kind.value;
    writer.tag(field[kind.case], WireType.LengthDelimited).fork();
    if (text !== "") writer.tag(1, WireType.LengthDelimited).string(text);
    if (index !== 0) writer.tag(2, WireType.Varint).int32(index);
    writer.join();
  } else {
    writer.raw(toBinary(EventSchema, create(EventSchema, { kind })));
  }
  return writer.finish();
}
