import type {
  AgentNotice,
  Assistant,
  Canonical,
  DeferredToolUse,
  Delta,
  DeltaType,
  Init,
  Result,
  User,
} from "../wire/canonical.ts";
import { type Fields, flag, isFields, list, number, objects, sessionId, text, texts } from "../wire/fields.ts";
import type { Message, MessageFrame } from "../wire/frame.ts";
import { readBlocks, readUsage } from "./read-content.ts";

/** Turns a message whose required fields are there into its canonical form. */
export type Reader = (message: Message, frame: MessageFrame) => Canonical;

export function readInit(message: Message, frame: MessageFrame): Init {
  return {
    kind: "init",
    sessionId: sessionId(message.session_id),
    uuid: text(message.uuid),
    tools: list(message.tools).flatMap(toolName),
    model: text(message.model),
    cwd: text(message.cwd),
    permissionMode: text(message.permissionMode),
    mcpServers: objects(message.mcp_servers).map((server) => ({
      name: text(server.name) ?? "",
      status: text(server.status),
    })),
    agentVersion: text(message.claude_code_version),
    capabilities: message.capabilities === undefined ? undefined : texts(message.capabilities),
    frame,
  };
}

/** Real agents list names; seed 000 lists objects that have one. */
function toolName(tool: unknown): string[] {
  const name = isFields(tool) ? tool.name : tool;
  return typeof name === "string" ? [name] : [];
}

export function readAssistant(message: Message, frame: MessageFrame): Assistant {
  const inner = message.message as Fields;
  return {
    kind: "assistant",
    sessionId: sessionId(message.session_id),
    uuid: text(message.uuid),
    parentToolUseId: text(message.parent_tool_use_id),
    messageId: text(inner.id),
    model: text(inner.model),
    content: readBlocks(inner.content),
    stopReason: text(inner.stop_reason),
    usage: isFields(inner.usage) ? readUsage(inner.usage) : undefined,
    error: text(message.error),
    frame,
  };
}

export function readUser(message: Message, frame: MessageFrame): User {
  return {
    kind: "user",
    sessionId: sessionId(message.session_id),
    uuid: text(message.uuid),
    parentToolUseId: text(message.parent_tool_use_id),
    content: readBlocks((message.message as Fields).content),
    replay: flag(message.isReplay),
    synthetic: flag(message.isSynthetic),
    frame,
  };
}

const eventTypes = new Map<unknown, DeltaType>([
  ["content_block_start", "block_start"],
  ["content_block_stop", "block_stop"],
  ["message_start", "message_start"],
  ["message_delta", "message_delta"],
  ["message_stop", "message_stop"],
]);

/** The hot path: four of five lines of a streaming agent come through here. */
export function readStreamEvent(message: Message, frame: MessageFrame): Delta {
  const event = message.event as Fields;
  let type: DeltaType = "other";
  let added: unknown;
  if (event.type === "content_block_delta") {
    const delta = event.delta as Fields | null | undefined;
    switch (delta?.type) {
      case "text_delta":
        type = "text_delta";
        added = delta.text;
        break;
      case "thinking_delta":
        type = "thinking_delta";
        added = delta.thinking;
        break;
      case "input_json_delta":
        type = "tool_input_delta";
        added = delta.partial_json;
        break;
    }
  } else {
    type = eventTypes.get(event.type) ?? "other";
  }
  return {
    kind: "delta",
    type,
    parentToolUseId: text(message.parent_tool_use_id),
    text: typeof added === "string" ? added : "",
    index: number(event.index) ?? 0,
    frame,
  };
}

export function readResult(message: Message, frame: MessageFrame): Result {
  const subtype = text(message.subtype);
  const promptUuid = text(message.user_message_uuid);
  const promptUuids = texts(message.user_message_uuids);
  return {
    kind: "result",
    sessionId: sessionId(message.session_id),
    uuid: text(message.uuid),
    subtype,
    isError: isError(message.is_error, subtype),
    text: text(message.result),
    errors: [...texts(message.errors), ...[message.errors, message.error].flatMap((said) => text(said) ?? [])],
    turns: number(message.num_turns) ?? 0,
    durationMs: number(message.duration_ms) ?? 0,
    totalCostUsd: number(message.total_cost_usd),
    usage: readUsage(isFields(message.usage) ? message.usage : {}),
    stopReason: text(message.stop_reason),
    terminalReason: text(message.terminal_reason),
    apiErrorStatus: number(message.api_error_status),
    denials: objects(message.permission_denials),
    deferred: readDeferred(message.deferred_tool_use),
    promptUuids: promptUuids.length === 0 && promptUuid !== undefined ? [promptUuid] : promptUuids,
    origin: isFields(message.origin) ? startedBy(text(message.origin.kind)) : undefined,
    frame,
  };
}

/** Not by `stop_reason`: what cannot be named cannot be decided. */
function readDeferred(use: unknown): DeferredToolUse | undefined {
  if (!isFields(use)) return undefined;
  const [toolUseId, name] = [text(use.id), text(use.name)];
  if (toolUseId === undefined || name === undefined) return undefined;
  return { toolUseId, name, input: isFields(use.input) ? use.input : {} };
}

/** What it says of itself decides, then the subtype. What says neither is no success. */
function isError(said: unknown, subtype: string | undefined): boolean {
  if (said === false || said === "false") return subtype !== undefined && subtype !== "success";
  if (said === undefined || said === null) return subtype !== "success";
  return true;
}

/** A person's own prompt has an origin, too. */
function startedBy(kind: string | undefined): string | undefined {
  return kind === "human" ? undefined : kind;
}

/** For every family that has no form of its own. */
export function noticeReader(word: string): Reader {
  return (message, frame): AgentNotice => ({
    kind: "notice",
    sessionId: sessionId(message.session_id),
    uuid: text(message.uuid),
    parentToolUseId: text(message.parent_tool_use_id),
    word,
    fields: message,
    frame,
  });
}
