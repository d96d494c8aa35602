import assert from "node:assert/strict";
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { EventBatchSchema } from "../../../src/api/gen/bridle/v1/conversation_service_pb.js";
import { EventSchema } from "../../../src/api/gen/bridle/v1/event_pb.js";
import type { Batch, Log } from "../../../src/daemon/log/log.ts";

/** Events with these numbers, each with a text of about so many bytes. */
export function encoded(first: number, count: number, bytes = 100): Uint8Array[] {
  const text = "x".repeat(bytes);
  return range(first, first + count - 1).map((seq) =>
    toBinary(
      EventSchema,
      create(EventSchema, {
        seq: BigInt(seq),
        timeMs: 1_700_000_000_000n,
        kind: { case: "textDelta", value: { text } },
      }),
    ),
  );
}

/** The numbers inside the events of a batch; fails when the batch says something else of itself. */
export function numbersIn(batch: Batch | undefined): number[] {
  if (batch === undefined) return [];
  const { sessionId, events } = fromBinary(EventBatchSchema, batch.bytes);
  const numbers = events.map(({ seq }) => Number(seq));
  assert.equal(sessionId, batch.session);
  assert.deepEqual(numbers, range(batch.first, batch.last));
  return numbers;
}

export interface Collected {
  readonly numbers: number[];
  readonly batches: Batch[];
}

/** Follows until a number has come. */
export async function collect(
  log: Log,
  session: string,
  after: number,
  last: number,
  signal: AbortSignal = new AbortController().signal,
): Promise<Collected> {
  const numbers: number[] = [];
  const batches: Batch[] = [];
  for await (const batch of log.follow(session, after, signal)) {
    numbers.push(...numbersIn(batch));
    batches.push(batch);
    if (batch.last >= last) break;
  }
  return { numbers, batches };
}

export function range(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);
}
