import { ByteBlocks } from "./byte-blocks.ts";
import type { HolderSettings } from "./holder-protocol.ts";
import type { Spool } from "./spool.ts";

const partBytes = 64 * 1024;
/** Spools are read synchronously, one at a time. */
const part = Buffer.allocUnsafeSlow(partBytes);

/**
 * An agent's output that no daemon has acknowledged, in this order: memory (what
 * can be sent), spool file, rest (what the file could not take). While a daemon
 * is attached, only memory grows; else memory up to the window, then the file.
 */
export class OutputStore {
  readonly #memory = new ByteBlocks(0);
  readonly #spool: Spool;
  #rest: Uint8Array[] = [];
  #restBytes = 0;

  constructor(spool: Spool) {
    this.#spool = spool;
  }

  /** Place of the first byte that is kept. */
  get from(): number {
    return this.#memory.from;
  }

  /** End of what can be sent now. */
  get sendableTo(): number {
    return this.#memory.to;
  }

  /** How many bytes the agent wrote. */
  get to(): number {
    return this.#memory.to + this.#spool.length + this.#restBytes;
  }

  /** Never fails and never loses: what was read has to be kept. */
  append(bytes: Uint8Array, attached: boolean, { windowBytes }: HolderSettings): void {
    const behind = this.#spool.length + this.#restBytes > 0;
    if (!behind && (attached || this.#memory.length < windowBytes)) return this.#memory.push(bytes);
    if (this.#restBytes === 0 && !attached && this.#spool.append(bytes)) return;
    this.#rest.push(bytes.slice());
    this.#restBytes += bytes.length;
  }

  /** Whether the agent should be read on. False is back-pressure: it blocks in its write. */
  wantsMore(attached: boolean, { windowBytes, spoolBytes }: HolderSettings): boolean {
    if (this.#restBytes > 0) return false;
    if (this.#spool.length === 0 && this.#memory.length < windowBytes) return true;
    return !attached && this.#spool.size + partBytes <= spoolBytes;
  }

  slices(from: number): Iterable<Uint8Array> {
    return this.#memory.slices(from);
  }

  /** Lets go what lies before that place, and moves on what follows into memory. */
  release(to: number, { windowBytes }: HolderSettings): void {
    const past = to - this.#memory.to;
    this.#memory.release(to);
    if (past > 0) this.#skip(past);
    while (this.#spool.length > 0 && this.#memory.length < windowBytes) this.#memory.push(this.#spool.take(part));
    if (this.#spool.length > 0) return;
    for (const bytes of this.#rest) this.#memory.push(bytes);
    this.#rest = [];
    this.#restBytes = 0;
  }

  clear(): void {
    this.#spool.remove();
    this.#rest = [];
    this.#restBytes = 0;
  }

  #skip(bytes: number): void {
    const spooled = Math.min(bytes, this.#spool.length);
    if (spooled > 0) this.#spool.skip(spooled);
    if (bytes === spooled) return;
    const rest = Buffer.concat(this.#rest).subarray(bytes - spooled);
    this.#rest = [rest];
    this.#restBytes = rest.length;
  }
}
