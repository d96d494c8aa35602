import { type Fields, isFields } from "./fields.ts";

/** One line on the wire. Only what routing needs is checked; the rest stays as the peer sent it. */
export type Frame = ControlRequestFrame | ControlResponseFrame | ControlCancelFrame | MessageFrame | UnreadableFrame;

export interface ControlRequestFrame {
  readonly type: "control_request";
  readonly request_id: string;
  readonly request: { readonly subtype: string } & Fields;
}

export interface ControlResponseFrame {
  readonly type: "control_response";
  readonly response: { readonly subtype: "success" | "error"; readonly request_id: string } & Fields;
}

export interface ControlCancelFrame {
  readonly type: "control_cancel_request";
  readonly request_id: string;
}

export type Message = { readonly type: string } & Fields;

/** `bytes` is the line's size; `truncated` says that the message was cut to the payload limit. */
export interface MessageFrame {
  readonly type: "message";
  readonly message: Message;
  readonly bytes: number;
  readonly lineNumber: number;
  readonly truncated: boolean;
}

/**
 * Why a line could not be read. `malformed`: a control frame without its id or
 * body. `missing_field`: a known message without a field it must have.
 * `oversize`: longer than the hard cap. `too_complex`: nested too deeply, or made
 * of too many values. `too_costly`: reading it took too much memory or time.
 */
export type UnreadableReason =
  | "not_utf8"
  | "not_json"
  | "no_type"
  | "malformed"
  | "missing_field"
  | "oversize"
  | "too_complex"
  | "too_costly";

/** A line that is not a frame. It never holds the line's content unless the caller asked for `captureRaw`. */
export interface UnreadableFrame {
  readonly type: "unreadable";
  readonly reason: UnreadableReason;
  readonly lineNumber: number;
  readonly bytes: number;
  readonly digest: string;
  /** The id of a control request that could not be read as a whole: its sender waits for an answer. */
  readonly requestId?: string;
  /** Of a line that looks like the end of a turn: its ids and words, to end the turn with. Never content. */
  readonly turnEnd?: Message;
  /** Only with `captureRaw`; of an oversize line, its first 64 KiB. */
  readonly raw?: Uint8Array;
}

/** A type longer than this is no name. */
const maxTypeLength = 1024;

/** Sorts a parsed line. What it returns other than a frame is the reason why there is none. */
export function toFrame(
  value: unknown,
  bytes: number,
  lineNumber: number,
): Exclude<Frame, UnreadableFrame> | "no_type" | "malformed" {
  if (!isFields(value) || typeof value.type !== "string" || value.type.length > maxTypeLength) return "no_type";
  switch (value.type) {
    case "control_request":
      return isControlRequest(value) ? value : "malformed";
    case "control_response":
      return isControlResponse(value) ? value : "malformed";
    case "control_cancel_request":
      return isControlCancel(value) ? value : "malformed";
    default:
      return { type: "message", message: value as Message, bytes, lineNumber, truncated: false };
  }
}

function isControlRequest(value: Fields): value is ControlRequestFrame & Fields {
  const request = value.request;
  return typeof value.request_id === "string" && isFields(request) && typeof request.subtype === "string";
}

function isControlResponse(value: Fields): value is ControlResponseFrame & Fields {
  const response = value.response;
  if (!isFields(response) || typeof response.request_id !== "string") return false;
  return response.subtype === "success" || response.subtype === "error";
}

function isControlCancel(value: Fields): value is ControlCancelFrame & Fields {
  return typeof value.request_id === "string";
}
