import type { Batch } from "./log.ts";

interface SharedPage extends Omit<Batch, "bytes"> {
  readonly memory: WeakRef<ArrayBufferLike>;
  readonly offset: number;
  readonly length: number;
}

/** What is shorter is read again. */
const longBytes = 64 * 1024;

/**
 * Long pages that somebody still holds. Readers that come to one after the other have the same memory, however long they
 * take to read it. By its memory, not by its object: whoever sends it holds pieces.
 */
export class SharedPages {
  readonly #pages = new Map<string, SharedPage>();

  get(key: string): Batch | undefined {
    const page = this.#pages.get(key);
    const memory = page?.memory.deref();
    if (page === undefined || memory === undefined) return undefined;
    const { session, first, last, offset, length } = page;
    return { session, first, last, bytes: Buffer.from(memory as ArrayBuffer, offset, length) };
  }

  share(key: string, batch: Batch): Batch {
    if (batch.bytes.length < longBytes) return batch;
    for (const [known, { memory }] of this.#pages) if (memory.deref() === undefined) this.#pages.delete(known);
    const { buffer, byteOffset: offset, length } = batch.bytes;
    const { session, first, last } = batch;
    this.#pages.set(key, { session, first, last, memory: new WeakRef(buffer), offset, length });
    return batch;
  }
}
