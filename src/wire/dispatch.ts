import { type BridleError, isBridleError } from "../errors.ts";
import { untilAborted } from "../util/until-aborted.ts";
import type { ControlRow } from "./control/row.ts";
import { type Answer, checkPayload, controlRow, type Direction, type Request, type Subtype } from "./controls.ts";
import type { Fields } from "./fields.ts";
import type { ControlRequestFrame, ControlResponseFrame, UnreadableFrame } from "./frame.ts";

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
 * or an answer that does not fit, a handler that throws and one that is still
 * busy when the peer withdraws each become an error answer, because a request
 * without an answer blocks the peer for good.
 */
export async function dispatch<D extends Direction>(
  direction: D,
  frame: ControlRequestFrame,
  handlers: NoInfer<Handlers<D>>,
  signal: AbortSignal,
): Promise<ControlResponseFrame> {
  const { request_id: requestId } = frame;
  const { subtype } = frame.request;
  const table = handlers as {
    readonly [subtype: string]: ((request: Fields, context: HandlerContext) => unknown) | undefined;
  };
  const handler = table[subtype];
  const row = controlRow(direction, subtype);
  if (row === undefined || typeof handler !== "function") return unsupportedAnswer(requestId, subtype);
  const asked = requestPayload(row, frame);
  if ("refusal" in asked) return asked.refusal;
  try {
    const given = (await untilAborted(Promise.resolve(handler(asked.payload, { requestId, signal })), signal)) ?? {};
    const answer = checkPayload(row.answer(), given as Fields);
    if (!answer.ok) return errorAnswer(requestId, `The handler's answer to ${subtype} does not fit: ${answer.path}`);
    return successAnswer(requestId, given as Fields);
  } catch (error) {
    // A handler that refuses says how in the wire's own words.
    if (isBridleError(error, "refused")) return errorAnswer(requestId, error.data.reason, error.data.errorCode);
    return errorAnswer(requestId, describe(error));
  }
}

/** What a request asks for, or the answer to one that does not fit. */
export function requestPayload(
  row: ControlRow,
  { request_id: requestId, request }: ControlRequestFrame,
): { readonly payload: Fields } | { readonly refusal: ControlResponseFrame } {
  const { subtype, ...payload } = request;
  const checked = checkPayload(row.request(), payload);
  if (checked.ok) return { payload: checked.payload };
  return { refusal: errorAnswer(requestId, `Invalid ${subtype} request: ${checked.path}`, "invalid_request") };
}

/** Anything can be thrown, also what cannot be turned into a string. */
function describe(error: unknown): string {
  try {
    return error instanceof Error ? error.message : String(error);
  } catch {
    return "unknown error";
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
  return errorAnswer(requestId, `${unsupportedText} ${subtype}`, "unsupported_request");
}

/** The answer to a request whose rest could not be read: it must not be left waiting. Undefined: its id could not, either. */
export function unreadableAnswer({ requestId, reason, bytes }: UnreadableFrame): ControlResponseFrame | undefined {
  if (requestId === undefined) return undefined;
  if (reason === "oversize")
    return errorAnswer(requestId, `The request of ${bytes} bytes is over the line limit`, "oversize");
  const isOurs = reason === "too_complex" || reason === "too_costly";
  const why = isOurs ? `The request could not be read: ${reason}` : "The request has no subtype";
  return errorAnswer(requestId, why, "invalid_request");
}

const unsupportedText = "Unsupported control request subtype:";

/** Did the peer refuse a request because it does not know it? Older ones say so without the code. */
export function saysUnsupported(error: unknown): error is BridleError<"refused"> {
  if (!isBridleError(error, "refused")) return false;
  const { errorCode, reason } = error.data;
  return errorCode === "unsupported_request" || (errorCode === undefined && reason.startsWith(unsupportedText));
}
