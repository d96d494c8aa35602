import type { ServerResponse } from "node:http";
import { type AnswerDeps, serveAnswer } from "./answer-page.ts";
import type { Gate, Via } from "./gate.ts";
import { type LoginDeps, serveLogin } from "./login-page.ts";
import { endWithin, type NodeRequest, type NodeResponse, pathOf, type RequestListener } from "./node-http.ts";
import type { Readiness } from "./readiness.ts";
import { isRefusal, type Refusal, refuse } from "./refusal.ts";
import type { RpcHandler } from "./rpc-handler.ts";
import type { ServerTrace } from "./server-trace.ts";
import type { StaticFiles } from "./static-files.ts";

export interface HttpDeps {
  readonly gate: Gate;
  readonly rpc: RpcHandler;
  readonly login: LoginDeps;
  readonly answer: AnswerDeps;
  readonly readiness: Readiness;
  readonly metrics: () => string | Promise<string>;
  readonly files: StaticFiles | undefined;
  readonly requestTimeoutMs: number;
  readonly trace: ServerTrace;
}

/** Everything that comes in by one listener, gate first. */
export function httpRoutes(deps: HttpDeps, via: Via): RequestListener {
  return (req, res) => {
    try {
      serve(deps, via, req, res);
    } catch (error) {
      // A token file that others can read since a moment ago, for one: nobody is let in by it.
      deps.trace.failed(error, pathOf(req));
      refuse(req, res, { refused: "internal", message: "internal error; see the daemon's log" });
    }
  };
}

function serve(deps: HttpDeps, via: Via, req: NodeRequest, res: NodeResponse): void {
  const path = pathOf(req);
  const foreign = deps.gate.foreign(req, via);
  const turnAway = (refusal: Refusal): void => {
    deps.trace.refused(refusal.refused);
    refuse(req, res, refusal);
  };
  if (foreign !== undefined) return turnAway(foreign);
  const call = deps.rpc(path);
  if (call !== undefined || path === "/metrics") {
    const caller = deps.gate.caller(req, via);
    if (isRefusal(caller)) return turnAway(caller);
    if (call !== undefined) return call(req, res, caller);
  }
  endWithin(req, deps.requestTimeoutMs);
  servePlain(deps, path, req, res).catch((error: unknown) => {
    if (!isGone(error)) deps.trace.failed(error, path);
    res.destroy();
  });
}

async function servePlain(deps: HttpDeps, path: string, req: NodeRequest, res: NodeResponse): Promise<void> {
  switch (path) {
    case "/healthz":
      return text(res, 200, "ok\n");
    case "/readyz":
      return deps.readiness.ready ? text(res, 200, "ready\n") : text(res, 503, `${deps.readiness.reason}\n`);
    case "/metrics":
      return text(res, 200, await deps.metrics(), "text/plain; version=0.0.4; charset=utf-8");
    case "/login":
      return serveLogin(req, res, deps.login);
    case "/answer":
      return serveAnswer(req, res, deps.answer);
  }
  if (deps.files !== undefined && (req.method === "GET" || req.method === "HEAD")) return deps.files.serve(req, res);
  refuse(req, res, { refused: "not_found", message: "nothing is here" });
}

function text(to: NodeResponse, status: number, body: string, type = "text/plain; charset=utf-8"): void {
  const res = to as ServerResponse;
  res.writeHead(status, { "content-type": type, "x-content-type-options": "nosniff", "cache-control": "no-store" });
  res.end(body);
}

function isGone(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | undefined)?.code ?? "";
  return [
    "ECONNRESET",
    "EPIPE",
    "ERR_STREAM_PREMATURE_CLOSE",
    "ERR_STREAM_DESTROYED",
    "ERR_HTTP2_INVALID_STREAM",
    "ERR_STREAM_WRITE_AFTER_END",
  ].includes(code);
}
