import { create, type DescMessage, fromBinary, type MessageShape } from "@bufbuild/protobuf";
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import {
  ConverseResponseSchema,
  EventBatchSchema,
  SubscribeResponseSchema,
  WatchResponseSchema,
} from "../../api/gen/bridle/v1/conversation_service_pb.js";
import type { Batch } from "../log/log.ts";

/** The messages that carry a batch, all in the same field. */
export const batchCarriers = {
  subscribe: SubscribeResponseSchema,
  watch: WatchResponseSchema,
  converse: ConverseResponseSchema,
};

const batchField = 2;

type Carrier = (typeof batchCarriers)[keyof typeof batchCarriers];

const made = new Map<DescMessage, WeakMap<Batch, unknown>>(
  Object.values(batchCarriers).map((schema) => [schema, new WeakMap()]),
);

/**
 * A response that carries a batch, one object for all who get it. The batch is
 * encoded already: it goes as an unknown field, so writing the message copies
 * its bytes. Of no use for JSON: see `readableBatch`.
 */
export function batchMessage<S extends Carrier>(schema: S, batch: Batch): MessageShape<S> {
  const known = made.get(schema) as WeakMap<Batch, MessageShape<S>>;
  let message = known.get(batch);
  if (message === undefined) {
    message = create(schema) as MessageShape<S>;
    const data = new BinaryWriter().bytes(batch.bytes).finish();
    message.$unknown = [{ no: batchField, wireType: WireType.LengthDelimited, data }];
    known.set(batch, message);
  }
  return message;
}

/** The same for JSON, where the events have to be spelled out. */
export function readableBatch<S extends Carrier>(schema: S, batch: Batch): MessageShape<S> {
  const value = fromBinary(EventBatchSchema, batch.bytes);
  return create(schema, { kind: { case: "batch", value } } as never) as MessageShape<S>;
}
