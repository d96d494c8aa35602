/**
 * An encoded `EventBatch { session_id = 1; repeated Event events = 2 }`, put together from events that are encoded
 * already: tag, length, bytes. Two such messages in a row are one with the events of both.
 */
export function encodeBatch(head: Uint8Array, events: readonly Uint8Array[]): Uint8Array {
  let length = head.length;
  for (const event of events) length += 1 + varintLength(event.length) + event.length;
  const bytes = allocate(length);
  bytes.set(head);
  let at = head.length;
  for (const event of events) {
    bytes[at] = eventsTag;
    at = writeVarint(bytes, at + 1, event.length);
    bytes.set(event, at);
    at += event.length;
  }
  return bytes;
}

/** What every batch of a session begins with. */
export function batchHead(session: string): Uint8Array {
  const id = Buffer.from(session, "utf8");
  const head = new Uint8Array(1 + varintLength(id.length) + id.length);
  head[0] = sessionTag;
  head.set(id, writeVarint(head, 1, id.length));
  return head;
}

/** The events of several batches that begin with this head, as one. */
export function joinBatches(head: Uint8Array, batches: readonly Uint8Array[]): Uint8Array {
  const length = batches.reduce((sum, batch) => sum + batch.length - head.length, head.length);
  const bytes = allocate(length);
  bytes.set(head);
  let at = head.length;
  for (const batch of batches) {
    bytes.set(batch.subarray(head.length), at);
    at += batch.length - head.length;
  }
  return bytes;
}

/** The batch without its first events. */
export function dropEvents(head: Uint8Array, batch: Uint8Array, count: number): Uint8Array {
  let at = head.length;
  for (let dropped = 0; dropped < count; dropped += 1) {
    at += 1;
    let length = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = batch[at++] ?? 0;
      length += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) break;
    }
    at += length;
  }
  const bytes = allocate(head.length + batch.length - at);
  bytes.set(head);
  bytes.set(batch.subarray(at), head.length);
  return bytes;
}

const sessionTag = 0x0a;
const eventsTag = 0x12;

/** Not from the pool: a small batch would keep its whole slab, and a page's memory is handed to another thread. */
function allocate(length: number): Uint8Array {
  return Buffer.allocUnsafeSlow(length);
}

function varintLength(value: number): number {
  let length = 1;
  for (let rest = value; rest >= 0x80; rest = Math.floor(rest / 128)) length += 1;
  return length;
}

function writeVarint(bytes: Uint8Array, at: number, value: number): number {
  let rest = value;
  let to = at;
  while (rest >= 0x80) {
    bytes[to++] = (rest % 128) | 0x80;
    rest = Math.floor(rest / 128);
  }
  bytes[to++] = rest;
  return to;
}
