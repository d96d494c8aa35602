import { fstatSync } from "node:fs";
import { Socket } from "node:net";
import type { Writable } from "node:stream";

/** Where an agent reads and writes. */
export interface Streams {
  readonly input: AsyncIterable<Uint8Array>;
  readonly output: Writable;
  /** A FIFO tells only who really writes that its reader is gone. */
  readonly outputIsFifo?: boolean;
  readonly error: Writable;
  /** A person sits there: nothing is piped in. */
  readonly inputIsTerminal: boolean;
}

/**
 * The process's own streams. Node writes to pipes synchronously: a host that
 * does not read would stop the agent from hearing its interrupt.
 */
export function standardStreams(): Streams {
  const kind = fstatSync(1);
  const output =
    kind.isFIFO() || kind.isSocket() ? new Socket({ fd: 1, readable: false, writable: true }) : process.stdout;
  return {
    input: process.stdin,
    output,
    outputIsFifo: kind.isFIFO(),
    error: process.stderr,
    inputIsTerminal: process.stdin.isTTY === true,
  };
}
