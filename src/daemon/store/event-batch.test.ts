import assert from "node:assert/strict";
import { test } from "node:test";
import { create, toBinary } from "@bufbuild/protobuf";
import { EventBatchSchema } from "../../api/gen/bridle/v1/conversation_service_pb.js";
import { EventSchema } from "../../api/gen/bridle/v1/event_pb.js";
import { batchHead, dropEvents, encodeBatch, joinBatches } from "./event-batch.ts";

const sessionId = "sitzung-é";
const head = batchHead(sessionId);
const lengths = [0, 1, 127, 128, 300, 16_383, 16_384, 70_000];
const events = lengths.map((length, i) =>
  create(EventSchema, { seq: BigInt(i), kind: { case: "textDelta", value: { text: "x".repeat(length) } } }),
);
const encoded = events.map((event) => toBinary(EventSchema, event));
const reference = (from: number, to: number): Buffer =>
  Buffer.from(toBinary(EventBatchSchema, create(EventBatchSchema, { sessionId, events: events.slice(from, to) })));

test("D2 a batch put together by hand is what protobuf would encode", () => {
  assert.deepEqual(Buffer.from(encodeBatch(head, encoded)), reference(0, 8));
  assert.deepEqual(Buffer.from(encodeBatch(head, [])), reference(0, 0));
  const long = "s".repeat(200);
  assert.deepEqual(
    Buffer.from(batchHead(long)),
    Buffer.from(toBinary(EventBatchSchema, create(EventBatchSchema, { sessionId: long }))),
  );
});

test("D2 batches joined, or without their first events, are still what protobuf would encode", () => {
  const parts = [encodeBatch(head, encoded.slice(0, 3)), encodeBatch(head, encoded.slice(3))];
  assert.deepEqual(Buffer.from(joinBatches(head, parts)), reference(0, 8));
  for (let count = 0; count <= 8; count += 1) {
    assert.deepEqual(Buffer.from(dropEvents(head, encodeBatch(head, encoded), count)), reference(count, 8));
  }
});
