import type { Interceptor } from "@connectrpc/connect";
import { toConnectError } from "../../api/error-detail.ts";
import { isBridleError } from "../../errors.ts";
import type { Reach } from "../access/reach.ts";
import { requireAccess, requireRole } from "../access/require-access.ts";
import { callerKey } from "./caller-context.ts";
import { refuseUnknownFields } from "./refuse-unknown-fields.ts";
import type { ServerTrace } from "./server-trace.ts";

/** No call is served that its caller's roles and folders do not allow, or that wants what this daemon does not know. */
export function refuseForbidden(reach: Reach, trace: ServerTrace): Interceptor {
  return (next) => async (request) => {
    const caller = request.contextValues.get(callerKey);
    if (caller === undefined) throw new Error("a call came in past the gate");
    try {
      if (request.stream) requireRole(request.method, caller);
      else {
        requireAccess(request.method, request.message, caller, reach);
        refuseUnknownFields(request.method, request.message);
      }
    } catch (error) {
      if (isBridleError(error, "forbidden")) trace.refused("permission_denied");
      throw toConnectError(error);
    }
    return next(request);
  };
}
