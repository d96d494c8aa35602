/** What `bridle/client` shows on Node and in a browser alike. */
export type { BridleClient } from "../api/client.ts";
export type { FollowOptions } from "../api/follow.ts";
export type * from "../api/gen/bridle/v1/ask_pb.js";
export { AskKind, AskState, AskWait } from "../api/gen/bridle/v1/ask_pb.js";
export * from "../api/gen/bridle/v1/conversation_service_pb.js";
export * from "../api/gen/bridle/v1/daemon_service_pb.js";
export type * from "../api/gen/bridle/v1/event_pb.js";
export { PromptState, TurnOutcome } from "../api/gen/bridle/v1/event_pb.js";
export * from "../api/gen/bridle/v1/notification_service_pb.js";
export * from "../api/gen/bridle/v1/passkey_service_pb.js";
export * from "../api/gen/bridle/v1/push_service_pb.js";
export type * from "../api/gen/bridle/v1/session_pb.js";
export { QueueWaitCause, SessionState, StallCause, WorktreeEnd } from "../api/gen/bridle/v1/session_pb.js";
export * from "../api/gen/bridle/v1/session_service_pb.js";
export * from "../api/gen/bridle/v1/workspace_service_pb.js";
export { callId } from "../api/service-client.ts";
export { BridleError, type ErrorCode, type ErrorData, isBridleError } from "../errors.ts";
