import { create, fromBinary, type MessageShape, toJsonString } from "@bufbuild/protobuf";
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { createContextKey } from "@connectrpc/connect";
import { EventBatchSchema } from "../../api/gen/bridle/v1/conversation_service_pb.js";
import type { Batch } from "../log/log.ts";
import { type OpenedCursor, openedBinary, openedJson, type StreamMessage } from "./shared-asks.ts";

const batchField = 2;
const envelopeBytes = 5;
/** Below this, one write of a copy for all costs less than two. */
const copiedBytes = 64 * 1024;

/**
 * The batches of one response. Connect would make bytes of its own of every message, for every client: of a long event
 * that some hundred clients do not read, gigabytes. So it is given an empty message in place of each batch, and what is
 * sent there is the same memory for all.
 */
export class RawBatches {
  readonly #isJson: boolean;
  readonly #parts: (readonly Uint8Array[])[] = [];

  constructor(contentType: string | undefined) {
    this.#isJson = contentType?.includes("json") === true;
  }

  /** The empty message that stands for the batch. */
  put<S extends StreamMessage>(schema: S, batch: Batch): MessageShape<S> {
    this.#parts.push(this.#isJson ? jsonParts(schema, batch) : binaryParts(batch));
    return create(schema) as MessageShape<S>;
  }

  /** The empty message that stands for what a cursor is sent first, where it is long. */
  putOpened<S extends StreamMessage>(schema: S, opened: OpenedCursor): MessageShape<S> {
    const parts = this.#isJson ? openedJson(schema, opened) : openedBinary(opened);
    this.#parts.push([envelope(parts.reduce((sum, { length }) => sum + length, 0)), ...parts]);
    return create(schema) as MessageShape<S>;
  }

  /** What is to be sent where Connect gives this part. */
  replace(part: Uint8Array): readonly Uint8Array[] {
    return (isEmptyMessage(part) ? this.#parts.shift() : undefined) ?? [part];
  }
}

export const rawBatchesKey = createContextKey<RawBatches | undefined>(undefined);

/** Every other message of these streams says something. */
function isEmptyMessage(part: Uint8Array): boolean {
  if (part[0] !== 0) return false;
  if (part.length === envelopeBytes) return true;
  return part.length === envelopeBytes + 2 && part[envelopeBytes] === 0x7b && part[envelopeBytes + 1] === 0x7d;
}

const binary = new WeakMap<Batch, readonly Uint8Array[]>();
const json = new WeakMap<Batch, Map<StreamMessage, readonly Uint8Array[]>>();

function binaryParts(batch: Batch): readonly Uint8Array[] {
  let parts = binary.get(batch);
  if (parts === undefined) {
    const field = new BinaryWriter().tag(batchField, WireType.LengthDelimited).uint32(batch.bytes.length).finish();
    const head = Buffer.concat([envelope(field.length + batch.bytes.length), field]);
    parts = batch.bytes.length <= copiedBytes ? [Buffer.concat([head, batch.bytes])] : [head, batch.bytes];
    binary.set(batch, parts);
  }
  return parts;
}

/** For JSON, where the events have to be spelled out. */
function jsonParts(schema: StreamMessage, batch: Batch): readonly Uint8Array[] {
  const bySchema = json.get(batch) ?? new Map<StreamMessage, readonly Uint8Array[]>();
  json.set(batch, bySchema);
  let parts = bySchema.get(schema);
  if (parts === undefined) {
    const value = fromBinary(EventBatchSchema, batch.bytes);
    const text = Buffer.from(toJsonString(schema, create(schema, { kind: { case: "batch", value } } as never)));
    parts = [envelope(text.length), text];
    bySchema.set(schema, parts);
  }
  return parts;
}

function envelope(length: number): Buffer {
  const head = Buffer.alloc(envelopeBytes);
  head.writeUInt32BE(length, 1);
  return head;
}
