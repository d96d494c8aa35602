/** `bridle`: drive an agent. */
import { requireNode } from "../util/require-node.ts";

export type { Notice } from "../adapters/notice.ts";
export type { Ask, AskContext, OnAsk, OnQuestion, PermissionUpdate, Verdict } from "../conversation/ask.ts";
export type * from "../conversation/event.ts";
export type { Answers, Question } from "../conversation/question.ts";
export type { TurnOutcome, TurnResult } from "../conversation/turn-result.ts";
export { type AnyBridleError, BridleError, type ErrorCode, type ErrorData, isBridleError } from "../errors.ts";
export type { SendOptions } from "../host/check-prompt.ts";
export type { ControlOptions } from "../host/control-options.ts";
export type { Done } from "../host/done.ts";
export type { Hook, HookContext, HookMatcher, HookOutput, Hooks } from "../host/hooks.ts";
export { open } from "../host/open.ts";
export type { OpenOptions } from "../host/options.ts";
export { run } from "../host/run.ts";
export type { Session } from "../host/session.ts";
export type { Turn } from "../host/turn.ts";
export type { McpServerLike } from "../mcp/mcp-server-like.ts";
export type { StderrMode } from "../transport/agent-process.ts";
export type { StopStep } from "../transport/stop.ts";
export type { Exit, OutputSink, Transport } from "../transport/transport.ts";
export type { Block, Usage } from "../wire/canonical.ts";
export type { Fields } from "../wire/fields.ts";
export type { Frame } from "../wire/frame.ts";

requireNode("bridle");
