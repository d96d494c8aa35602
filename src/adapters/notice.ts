/** Something a person who runs the agent should know. A value: who prints it, and where, is not decided here. */
export interface Notice {
  readonly code: NoticeCode;
  readonly level: "debug" | "info" | "warn" | "error";
  readonly message: string;
}

type NoticeCode =
  | "compatibility"
  | "deprecation"
  | "initialize_failed"
  | "interrupt_unsupported"
  | "mcp_trouble"
  | "missing_features"
  | "parse_error_tolerated"
  | "protocol_drift"
  | "recording_failed"
  | "skipped"
  | "truncated"
  | "unknown_subtype"
  | "unknown_types"
  | "unreadable_line";

/** Notices about one line that could not be read: the line is an `error` event itself, and is not reported by another. */
export const noticesOfBadLines: ReadonlySet<NoticeCode> = new Set([
  "parse_error_tolerated",
  "protocol_drift",
  "unreadable_line",
]);
