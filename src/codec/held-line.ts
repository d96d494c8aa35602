import { newScan } from "./line-facts.ts";
import type { MemberScanner, MemberScannerState } from "./member-scanner.ts";
import { RecentBytes } from "./recent-bytes.ts";

/** What the first block begins with, when there is something to hold: most held lines are short, and there is one per agent. */
const smallBlockBytes = 2 * 1024;
const firstBlockBytes = 64 * 1024;
const laterBlockBytes = 1024 * 1024;

/** What is left of a line over the cap that has not ended, as JSON. */
export interface LostLine {
  readonly bytes: number;
  readonly scan: MemberScannerState;
}

/**
 * The beginning of a line whose LF has not come. Bytes are copied into blocks
 * that are joined once, so a long line costs time linear in its length, however
 * small its chunks. Past the cap only its two ends are kept and the rest is counted,
 * and looked through for what a line that cannot be read still says.
 */
export class HeldLine {
  /** What is kept of a line over the cap. */
  static readonly headBytes = firstBlockBytes;
  static readonly tailBytes = 64 * 1024;

  readonly #maxBytes: number;
  /** Grows to its whole size before there is a later one. */
  #first = new Uint8Array(0);
  #later: Uint8Array<ArrayBuffer>[] = [];
  #block = this.#first;
  #filled = 0;
  #bytes = 0;
  #tail: RecentBytes | undefined;
  #scan: MemberScanner | undefined;
  #scanned = 0;
  /** Nothing of its beginning is here. */
  #isResumed = false;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Continues a line over the cap whose beginning was read elsewhere. */
  resume({ bytes, scan }: LostLine): void {
    this.#bytes = bytes;
    this.#scanned = bytes;
    this.#scan = newScan(scan);
    this.#isResumed = true;
  }

  get isOverCap(): boolean {
    return this.#isResumed || this.#bytes > this.#maxBytes;
  }

  /** What is known of all its bytes so far. */
  get scan(): MemberScanner {
    this.#scanKept(this.#bytes);
    this.#scan ??= newScan();
    return this.#scan;
  }

  /** The size of the line so far, kept or not. */
  get bytes(): number {
    return this.#bytes;
  }

  add(part: Uint8Array): void {
    const bytes = this.#bytes + part.length;
    if (this.#isResumed || bytes > this.#maxBytes) {
      this.scan.push(part);
      this.#scanned = bytes;
      if (!this.#isResumed) this.#fillHead(part);
      this.#fillTail(part);
      this.#later = [];
      this.#block = this.#first;
    } else {
      this.#copy(part);
      // Twice as much as comes, from the middle of the way to the cap on: there it has all, and no line that is short pays for it.
      this.#scanKept(Math.min(bytes, 2 * bytes - this.#maxBytes));
    }
    this.#bytes = bytes;
  }

  /** The end of a line over the cap, so far. */
  get tail(): Uint8Array {
    return this.#tail?.bytes ?? new Uint8Array();
  }

  /** What was kept; the line after it starts empty. Valid until the next `add`. */
  take(): Uint8Array {
    const kept = this.isOverCap ? this.#first.slice(0, this.#headFilled()) : this.#joined();
    this.#reset();
    return kept;
  }

  /**
   * What was kept, in order, each part with memory of its own that can be handed to another thread; the line after it
   * starts empty.
   */
  takeParts(): Uint8Array<ArrayBuffer>[] {
    if (this.isOverCap) return [this.take() as Uint8Array<ArrayBuffer>];
    const last = this.#later.length - 1;
    const later = this.#later.map((block, at) => (at === last ? block.subarray(0, this.#filled) : block));
    const first = this.#first.slice(0, last < 0 ? this.#filled : firstBlockBytes);
    this.#reset();
    return [first, ...later];
  }

  #reset(): void {
    this.#later = [];
    this.#block = this.#first;
    this.#filled = 0;
    this.#bytes = 0;
    this.#tail = undefined;
    this.#scan = undefined;
    this.#scanned = 0;
    this.#isResumed = false;
  }

  /** Up to this byte of what is kept. */
  #scanKept(to: number): void {
    while (this.#scanned < to) {
      this.#scan ??= newScan();
      const later = this.#scanned - firstBlockBytes;
      const block = later < 0 ? this.#first : this.#later[Math.floor(later / laterBlockBytes)];
      const from = later < 0 ? this.#scanned : later % laterBlockBytes;
      const piece = (block ?? this.#first).subarray(from, from + to - this.#scanned);
      this.#scan.push(piece);
      this.#scanned += piece.length;
    }
  }

  #copy(part: Uint8Array): void {
    let from = 0;
    while (from < part.length) {
      if (this.#filled === this.#block.length) this.#makeRoom(part.length - from);
      const piece = part.subarray(from, from + this.#block.length - this.#filled);
      this.#block.set(piece, this.#filled);
      this.#filled += piece.length;
      from += piece.length;
    }
  }

  #makeRoom(bytes: number): void {
    if (this.#first.length < firstBlockBytes) return this.#growFirst(this.#first.length + bytes);
    this.#block = new Uint8Array(laterBlockBytes);
    this.#later.push(this.#block);
    this.#filled = 0;
  }

  /** By doubling at least, so that a line in many chunks is copied twice at most. */
  #growFirst(bytes: number): void {
    const wanted = Math.max(bytes, 2 * this.#first.length, smallBlockBytes);
    const first = new Uint8Array(Math.min(wanted, firstBlockBytes));
    first.set(this.#first);
    this.#first = first;
    this.#block = first;
  }

  #fillHead(part: Uint8Array): void {
    const filled = this.#headFilled();
    if (filled === firstBlockBytes) return;
    if (this.#first.length < firstBlockBytes) this.#growFirst(firstBlockBytes);
    this.#first.set(part.subarray(0, firstBlockBytes - filled), filled);
  }

  #fillTail(part: Uint8Array): void {
    if (this.#tail === undefined) {
      this.#tail = new RecentBytes(HeldLine.tailBytes);
      const [before = this.#first, last = this.#block] = [this.#first, ...this.#later].slice(-2);
      if (before !== last) this.#tail.add(before);
      this.#tail.add(last.subarray(0, this.#filled));
    }
    this.#tail.add(part);
  }

  #headFilled(): number {
    return this.#isResumed ? 0 : Math.min(this.#bytes, firstBlockBytes);
  }

  #joined(): Uint8Array {
    if (this.#later.length === 0) return this.#first.subarray(0, this.#filled);
    const whole = new Uint8Array(this.#bytes);
    whole.set(this.#first);
    let at = firstBlockBytes;
    for (const block of this.#later) {
      whole.set(block.subarray(0, this.#bytes - at), at);
      at += block.length;
    }
    return whole;
  }
}
