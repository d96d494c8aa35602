import { randomUUID } from "node:crypto";
import type { Fields } from "../../wire/fields.ts";
import type { ToolResultMeta } from "../dialect/voice.ts";
import type { CallResult } from "../kit/call-tool.ts";
import type { AgentMessage } from "../kit/spoken-message.ts";
import { type DeferredCall, deferralText } from "../memory/deferral.ts";
import { deferralType, type Entry } from "../memory/entry.ts";
import type { FailureFacts, ModelFailure } from "../model/model-failure.ts";

// What is kept of a turn, in the words of Claude Code's transcripts: pure.

interface PromptFacts {
  readonly promptId: string;
  /** The host's own name for the prompt. */
  readonly uuid: string | undefined;
  readonly permissionMode: string;
  /** How many prompts there were, this one included. */
  readonly turnIndex: number;
}

export function promptEntry(content: Entry["content"], facts: PromptFacts): Entry {
  const { promptId, uuid, permissionMode, turnIndex } = facts;
  return {
    uuid: uuid ?? randomUUID(),
    role: "user",
    content,
    line: {
      promptId,
      permissionMode,
      promptSource: "sdk",
      turnOrigin: "sdk",
      turnPosition: { promptIndex: 0, turnIndex },
      ...(uuid !== undefined && { turnAttributionKey: uuid }),
    },
  };
}

/** What is said in the user's place, or without a turn. */
export function userEntry(content: Entry["content"], { promptId, uuid }: { promptId?: string; uuid?: string }): Entry {
  return {
    uuid: uuid ?? randomUUID(),
    role: "user",
    content,
    ...(promptId !== undefined && { line: { promptId } }),
  };
}

/** One for each block. */
export function answerEntries(answer: AgentMessage, requestedModel: string): Entry[] {
  const { model, blocks, uuids, stopReason, usage, requestId } = answer;
  const id = answer.id || `msg_${uuids[0]}`;
  const message = { id, type: "message", model, stop_reason: stopReason, stop_sequence: null, usage };
  return blocks.map((block, at) => ({
    uuid: uuids[at] ?? randomUUID(),
    role: "assistant",
    content: [block],
    message: { ...message, ...(stopReason !== null && { stop_details: null }) },
    line: {
      apiBlockIndex: at,
      // Those who count tokens know a message that was copied, as by a fork, by both ids.
      requestId: requestId ?? `req_${id}`,
      requestedModel,
      madeBy: "model",
    },
  }));
}

/** One for each result, then what hooks said of the calls: results come first. `sourceOf`: the entry that has the call. */
export function resultEntries(
  results: readonly CallResult[],
  sourceOf: (toolUseId: string) => string | undefined,
  promptId: string,
): Entry[] {
  const entries = results.map(({ toolUseId, outcome }): Entry => {
    const { uuid, content, isError, details, meta } = outcome;
    const result = { type: "tool_result", tool_use_id: toolUseId, content, ...(isError && { is_error: true }) };
    const source = sourceOf(toolUseId);
    const line = {
      promptId,
      toolUseResult: details,
      ...(source !== undefined && { sourceToolAssistantUUID: source }),
      ...decisionLine(meta),
    };
    return { uuid, role: "user", content: [result], line };
  });
  const contexts = results.flatMap(({ toolUseId, outcome }) =>
    outcome.contexts.map((text) => hookEntry(text, toolUseId)),
  );
  return [...entries, ...contexts];
}

/** A call that a hook put off: while this is the last thing that is kept, it waits. */
export function deferredEntry({ id, name, input }: DeferredCall, permissionMode: string): Entry {
  const about = { toolUseID: id, toolName: name, toolInput: input };
  const attachment = { type: deferralType, ...about, hookName: "settings", hookEvent: "PreToolUse", permissionMode };
  return { uuid: randomUUID(), role: "user", content: deferralText, line: { type: "attachment", attachment } };
}

/** In the user's place, when the agent goes on by itself. */
export function goOnEntry(content: Entry["content"], facts: Omit<PromptFacts, "uuid">): Entry {
  const { line, ...entry } = promptEntry(content, { ...facts, uuid: undefined });
  return { ...entry, line: { ...line, isMeta: true, promptSource: "system", turnOrigin: "system" } };
}

/** What the user said while the model was at work. */
export function joinedEntry(prompt: Entry["content"], content: Entry["content"], source: string | undefined): Entry {
  const attachment = {
    type: "queued_command",
    prompt,
    ...(source !== undefined && { source_uuid: source }),
    delivery_id: randomUUID(),
    commandMode: "prompt",
  };
  return { uuid: randomUUID(), role: "user", content, line: { type: "attachment", attachment, renderedRole: "user" } };
}

/** In place of an answer that the model could not give. */
export function failureEntry(text: string, facts: FailureFacts, uuid: string): Entry {
  const { kind, status, type, requestId } = facts;
  const usage = { input_tokens: 0, output_tokens: 0, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };
  const message = { id: randomUUID(), type: "message", model: "<synthetic>", stop_details: null };
  return {
    uuid,
    role: "assistant",
    content: [{ type: "text", text }],
    message: { ...message, stop_reason: "stop_sequence", stop_sequence: "", usage, context_management: null },
    line: {
      ...(requestId !== undefined && { requestId }),
      error: kind,
      isApiErrorMessage: true,
      ...(status !== null && { apiErrorStatus: status }),
      ...(type !== undefined && { apiErrorType: type }),
      madeBy: "model",
    },
  };
}

/** An attempt that failed before the one that is kept. */
export function retryEntry(
  failure: ModelFailure,
  retry: { attempt: number; maxRetries: number; delayMs: number },
): Entry {
  const { status, requestId } = failure.facts;
  const formatted = status === null ? failure.message : `${status} ${failure.message}`;
  return {
    uuid: randomUUID(),
    role: "user",
    content: formatted,
    line: {
      type: "system",
      subtype: "api_error",
      level: "error",
      error: { message: formatted, status, ...(requestId !== undefined && { requestId }), formatted },
      retryInMs: retry.delayMs,
      retryAttempt: retry.attempt,
      maxRetries: retry.maxRetries,
      source: "request_retry",
    },
  };
}

/** What stands for the messages that the model does not see any more, in front of those that stay. */
export function compactionEntries(facts: {
  readonly boundaryUuid: string;
  readonly summaryUuid: string;
  readonly opening: string;
  readonly promptId: string;
  readonly kept: readonly string[];
  readonly metadata: Fields;
}): Entry[] {
  const { boundaryUuid, summaryUuid, opening, promptId, kept, metadata } = facts;
  const preserved = {
    preservedSegment: { headUuid: kept[0], anchorUuid: summaryUuid, tailUuid: kept.at(-1) },
    preservedMessages: { anchorUuid: summaryUuid, uuids: kept, allUuids: kept },
  };
  return [
    {
      uuid: boundaryUuid,
      role: "user",
      content: "Conversation compacted",
      line: {
        type: "system",
        subtype: "compact_boundary",
        isMeta: false,
        level: "info",
        compactMetadata: { ...metadata, ...(kept.length > 0 && preserved) },
      },
    },
    {
      uuid: summaryUuid,
      role: "user",
      content: opening,
      line: { promptId, isVisibleInTranscriptOnly: true, isCompactSummary: true },
    },
  ];
}

function hookEntry(text: string, toolUseId: string): Entry {
  const attachment = {
    type: "hook_additional_context",
    content: [text],
    hookName: "PostToolUse",
    toolUseID: toolUseId,
  };
  const content = [{ type: "text", text }];
  return { uuid: randomUUID(), role: "user", content, line: { type: "attachment", attachment, renderedRole: "user" } };
}

/** As a transcript spells what `tool_result_meta` tells. */
function decisionLine({ permission_decision, non_execution_kind }: ToolResultMeta): Fields {
  const denied = non_execution_kind === undefined ? {} : { toolDenialKind: non_execution_kind };
  if (permission_decision === undefined) return denied;
  const { decision, source, reason_type } = permission_decision;
  const byPerson = source === "user_temporary" || source === "user_reject";
  return {
    ...denied,
    permissionDecision: {
      decision,
      source,
      ...(reason_type !== undefined && { reasonType: reason_type }),
      ...(source === "user_temporary" && { grantScope: "once" }),
      ...(byPerson && { reasonCode: "unknown" }),
    },
  };
}
