import type { McpTransport } from "./mcp-transport.ts";
import type { RemoteConfig } from "./server-config.ts";

/** To a server that listens somewhere. Rejects for an address that is none. */
export async function remoteTransport({ type, url, headers }: RemoteConfig): Promise<McpTransport> {
  if (!URL.canParse(url)) throw new Error("The url is not a valid URL");
  const options = { requestInit: { headers: { ...headers } } };
  const transport = await (type === "http" ? streamable(new URL(url), options) : events(new URL(url), options));
  transport.onerror = (error) => {
    // After the request that failed by it has been told so.
    if (isLoss(type, error)) setImmediate(() => void transport.close());
  };
  return transport;
}

interface RemoteOptions {
  readonly requestInit: { readonly headers: Record<string, string> };
}

async function streamable(url: URL, options: RemoteOptions): Promise<McpTransport> {
  const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/sdk/client/streamableHttp.js");
  return new StreamableHTTPClientTransport(url, options) as McpTransport;
}

async function events(url: URL, options: RemoteOptions): Promise<McpTransport> {
  const { SSEClientTransport } = await import("@modelcontextprotocol/sdk/client/sse.js");
  return new SSEClientTransport(url, options);
}

/** Does the server no longer know us? Then only another handshake helps. */
function isLoss(
  type: RemoteConfig["type"],
  error: Error & { readonly code?: unknown; readonly event?: unknown },
): boolean {
  // A stream of events that broke off is opened again by its library, but as another session.
  return type === "http" ? error.code === 404 : error.event !== undefined;
}
