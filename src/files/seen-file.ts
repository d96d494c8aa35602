import { type BigIntStats, statSync } from "node:fs";
import { readRegularFile } from "./read-regular-file.ts";

/** Clocks of file systems stand still for a while: what changed so lately may change again and look the same. */
const settledMs = 2000;

/** A file that is read again only when it changed: as a rule a look costs one `stat`. */
export class SeenFile {
  readonly #path: string;
  #stamp: string | undefined;
  #text: string | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** What is in it now, the same string as long as that is so; undefined: it is not there. Throws where it cannot be read. */
  text(): string | undefined {
    const found = statSync(this.#path, { bigint: true, throwIfNoEntry: false });
    const stamp = found && stampOf(found);
    if (stamp !== undefined && stamp === this.#stamp) return this.#text;
    const text = found && readRegularFile(this.#path);
    if (text !== this.#text) this.#text = text;
    this.#stamp = found !== undefined && isSettled(found) ? stamp : undefined;
    return this.#text;
  }
}

function stampOf({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return [dev, ino, size, mtimeNs, ctimeNs].join(" ");
}

function isSettled({ mtimeMs, ctimeMs }: BigIntStats): boolean {
  const age = Date.now() - Math.max(Number(mtimeMs), Number(ctimeMs));
  return age > settledMs;
}
