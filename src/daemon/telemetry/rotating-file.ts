import { closeSync, fstatSync, openSync, renameSync, writeSync } from "node:fs";
import type { LogDestination } from "./logger.ts";

interface RotatingFileOptions {
  /** Default 10 MiB. */
  readonly maxBytes?: number;
  /** How many full files stay next to the one that is written: `.1` is the newest. Default 2. */
  readonly keep?: number;
}

interface OpenFile {
  readonly handle: number;
  bytes: number;
}

/**
 * Appends lines at once, so that the last words before a crash are there, and begins a new file when one is full. A disk
 * that takes nothing is no reason to fail: such lines are lost, and counted.
 */
export class RotatingFile implements LogDestination {
  readonly #path: string;
  readonly #maxBytes: number;
  readonly #keep: number;
  #file: OpenFile | undefined;
  #lost = 0;

  constructor(path: string, { maxBytes = 10 * 1024 * 1024, keep = 2 }: RotatingFileOptions = {}) {
    this.#path = path;
    this.#maxBytes = maxBytes;
    this.#keep = keep;
  }

  /** Lines that could not be written. */
  get lost(): number {
    return this.#lost;
  }

  write(line: string): void {
    const bytes = Buffer.from(line);
    try {
      const file = this.#openFor(bytes.length);
      let from = 0;
      while (from < bytes.length) from += writeSync(file.handle, bytes, from);
      file.bytes += bytes.length;
    } catch {
      this.#lost++;
    }
  }

  close(): void {
    const file = this.#file;
    this.#file = undefined;
    if (file !== undefined) closeSync(file.handle);
  }

  #openFor(bytes: number): OpenFile {
    this.#file ??= this.#open();
    if (this.#file.bytes > 0 && this.#file.bytes + bytes > this.#maxBytes) {
      this.#rotate();
      this.#file = this.#open();
    }
    return this.#file;
  }

  #open(): OpenFile {
    const handle = openSync(this.#path, "a", 0o600);
    return { handle, bytes: fstatSync(handle).size };
  }

  #rotate(): void {
    this.close();
    for (let at = this.#keep; at > 0; at--) {
      try {
        renameSync(at === 1 ? this.#path : `${this.#path}.${at - 1}`, `${this.#path}.${at}`);
      } catch {
        // There is none of this number yet.
      }
    }
  }
}
