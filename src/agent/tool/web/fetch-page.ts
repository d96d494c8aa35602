import { type IncomingMessage, request as requestHttp, STATUS_CODES } from "node:http";
import { request as requestHttps } from "node:https";
import type { LookupFunction } from "node:net";
import type { Readable } from "node:stream";
import { createBrotliDecompress, createUnzip } from "node:zlib";
import { hostNameOf, maxAddressLength, pageAddress } from "./page-address.ts";
import { type PageType, pageType } from "./page-type.ts";

interface FetchOptions {
  readonly signal: AbortSignal;
  /** How names become addresses; the system's way unless told. */
  readonly lookup?: LookupFunction | undefined;
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
}

export interface Fetched {
  readonly code: number;
  readonly codeText: string;
  /** Where it was found. */
  readonly url: URL;
  readonly outcome:
    | { readonly kind: "page"; readonly type: PageType; readonly body: Buffer; readonly isCut: boolean }
    /** To another place, which has to be allowed on its own; undefined where it is none of the web. */
    | { readonly kind: "redirect"; readonly to: string | undefined }
    | { readonly kind: "failure" };
}

const maxRedirects = 10;

/** GET, following redirects within one origin. Throws in words for the model, and the reason of the signal. */
export async function fetchPage(address: URL, options: FetchOptions): Promise<Fetched> {
  const { timeoutMs = 60_000, maxBytes = 10 * 1024 * 1024 } = options;
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = AbortSignal.any([options.signal, timeout]);
  try {
    return await follow(address, { signal, lookup: options.lookup, maxBytes });
  } catch (error) {
    options.signal.throwIfAborted();
    if (timeout.aborted) throw new Error(`${hostNameOf(address)} did not answer completely within ${timeoutMs} ms`);
    throw error;
  }
}

interface Hop {
  readonly signal: AbortSignal;
  readonly lookup: LookupFunction | undefined;
  readonly maxBytes: number;
}

async function follow(address: URL, hop: Hop): Promise<Fetched> {
  let url = address;
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const answer = await get(url, hop);
    const code = answer.statusCode ?? 0;
    // In the words of the standard: what a server writes there would be read as this tool's own.
    const found = { code, codeText: STATUS_CODES[code] ?? "", url };
    const { location } = answer.headers;
    if (code === 200 || code === 203 || code === 206) return { ...found, outcome: await pageOf(answer, hop) };
    answer.destroy();
    if (!redirectCodes.has(code) || location === undefined) return { ...found, outcome: { kind: "failure" } };
    const next = sameOrigin(location, url);
    if (next === undefined) return { ...found, outcome: { kind: "redirect", to: fetchable(location, url) } };
    url = next;
  }
  throw new Error(`Too many redirects (exceeded ${maxRedirects})`);
}

const redirectCodes: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Undefined: the rules have not been asked about that place. */
function sameOrigin(location: string, from: URL): URL | undefined {
  try {
    const next = pageAddress(new URL(location, from).href);
    return next.origin === from.origin ? next : undefined;
  } catch {
    return undefined;
  }
}

/** An address that can be told: whatever else a server writes there is its words, not an address. */
function fetchable(location: string, from: URL): string | undefined {
  const to = URL.parse(location, from.href);
  const isOfWeb = to?.protocol === "http:" || to?.protocol === "https:";
  return to !== null && isOfWeb && to.href.length <= maxAddressLength ? to.href : undefined;
}

function get(url: URL, { signal, lookup }: Hop): Promise<IncomingMessage> {
  const request = url.protocol === "https:" ? requestHttps : requestHttp;
  // A connection of its own: one that is kept open was made under an older decision.
  const options = { agent: false, signal, headers, ...(lookup !== undefined && { lookup }) };
  return new Promise((resolve, reject) => {
    request(url, options, resolve)
      .on("error", reject)
      // One that switches protocols gives neither an answer nor an error.
      .on("close", () => reject(new Error(`${hostNameOf(url)} closed the connection without an answer`)))
      .end();
  });
}

const headers = {
  accept: "text/markdown, text/html, */*",
  "accept-encoding": "gzip, deflate, br",
  "user-agent": "bridle-agent",
};

async function pageOf(answer: IncomingMessage, { maxBytes }: Hop): Promise<Fetched["outcome"]> {
  try {
    const type = pageType(answer.headers["content-type"]);
    const { body, isCut } = await bytesOf(answer, maxBytes);
    if (!type.isNamed && body.includes(0)) throw new Error("The server sent bytes of no type that is named");
    return { kind: "page", type, body, isCut };
  } finally {
    answer.destroy();
  }
}

async function bytesOf(answer: IncomingMessage, maxBytes: number): Promise<{ body: Buffer; isCut: boolean }> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of unpacked(answer) as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxBytes) break;
  }
  return { body: Buffer.concat(chunks).subarray(0, maxBytes), isCut: size > maxBytes };
}

function unpacked(answer: IncomingMessage): Readable {
  const encoding = answer.headers["content-encoding"]?.toLowerCase() ?? "identity";
  if (encoding === "identity") return answer;
  const decoder = encoding === "br" ? createBrotliDecompress() : unzips.has(encoding) ? createUnzip() : undefined;
  if (decoder === undefined) throw new Error("The server sent an encoding that was not asked for");
  answer.on("error", (error) => decoder.destroy(error));
  return answer.pipe(decoder);
}

const unzips: ReadonlySet<string> = new Set(["gzip", "x-gzip", "deflate"]);
