import type { ServerResponse } from "node:http";
import { endWithin, headerOf, type NodeRequest, type NodeResponse } from "./node-http.ts";

/** Why a request is not served. */
export interface Refusal {
  readonly refused: keyof typeof kinds;
  readonly message: string;
}

/** HTTP status, gRPC status and Connect's word for each. */
const kinds = {
  unauthenticated: { status: 401, grpc: 16 },
  permission_denied: { status: 403, grpc: 7 },
  invalid_argument: { status: 400, grpc: 3 },
  not_found: { status: 404, grpc: 5 },
  internal: { status: 500, grpc: 13 },
  resource_exhausted: { status: 429, grpc: 8 },
} as const;

/** Says it in the client's own protocol. The body of the request is not read. */
export function refuse(req: NodeRequest, res: NodeResponse, { refused, message }: Refusal): void {
  const { status, grpc } = kinds[refused];
  const type = headerOf(req, "content-type") ?? "";
  const response = res as ServerResponse;
  if (type.startsWith("application/grpc")) {
    const text = encodeURIComponent(message).replaceAll("%20", " ");
    response.writeHead(200, { "content-type": type, "grpc-status": String(grpc), "grpc-message": text });
    response.end();
  } else {
    response.writeHead(status, {
      "content-type": "application/json",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
      ...(status === 401 && { "www-authenticate": "Bearer" }),
      ...(status === 429 && { "retry-after": "1" }),
    });
    response.end(JSON.stringify({ code: refused, message }));
  }
  // What is still on its way of a body is dropped, for a while: a client that is cut off in mid-body misses the answer.
  endWithin(req, 2000);
  req.resume();
}

export function isRefusal(answer: object): answer is Refusal {
  return "refused" in answer;
}
