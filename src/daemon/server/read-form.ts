import type { NodeRequest } from "./node-http.ts";

const maxFormBytes = 16 * 1024;

/** What a form sends. Empty for one that is too long to be ours. */
export async function readForm(req: NodeRequest): Promise<URLSearchParams> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of req as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > maxFormBytes) return new URLSearchParams();
    parts.push(part);
  }
  return new URLSearchParams(Buffer.concat(parts).toString("utf8"));
}
