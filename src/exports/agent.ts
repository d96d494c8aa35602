/** `bridle/agent`: write an agent that any Claude Code host can drive. */

import { requireNode } from "../util/require-node.ts";

export type { Denial, ToolResultMeta, TurnOrigin } from "../agent/dialect/voice.ts";
export type { AgentFlags, PermissionMode } from "../agent/flags/agent-flags.ts";
export {
  type AgentDefinition,
  type AgentHandle,
  type AgentInfo,
  OpeningFailure,
  type TurnReturn,
} from "../agent/kit/agent-definition.ts";
export type { AgentTurn } from "../agent/kit/agent-turn.ts";
export type { RunnableTool, ToolOutcome } from "../agent/kit/call-tool.ts";
export type { HostTool } from "../agent/kit/host-tool.ts";
export type { CommandContext, LocalCommand } from "../agent/kit/local-command.ts";
export { type AgentMaker, type ServeOptions, serveAgent } from "../agent/kit/serve-agent.ts";
export type { SpeakingTurn } from "../agent/kit/speaking-turn.ts";
export type { AgentMessage } from "../agent/kit/spoken-message.ts";
export type { Streams } from "../agent/kit/standard-streams.ts";
export type { ToolBody } from "../agent/kit/tool-body.ts";
export type { ToolCall } from "../agent/kit/tool-gate.ts";
export { codingAgent } from "../agent/loop/coding-agent.ts";
export type { ContentBlock, MessageContent, ToolUseInput } from "../agent/model/content-block.ts";
export type { FailureFacts, FailureKind } from "../agent/model/model-failure.ts";
export type {
  BlockDelta,
  JsonSchema,
  MessageUsage,
  ModelEvent,
  ModelInfo,
  StartedBlock,
} from "../agent/model/provider.ts";
export type { AgentSession } from "../agent/session/agent-session.ts";
export type { TurnOutcome } from "../agent/session/turn-outcome.ts";
export type { ModelFacts, StoredTotals, TokenUsage } from "../agent/session/usage-account.ts";
export type { ToolOutput, ToolPermission } from "../agent/tool/tool.ts";
export { BridleError, type ErrorCode, type ErrorData, isBridleError } from "../errors.ts";
export type { Fields } from "../wire/fields.ts";

requireNode("bridle/agent");
