import { Socket } from "node:net";
import type { Readable } from "node:stream";

/** What we need of the handle under a child's stdout. Not documented, so its absence is not an error. */
interface PipeHandle {
  reading: boolean;
  readStop(): void;
}

export interface PipeReader {
  /** For `end`, `close`, `pause`, `resume` and `destroy`; its data goes to `read`. */
  readonly stream: Readable;
  /** Starts the reading. A chunk is valid only during the call. */
  read(onChunk: (chunk: Uint8Array) => void): void;
}

const bufferBytes = 64 * 1024;

/**
 * Reads a child's stdout into one buffer that is used again for every chunk. A
 * plain stream allocates one per chunk: 50 MB read and thrown away then cost
 * 95 MB. Where the runtime does not let us have the handle, it is read as a
 * stream. To be called in the tick of the spawn, before anything was read.
 */
export function pipeReader(stdout: Readable): PipeReader {
  const handle = takeHandle(stdout);
  if (handle === undefined) return { stream: stdout, read: (onChunk) => void stdout.on("data", onChunk) };
  const buffer = Buffer.allocUnsafeSlow(bufferBytes);
  let take: (chunk: Uint8Array) => void = () => {};
  const callback = (bytes: number): boolean => {
    take(buffer.subarray(0, bytes));
    return true;
  };
  const options = { handle, readable: true, writable: false, pauseOnCreate: true, onread: { buffer, callback } };
  const stream = new Socket(options as object);
  return {
    stream,
    read: (onChunk) => {
      take = onChunk;
      stream.resume();
    },
  };
}

function takeHandle(stdout: Readable): PipeHandle | undefined {
  const owner = stdout as { _handle?: PipeHandle | null };
  const handle = owner._handle;
  if (typeof handle?.readStop !== "function" || typeof handle.reading !== "boolean") return undefined;
  handle.readStop();
  handle.reading = false;
  // Node resumes a child's streams at its exit, which would start the reading behind our back.
  owner._handle = null;
  return handle;
}
