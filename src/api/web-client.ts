import type { DescService } from "@bufbuild/protobuf";
import type { Client } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-web";
import { type BridleClient, bearer, makeClient, makePageClient, type PageClient } from "./client.ts";
import { type Confirm, serviceClient } from "./service-client.ts";

export interface WebConnectOptions {
  /** Where the page came from, if not given: its cookie is the token then. */
  readonly address?: string;
  readonly token?: string;
  readonly retryForMs?: number;
}

/** The same client in a browser. Browsers have no stream of requests: `converse` does not work here. */
export function connect(options: WebConnectOptions = {}): BridleClient {
  return makeClient(webParts(options));
}

/** For the daemon's own page. `confirm`: for those who make calls that may need a passkey. */
export function connectPage(confirm?: Confirm): PageClient {
  return makePageClient({ ...webParts({}), confirm });
}

/** A service that the page loads when it is first needed. */
export function connectService<S extends DescService>(service: S, confirm?: Confirm): Client<S> {
  const { transport, address, retryForMs } = webParts({});
  return serviceClient(service, transport, { address, retryForMs, wasThere: true, confirm });
}

function webParts({ address, token, retryForMs = 10_000 }: WebConnectOptions) {
  const page = (globalThis as { location?: { origin: string } }).location;
  const baseUrl = address ?? page?.origin ?? "http://127.0.0.1:4747";
  const transport = createConnectTransport({ baseUrl, useBinaryFormat: true, interceptors: [bearer(token)] });
  return { transport, address: baseUrl, retryForMs, close: () => undefined };
}
