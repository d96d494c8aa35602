import assert from "node:assert/strict";
import { test } from "node:test";
import { create, fromBinary, fromJsonString, toBinary } from "@bufbuild/protobuf";
import { AskSchema } from "../../api/gen/bridle/v1/ask_pb.js";
import {
  ConverseResponseSchema,
  EventBatchSchema,
  OpenedSchema,
  SubscribeResponseSchema,
  WatchResponseSchema,
} from "../../api/gen/bridle/v1/conversation_service_pb.js";
import type { Batch } from "../log/log.ts";
import { RawBatches } from "./raw-batches.ts";

const message = create(EventBatchSchema, {
  sessionId: "s",
  events: [{ seq: 1n, kind: { case: "textDelta", value: { text: "x".repeat(100_000) } } }],
});
const batch: Batch = { session: "s", first: 1, last: 1, bytes: toBinary(EventBatchSchema, message) };
const emptyBinary = Uint8Array.of(0, 0, 0, 0, 0);
const emptyJson = Uint8Array.of(0, 0, 0, 0, 2, 0x7b, 0x7d);

test("D3 every client is sent the same memory of a batch, in the message that Connect would have written", () => {
  const sent = [1, 2].map(() => {
    const raw = new RawBatches("application/grpc");
    assert.equal(toBinary(SubscribeResponseSchema, raw.put(SubscribeResponseSchema, batch)).length, 0);
    return raw.replace(emptyBinary);
  });
  assert.ok(sent.every((parts) => parts.some(({ buffer }) => buffer === batch.bytes.buffer)));
  const whole = Buffer.concat(sent[0] ?? []);
  assert.equal(whole.readUInt32BE(1), whole.length - 5);
  const { kind } = fromBinary(SubscribeResponseSchema, whole.subarray(5));
  assert.deepEqual(kind, { case: "batch", value: message });
});

test("D3 a short batch is put into one piece with its head, once for all clients", () => {
  const short: Batch = { ...batch, bytes: Uint8Array.of(10, 1, 0x73) };
  const [one, two] = [1, 2].map(() => {
    const raw = new RawBatches("application/grpc");
    raw.put(SubscribeResponseSchema, short);
    return raw.replace(emptyBinary);
  });
  assert.equal(one?.length, 1);
  assert.equal(one?.[0], two?.[0]);
});

test("D3 for JSON it is spelled out, once for all", () => {
  const [one, two] = [1, 2].map(() => {
    const raw = new RawBatches("application/connect+json");
    raw.put(SubscribeResponseSchema, batch);
    return raw.replace(emptyJson);
  });
  assert.equal(one?.[1], two?.[1]);
  const { kind } = fromJsonString(SubscribeResponseSchema, Buffer.from(one?.[1] ?? []).toString());
  assert.deepEqual(kind, { case: "batch", value: message });
});

test("D3 other messages go as they are, and batches in their order between them", () => {
  const raw = new RawBatches("application/grpc");
  const small: Batch = { ...batch, bytes: new Uint8Array(3) };
  raw.put(SubscribeResponseSchema, small);
  raw.put(SubscribeResponseSchema, batch);
  const other = Uint8Array.of(0, 0, 0, 0, 1, 7);
  assert.deepEqual(raw.replace(other), [other]);
  assert.equal(Buffer.concat(raw.replace(emptyBinary)).length, 5 + 2 + 3);
  assert.ok(Buffer.concat(raw.replace(emptyBinary)).length > 100_000);
  const trailers = Uint8Array.of(0x80, 0, 0, 0, 0);
  assert.deepEqual(raw.replace(trailers), [trailers]);
});

test("D3 every client is sent the same memory of a session's open asks, in the message that Connect would have written", () => {
  const asks = [1, 2, 3].map((n) => create(AskSchema, { id: `a${n}`, sessionId: "s", inputJson: "x".repeat(50_000) }));
  const opened = create(OpenedSchema, { sessionId: "s", reset: { firstSeq: 7n } });
  const whole = create(OpenedSchema, { ...opened, openAsks: asks });
  for (const schema of [SubscribeResponseSchema, WatchResponseSchema, ConverseResponseSchema]) {
    for (const type of ["application/grpc", "application/connect+json"]) {
      const [one, two] = [1, 2].map(() => {
        const raw = new RawBatches(type);
        raw.putOpened(schema, { opened, asks });
        return raw.replace(type.endsWith("json") ? emptyJson : emptyBinary);
      });
      const longest = one?.find(({ length }) => length > 150_000);
      assert.ok(longest !== undefined && two?.includes(longest), "the same memory");
      const bytes = Buffer.concat(one ?? []);
      assert.equal(bytes.readUInt32BE(1), bytes.length - 5);
      const said = bytes.subarray(5);
      const { kind } = type.endsWith("json") ? fromJsonString(schema, said.toString()) : fromBinary(schema, said);
      assert.deepEqual(kind, { case: "opened", value: whole });
    }
  }
});
