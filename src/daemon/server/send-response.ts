import type { OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { UniversalServerResponse } from "@connectrpc/connect/protocol";
import type { NodeResponse } from "./node-http.ts";
import type { RawBatches } from "./raw-batches.ts";

const writeBytes = 64 * 1024;

/**
 * Writes what a handler gives. The next part is asked for only when the last one
 * fits the client's window, and a long one goes piece by piece, so a client that
 * stops reading costs what Node buffers (64 KiB) and the part, whose memory all
 * clients share where it is a batch. A client that vanishes ends the handler.
 */
export async function sendResponse(
  response: UniversalServerResponse,
  to: NodeResponse,
  raw: RawBatches,
): Promise<void> {
  // The two classes have the same methods, but TypeScript finds no common signature.
  const res = to as ServerResponse;
  const body = response.body?.[Symbol.asyncIterator]();
  let gone = false;
  res.once("close", () => {
    gone = true;
  });
  // A write to a client that has just gone; "close" follows.
  res.on("error", () => undefined);
  try {
    // Headers may still be set until the first part is there.
    let part = await body?.next();
    if (gone) return;
    res.writeHead(response.status, nodeHeaders(response.header));
    for (; body !== undefined && part !== undefined && !part.done; part = await body.next()) {
      for (const bytes of raw.replace(part.value)) {
        for (let at = 0; at < bytes.length; at += writeBytes) {
          if (!res.write(bytes.subarray(at, at + writeBytes))) await drained(res, () => gone);
          if (gone) return;
        }
      }
    }
    if (response.trailer !== undefined) res.addTrailers(nodeHeaders(response.trailer));
    res.end();
  } finally {
    // Not awaited: a handler that waits for something ends by its signal.
    body?.return?.().catch(() => undefined);
  }
}

/** Until there is room again, or the client is gone. */
function drained(res: ServerResponse, isGone: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      res.off("drain", done).off("close", done);
      resolve();
    };
    res.on("drain", done).on("close", done);
    if (isGone()) done();
  });
}

function nodeHeaders(headers: Headers | undefined): OutgoingHttpHeaders & { [name: string]: string } {
  const node: { [name: string]: string } = {};
  for (const [name, value] of headers ?? []) node[name] = value;
  return node;
}
