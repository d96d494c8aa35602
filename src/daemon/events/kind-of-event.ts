import { TurnOutcome } from "../../api/gen/bridle/v1/event_pb.js";
import type { Event } from "../../conversation/event.ts";
import type { TurnResult } from "../../conversation/turn-result.ts";
import type { Block, Usage } from "../../wire/canonical.ts";
import { number } from "../../wire/fields.ts";
import { forkPointOf } from "../fork/fork-point.ts";
import type { EventKind } from "./draft.ts";

const outcomes: { readonly [O in TurnResult["outcome"]]: TurnOutcome } = {
  success: TurnOutcome.SUCCESS,
  deferred: TurnOutcome.DEFERRED,
  interrupted: TurnOutcome.INTERRUPTED,
  max_turns: TurnOutcome.MAX_TURNS,
  budget: TurnOutcome.BUDGET,
  api_error: TurnOutcome.API_ERROR,
  cancelled: TurnOutcome.CANCELLED,
  timeout: TurnOutcome.TIMEOUT,
  not_found: TurnOutcome.NOT_FOUND,
  error: TurnOutcome.ERROR,
};

/** The events of the host that the daemon makes itself, because it keeps asks over restarts. */
type OwnEvent = "ask" | "ask_resolved" | "question";

/** What the host library says, in the words of the API. `canForkAt`: the agent can go on from any of its messages. */
export function kindOfEvent(event: Exclude<Event, { type: OwnEvent }>, canForkAt = false): EventKind {
  switch (event.type) {
    case "text_delta":
      return { case: "textDelta", value: { text: event.text, index: blockIndex(event.index) } };
    case "thinking_delta":
      return { case: "thinkingDelta", value: { text: event.text, index: blockIndex(event.index) } };
    case "tool_input_delta": {
      const { text, index, toolUseId = "", name = "" } = event;
      return { case: "toolInputDelta", value: { text, index: blockIndex(index), toolUseId, name } };
    }
    case "message": {
      const {
        role,
        messageId = "",
        model = "",
        added,
        complete,
        stopReason = "",
        usage,
        origin = "",
        error = "",
      } = event;
      const contentJson = JSON.stringify(added.map(wireBlock));
      const forkPoint = canForkAt ? forkPointOf(event) : "";
      const value = { role, messageId, model, contentJson, complete, stopReason, origin, error, forkPoint };
      return { case: "message", value: usage === undefined ? value : { ...value, usage: usageOf(usage) } };
    }
    case "tool_start": {
      const { toolUseId, name, input } = event;
      return { case: "toolStart", value: { toolUseId, name, inputJson: JSON.stringify(input) } };
    }
    case "tool_result": {
      const { toolUseId, name = "", content, isError } = event;
      return { case: "toolResult", value: { toolUseId, name, contentJson: JSON.stringify(content ?? ""), isError } };
    }
    case "init": {
      const { sessionId = "", model = "", cwd = "", permissionMode = "", tools, agentVersion = "" } = event;
      const mcpServers = event.mcpServers.map(({ name, status = "" }) => ({ name, status }));
      const value = {
        agentSessionId: sessionId,
        model,
        cwd,
        permissionMode,
        tools: [...tools],
        agentVersion,
        mcpServers,
      };
      return { case: "sessionInfo", value };
    }
    case "status": {
      const { status = "", permissionMode = "", fields } = event;
      return { case: "agentStatus", value: { status, permissionMode, fieldsJson: JSON.stringify(fields) } };
    }
    case "usage": {
      const cost = event.costUsd === undefined ? {} : { costUsd: event.costUsd };
      const durationMs = event.frame?.type === "message" ? (number(event.frame.message.duration_ms) ?? 0) : 0;
      return { case: "usageReport", value: { usage: usageOf(event.usage), ...cost, durationMs: whole(durationMs) } };
    }
    case "turn_complete":
      return { case: "turnComplete", value: turnOf(event.result) };
    case "notice":
      return { case: "notice", value: { word: event.word, fieldsJson: JSON.stringify(event.fields) } };
    case "error":
      return { case: "error", value: { code: event.code, message: event.message } };
    case "unknown": {
      const payload = event.frame?.type === "message" ? JSON.stringify(event.frame.message) : "";
      return { case: "unknown", value: { word: event.word, payloadJson: payload } };
    }
  }
}

export function usageOf({ inputTokens, outputTokens, cacheCreationTokens, cacheReadTokens }: Usage) {
  return {
    inputTokens: whole(inputTokens),
    outputTokens: whole(outputTokens),
    cacheCreationInputTokens: whole(cacheCreationTokens),
    cacheReadInputTokens: whole(cacheReadTokens),
  };
}

function turnOf(result: TurnResult) {
  return {
    outcome: outcomes[result.outcome],
    prompts: [...result.prompts],
    text: result.text ?? "",
    errors: [...result.errors],
    durationMs: whole(result.durationMs),
    stopReason: result.stopReason ?? "",
    subtype: result.subtype ?? "",
    structuredOutputJson: result.structuredOutput === undefined ? "" : JSON.stringify(result.structuredOutput),
  };
}

/** An agent may say anything; the proto and the database have whole numbers from 0 on. */
export function wholeNumber(value: number): number {
  return value > 0 ? Math.min(Math.floor(value), Number.MAX_SAFE_INTEGER) : 0;
}

function whole(value: number): bigint {
  return BigInt(wholeNumber(value));
}

/** Of a block in its message. */
export function blockIndex(index: number): number {
  return Math.min(wholeNumber(index), 2 ** 31 - 1);
}

/** Blocks as the Messages API has them: clients know that form. */
function wireBlock(block: Block): object {
  switch (block.type) {
    case "thinking":
      return { type: "thinking", thinking: block.text };
    case "tool_result":
      return { type: "tool_result", tool_use_id: block.toolUseId, content: block.content, is_error: block.isError };
    case "other":
      return block.fields;
    default:
      return block;
  }
}
