import { createConnectTransport } from "@connectrpc/connect-web";
import { makePageClient, type PageClient } from "../../../src/api/page-client.ts";
import type { Confirm } from "../../../src/api/service-client.ts";

/** For the daemon's own page: its cookie is the token. `confirm`: for calls that may need a passkey. */
export function connectPage(confirm?: Confirm): PageClient {
  const { origin: address } = location;
  const transport = createConnectTransport({ baseUrl: address, useBinaryFormat: true });
  return makePageClient({ transport, address, retryForMs: 10_000, close: () => undefined, confirm });
}
