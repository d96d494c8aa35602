import { isAscii } from "node:buffer";
import { closeSync, constants, openSync, readSync } from "node:fs";
import { TextDecoder } from "node:util";
import { type Block, matchingBlocks, type TextPattern } from "./text-pattern.ts";

/** A part of a file that ends with a line, and the lines in it that match. */
export interface SearchedPart {
  readonly text: string;
  readonly blocks: Iterable<Block>;
}

/** The parts of a file in order; nothing more once bytes show that it is binary, and then `onBinary` is called. */
export function* searchFile(path: string, pattern: TextPattern, onBinary: () => void): Generator<SearchedPart> {
  for (const bytes of parts(path, pattern.multiline ? maxWholeBytes : partBytes)) {
    if (bytes.includes(0)) return onBinary();
    // One byte for each character: half the memory, and the faster expression.
    const plain = isAscii(bytes);
    const decoded = plain ? bytes.toString("latin1") : bytes.toString("utf8").replace(/^\ufeff/, "");
    const text = pattern.multiline || !decoded.includes("\r") ? decoded : decoded.replaceAll("\r\n", "\n");
    yield { text, blocks: matchingBlocks(plain ? pattern.ascii : pattern.unicode, text, pattern.multiline) };
  }
}

const partBytes = 4 * 1024 * 1024;

/** Matches over several lines are searched in so much at a time. */
const maxWholeBytes = 64 * 1024 * 1024;

const firstReadBytes = 64 * 1024;
const LF = 10;

/** Most files fit into the first read: it is not made anew for each. */
const firstBuffer = Buffer.allocUnsafeSlow(firstReadBytes);

/** Cut after a LF where there is one. Each is valid until the next file is read. */
function* parts(path: string, maxBytes: number): Generator<Buffer> {
  // The walk found no links: one that is there now was put there since. A pipe without a writer would block.
  const fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    let decoder: TextDecoder | undefined;
    let held: Buffer = Buffer.alloc(0);
    for (let position = 0, buffer = firstBuffer; ; buffer = Buffer.allocUnsafe(partBytes)) {
      const read = fill(fd, buffer, position);
      if (position === 0) decoder = utf16Decoder(read);
      position += read.length;
      const isLast = read.length < buffer.length;
      const bytes = decoder === undefined ? read : Buffer.from(decoder.decode(read, { stream: !isLast }));
      held = held.length === 0 ? bytes : Buffer.concat([held, bytes]);
      if (isLast) break;
      // What is binary is seen at once.
      if (held.length < maxBytes && !bytes.includes(0)) continue;
      const end = held.lastIndexOf(LF) + 1 || held.length;
      yield held.subarray(0, end);
      held = held.subarray(end);
    }
    if (held.length > 0) yield held;
  } finally {
    closeSync(fd);
  }
}

/** Short only at the end of the file. */
function fill(fd: number, buffer: Buffer, position: number): Buffer {
  let length = 0;
  for (let read = -1; read !== 0 && length < buffer.length; length += read) {
    read = readSync(fd, buffer, length, buffer.length - length, position + length);
  }
  return buffer.subarray(0, length);
}

function utf16Decoder(head: Buffer): TextDecoder | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return new TextDecoder("utf-16le");
  return head[0] === 0xfe && head[1] === 0xff ? new TextDecoder("utf-16be") : undefined;
}
