import { closeSync, openSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { makeFolder } from "../../files/make-folder.ts";
import { sizeText } from "./size-text.ts";

/** A new file that takes a flood: past its limit it only counts, and says so in its last line. */
export class OutputFile {
  readonly path: string;
  readonly #maxBytes: number;
  #state: { readonly at: "open"; readonly fd: number } | { readonly at: "full" | "closed" };
  #bytes = 0;

  /** Its folder is made, for us alone. Throws what the system throws, also when the file exists. */
  constructor(path: string, maxBytes: number) {
    this.path = path;
    this.#maxBytes = maxBytes;
    makeFolder(dirname(path), 0o700);
    this.#state = { at: "open", fd: openSync(path, "wx", 0o600) };
  }

  /** All that was given, kept or not. */
  get bytes(): number {
    return this.#bytes;
  }

  /** False: what came last was not kept. */
  get whole(): boolean {
    return this.#state.at !== "full";
  }

  /** Written at once: a killed agent leaves all its tasks had said. */
  write(chunk: Uint8Array): void {
    const room = this.#maxBytes - this.#bytes;
    this.#bytes += chunk.length;
    if (this.#state.at !== "open") return;
    try {
      writeAll(this.#state.fd, chunk.subarray(0, Math.max(0, room)));
      if (chunk.length > room) this.#fill(this.#state.fd, `the limit of ${sizeText(this.#maxBytes)} is reached`);
    } catch {
      this.#fill(this.#state.fd, "the disk takes no more");
    }
  }

  close(): void {
    if (this.#state.at !== "open") return;
    closeSync(this.#state.fd);
    this.#state = { at: "closed" };
  }

  #fill(fd: number, why: string): void {
    this.#state = { at: "full" };
    try {
      writeAll(fd, Buffer.from(`\n[output cut: ${why}; the rest is not kept]\n`));
    } catch {
      // A full disk does not take the note either.
    }
    closeSync(fd);
  }
}

function writeAll(fd: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done);
}
