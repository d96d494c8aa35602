import { type Answer, checkPayload, controlRow, type Direction, type Request, type Subtype } from "./controls.ts";
import type { Fields } from "./fields.ts";
import type { ControlRequestFrame, ControlResponseFrame } from "./frame.ts";

/** One handler per subtype, typed by the table. What has none is answered with `unsupported_request`. */
export type Handlers<D extends Direction> = {
  readonly [S in Subtype<D>]?: (
    request: Request<D, S>,
    context: HandlerContext,
  ) => Answer<D, S> | Promise<Answer<D, S>>;
};

export interface HandlerContext {
  readonly requestId: string;
  /** Aborts when the peer withdraws its request. */
  readonly signal: AbortSignal;
}

/**
 * Answers one control request. It never rejects: an unknown subtype, a payload
 * that does not fit and a handler that throws each become an error answer,
 * because a request without an answer blocks the peer for good.
 */
export async function dispatch<D extends Direction>(
  direction: D,
  frame: ControlRequestFrame,
  handlers: Handlers<D>,
  signal: AbortSignal,
): Promise<ControlResponseFrame> {
  const { request_id: requestId, request } = frame;
  const { subtype, ...payload } = request;
  const row = controlRow(direction, subtype);
  const table = handlers as {
    readonly [subtype: string]: ((request: Fields, context: HandlerContext) => unknown) | undefined;
  };
  const handler = Object.hasOwn(table, subtype) ? table[subtype] : undefined;
  if (row === undefined || handler === undefined) return unsupportedAnswer(requestId, subtype);
  const checked = checkPayload(row.request(), payload);
  if (!checked.ok) return errorAnswer(requestId, `Invalid ${subtype} request: ${checked.path}`, "invalid_request");
  try {
    return successAnswer(requestId, (await handler(checked.payload, { requestId, signal })) as Fields);
  } catch (error) {
    return errorAnswer(requestId, error instanceof Error ? error.message : String(error));
  }
}

export function successAnswer(requestId: string, payload: Fields): ControlResponseFrame {
  return { type: "control_response", response: { subtype: "success", request_id: requestId, response: payload } };
}

export function errorAnswer(requestId: string, error: string, errorCode?: string): ControlResponseFrame {
  const response = { subtype: "error", request_id: requestId, error } as const;
  return {
    type: "control_response",
    response: errorCode === undefined ? response : { ...response, error_code: errorCode },
  };
}

export function unsupportedAnswer(requestId: string, subtype: string): ControlResponseFrame {
  return errorAnswer(requestId, `Unsupported control request subtype: ${subtype}`, "unsupported_request");
}
