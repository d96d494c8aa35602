import type { DescService } from "@bufbuild/protobuf";
import { Code, type ConnectError, type HandlerContext, type ServiceImpl } from "@connectrpc/connect";
import { toConnectError } from "../../api/error-detail.ts";
import { isBridleError } from "../../errors.ts";
import type { Caller } from "../access/caller.ts";
import { readFailure } from "../store/database-failure.ts";
import { callerOf } from "./caller-context.ts";
import type { ServerTrace } from "./server-trace.ts";

/** Every unary method of a service that `calls` has, by its own name. */
export function unaryRoutes<S extends DescService>(
  service: S,
  calls: object,
  trace: ServerTrace,
): Partial<ServiceImpl<S>> {
  const routes: { [method: string]: unknown } = {};
  for (const { localName, methodKind, name } of service.methods) {
    if (methodKind !== "unary" || !(localName in calls)) continue;
    routes[localName] = (request: unknown, context: HandlerContext): Promise<unknown> =>
      traced(name, trace, async () => (calls as Calls)[localName]?.(request, callerOf(context)));
  }
  return routes as Partial<ServiceImpl<S>>;
}

/** Runs one call: its outcome and time are traced, its error is one for the client. */
export async function traced<T>(method: string, trace: ServerTrace, call: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  const done = (code: string): void => trace.called(method, code, (performance.now() - begun) / 1000);
  try {
    const answer = await call();
    done("ok");
    return answer;
  } catch (error) {
    done(codeOf(error));
    throw connectErrorOf(error, method, trace);
  }
}

/** The error for the client. */
export function connectErrorOf(caught: unknown, method: string, trace: ServerTrace): ConnectError {
  const error = readFailure(caught);
  const answer = toConnectError(error);
  // What is ours the client can deal with, except for damage.
  const isOurs = isBridleError(error) && error.code !== "unusable_database";
  if (!isOurs && answer !== error) trace.failed(error, method);
  return answer;
}

/** Our own code where it has one, else gRPC's, as in `not_found`. */
export function codeOf(caught: unknown): string {
  const error = readFailure(caught);
  if (isBridleError(error)) return error.code;
  return (Code[toConnectError(error).code] ?? "unknown").replace(/(?<=[a-z])[A-Z]/g, (at) => `_${at}`).toLowerCase();
}

interface Calls {
  readonly [method: string]: (request: unknown, caller: Caller) => Promise<unknown>;
}
