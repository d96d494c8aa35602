import type { IncomingMessage, ServerResponse } from "node:http";
import type { Http2ServerRequest, Http2ServerResponse } from "node:http2";

export type NodeRequest = IncomingMessage | Http2ServerRequest;
export type NodeResponse = ServerResponse | Http2ServerResponse;
export type RequestListener = (req: NodeRequest, res: NodeResponse) => void;

/** The name the client used for us: Host, or :authority. */
export function authorityOf(req: NodeRequest): string | undefined {
  return "authority" in req ? req.authority : req.headers.host;
}

/** The path, without what follows the question mark. */
export function pathOf(req: NodeRequest): string {
  return (req.url ?? "/").split("?", 1)[0] ?? "/";
}

/** One header; the first, where there are several. */
export function headerOf(req: NodeRequest, name: string): string | undefined {
  const value = req.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** Drops a request whose body is not whole by then. */
export function endWithin(req: NodeRequest, ms: number): void {
  const timer = setTimeout(() => req.destroy(), ms);
  const done = (): void => clearTimeout(timer);
  req.once("end", done).once("close", done);
}
