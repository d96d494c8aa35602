import { closeSync, constants, openSync, readdirSync, readSync, rmSync, unlinkSync, writeSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "../files/make-folder.ts";

const suffix = ".spool";
const { O_CREAT, O_EXCL, O_NOFOLLOW, O_RDWR } = constants;

/**
 * A file that takes an agent's output while no daemon is attached. It is there
 * only while there is something in it, and never longer than its cap: what was
 * read from its start leaves room only once all was read.
 */
export class Spool {
  readonly #file: string;
  #descriptor: number | undefined;
  #read = 0;
  #written = 0;

  constructor(folder: string, id: string) {
    this.#file = join(folder, `${id}${suffix}`);
  }

  /** Bytes that wait in it. */
  get length(): number {
    return this.#written - this.#read;
  }

  /** Size of the file. */
  get size(): number {
    return this.#written;
  }

  /** False when it cannot be written, as on a full disk: then nothing of it was taken. */
  append(bytes: Uint8Array): boolean {
    try {
      this.#descriptor ??= openSync(this.#file, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
      for (let done = 0; done < bytes.length; ) {
        done += writeSync(this.#descriptor, bytes, done, bytes.length - done, this.#written + done);
      }
    } catch {
      if (this.length === 0) this.remove();
      return false;
    }
    this.#written += bytes.length;
    return true;
  }

  /** The next bytes, at most as many as fit. Removes the file when it was the last of them. */
  take(buffer: Uint8Array): Uint8Array {
    const wanted = Math.min(buffer.length, this.length);
    if (wanted === 0 || this.#descriptor === undefined) return buffer.subarray(0, 0);
    const taken = readSync(this.#descriptor, buffer, 0, wanted, this.#read);
    if (taken === 0) throw new Error(`${this.#file} was cut by somebody else`);
    this.skip(taken);
    return buffer.subarray(0, taken);
  }

  skip(bytes: number): void {
    this.#read += bytes;
    if (this.#read === this.#written) this.remove();
  }

  remove(): void {
    if (this.#descriptor === undefined) return;
    closeSync(this.#descriptor);
    this.#descriptor = undefined;
    this.#read = 0;
    this.#written = 0;
    try {
      unlinkSync(this.#file);
    } catch {
      // Somebody else tidied up.
    }
  }
}

/** Makes the folder, and removes what a holder left that was killed: its agents are gone, so nobody wants it. */
export function clearSpools(folder: string): void {
  makeFolder(folder, 0o700);
  for (const name of readdirSync(folder)) if (name.endsWith(suffix)) rmSync(join(folder, name), { force: true });
}
