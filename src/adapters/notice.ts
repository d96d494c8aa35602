/** Something a person who runs the agent should know. A value: who prints it, and where, is not decided here. */
export interface Notice {
  readonly code: NoticeCode;
  readonly level: "debug" | "info" | "warn" | "error";
  readonly message: string;
}

export type NoticeCode =
  | "compatibility"
  | "deprecation"
  | "initialize_failed"
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
