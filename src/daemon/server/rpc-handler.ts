import { type ConnectRouter, createConnectRouter, createContextValues } from "@connectrpc/connect";
import type { UniversalServerRequest } from "@connectrpc/connect/protocol";
import { universalRequestFromNodeRequest } from "@connectrpc/connect-node";
import type { Caller } from "../access/caller.ts";
import type { Reach } from "../access/reach.ts";
import { callerKey } from "./caller-context.ts";
import { encodingOf, markMalformed, refuseMalformed } from "./malformed-requests.ts";
import { endWithin, headerOf, type NodeRequest, type NodeResponse } from "./node-http.ts";
import { RawBatches, rawBatchesKey } from "./raw-batches.ts";
import { refuseForbidden } from "./refuse-forbidden.ts";
import { sendResponse } from "./send-response.ts";
import type { ServerTrace } from "./server-trace.ts";

interface RpcOptions {
  /** Per message. */
  readonly readMaxBytes: number;
  /** A request that is not whole by then is given up. Streams of requests are exempt. */
  readonly requestTimeoutMs: number;
  /** Ends every stream. */
  readonly shutdown: AbortSignal;
  readonly reach: Reach;
  readonly trace: ServerTrace;
}

/** Serves gRPC, gRPC-Web and Connect. Undefined where no method has that path. */
export type RpcHandler = (path: string) => ((req: NodeRequest, res: NodeResponse, caller: Caller) => void) | undefined;

export function rpcHandler(routes: (router: ConnectRouter) => void, options: RpcOptions): RpcHandler {
  const router = createConnectRouter({
    // A peer on this machine gains nothing by compression, and every stream would pay for it.
    acceptCompression: [],
    readMaxBytes: options.readMaxBytes,
    shutdownSignal: options.shutdown,
    interceptors: [refuseMalformed, refuseForbidden(options.reach, options.trace)],
  });
  routes(router);
  const handlers = new Map(router.handlers.map((handler) => [handler.requestPath, handler]));
  return (path) => {
    const handler = handlers.get(path);
    if (handler === undefined) return undefined;
    const isStream = handler.method.methodKind === "client_streaming" || handler.method.methodKind === "bidi_streaming";
    return (req, res, caller) => {
      const raw = new RawBatches(headerOf(req, "content-type"));
      const values = createContextValues().set(callerKey, caller).set(rawBatchesKey, raw);
      if (!isStream) endWithin(req, options.requestTimeoutMs);
      const request = universalRequestFromNodeRequest(req, res, undefined, values);
      const encoding = encodingOf(headerOf(req, "content-type"));
      const body =
        encoding === undefined || !isBytes(request.body)
          ? request.body
          : markMalformed(request.body, encoding, handler.method.input, values, options.readMaxBytes);
      handler({ ...request, body })
        .then((response) => sendResponse(response, res, raw))
        // The client is gone, or sent what cannot be read at all.
        .catch(() => res.destroy());
    };
  };
}

/** And no JSON that somebody else has parsed. */
function isBytes(body: UniversalServerRequest["body"]): body is AsyncIterable<Uint8Array> {
  return typeof body === "object" && body !== null && Symbol.asyncIterator in body;
}
