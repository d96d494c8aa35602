import type { IncomingMessage } from "node:http";

/** The body of a request; undefined when it is longer than allowed, and then the rest is not kept. Rejects when the connection breaks. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes <= maxBytes) parts.push(part);
    else parts.length = 0;
  }
  return bytes <= maxBytes ? Buffer.concat(parts) : undefined;
}
