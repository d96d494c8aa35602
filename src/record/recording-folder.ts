import { closeSync, openSync, renameSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "../files/make-folder.ts";

export const framesFile = "frames.ndjson";
export const metaFile = "meta.json";

const flushBytes = 64 * 1024;

/**
 * Writes the two files of a recording. Lines wait for the end of the tick or
 * for 64 KiB, and are then written at once: a queue in front of a slow disk
 * would grow without bound. Its methods throw what the file system throws.
 */
export class RecordingFolder {
  readonly #folder: string;
  readonly #frames: number;
  #waiting: string[] = [];
  #waitingLength = 0;

  /** Refuses a folder that holds a recording. */
  constructor(folder: string) {
    this.#folder = folder;
    makeFolder(folder, 0o700);
    this.#frames = openSync(join(folder, framesFile), "wx", 0o600);
  }

  writeMeta(json: string): void {
    const path = join(this.#folder, metaFile);
    writeFileSync(`${path}.new`, `${json}\n`, { mode: 0o600 });
    renameSync(`${path}.new`, path);
  }

  /** True for the first line that waits: someone has to call `flush` soon. */
  add(line: string): boolean {
    this.#waiting.push(line);
    this.#waitingLength += line.length;
    if (this.#waitingLength >= flushBytes) this.flush();
    return this.#waiting.length === 1;
  }

  flush(): void {
    const bytes = Buffer.from(this.#waiting.join(""));
    this.#waiting = [];
    this.#waitingLength = 0;
    for (let written = 0; written < bytes.length; ) written += writeSync(this.#frames, bytes, written);
  }

  close(): void {
    closeSync(this.#frames);
  }
}
