import { createConnectTransport } from "@connectrpc/connect-web";
import { type BridleClient, bearer, makeClient } from "./client.ts";

export interface WebConnectOptions {
  /** Where the page came from, if not given: its cookie is the token then. */
  readonly address?: string;
  readonly token?: string;
  readonly retryForMs?: number;
}

/** The same client in a browser. Browsers have no stream of requests: `converse` does not work here. */
export function connect({ address, token, retryForMs = 10_000 }: WebConnectOptions = {}): BridleClient {
  const page = (globalThis as { location?: { origin: string } }).location;
  const baseUrl = address ?? page?.origin ?? "http://127.0.0.1:4747";
  const transport = createConnectTransport({ baseUrl, useBinaryFormat: true, interceptors: [bearer(token)] });
  return makeClient({ transport, address: baseUrl, retryForMs, close: () => undefined });
}
