import type { ContentBlock, MessageContent } from "./content-block.ts";
import type { Effort } from "./effort.ts";

/**
 * An event of an answer as the Messages API streams it. Every provider speaks so, because the wire does. What an endpoint adds
 * is passed on to the host; what it leaves out `MessageAssembler`, which reads them, does without.
 */
export type ModelEvent =
  | { readonly type: "message_start"; readonly message: object }
  | { readonly type: "content_block_start"; readonly index: number; readonly content_block: StartedBlock }
  | { readonly type: "content_block_delta"; readonly index: number; readonly delta: BlockDelta }
  | { readonly type: "content_block_stop"; readonly index: number }
  | {
      readonly type: "message_delta";
      readonly delta: { readonly stop_reason: string | null; readonly stop_sequence?: string | null };
      readonly usage: object;
    }
  | { readonly type: "message_stop" }
  // Nothing of a message, but whoever hands on a stream as it comes has them.
  | { readonly type: "ping" }
  | { readonly type: "error"; readonly error: object };

/** A block whose content is still to come. */
export type StartedBlock = ContentBlock | { readonly type: string };

export type BlockDelta =
  | { readonly type: "text_delta"; readonly text: string }
  | { readonly type: "thinking_delta"; readonly thinking: string }
  | { readonly type: "signature_delta"; readonly signature: string }
  | { readonly type: "input_json_delta"; readonly partial_json: string }
  | { readonly type: "citations_delta"; readonly citation: unknown };

/** What an answer used, as the API counts it: these and whatever else it counts. */
export interface MessageUsage {
  readonly input_tokens?: unknown;
  readonly cache_creation_input_tokens?: unknown;
  readonly cache_read_input_tokens?: unknown;
  readonly output_tokens?: unknown;
}

export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** A message of the conversation, in the form of the Messages API. */
export interface ModelMessage {
  readonly role: "user" | "assistant";
  readonly content: MessageContent;
}

/** A tool, as the model is told of it. */
export interface ToolDeclaration {
  readonly name: string;
  readonly description: string;
  readonly input_schema: JsonSchema;
}

export interface ModelRequest {
  readonly model: string;
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ToolDeclaration[];
  readonly maxTokens: number;
  /** A budget for thinking: 0 for none of it, infinite for as much as the model likes. Absent: nothing is said of it. */
  readonly thinkingTokens?: number;
  /** Absent: as hard as it usually does. */
  readonly effort?: Effort;
  readonly sessionId: string;
  /** Told how the API calls the request, before the first event, where it does. */
  readonly onRequestId?: (requestId: string) => void;
}

/** A model a person may choose, as the answer to `initialize` lists it. */
export interface ModelInfo {
  readonly value: string;
  readonly resolvedModel: string;
  readonly displayName: string;
  readonly description: string;
  readonly supportsEffort?: boolean;
  readonly supportedEffortLevels?: readonly Effort[];
  readonly supportsAdaptiveThinking?: boolean;
}

/** Where answers come from: an API, or a script. */
export interface Provider {
  readonly name: "anthropic" | "openai" | "scripted";
  /** Where the key was found, as `system/init` tells it; `none` without one. */
  readonly apiKeySource: string;
  readonly defaultModel: string;
  readonly models: readonly ModelInfo[];
  /** The model behind a short name; any other name is its own. */
  resolve(name: string): string;
  /**
   * One answer, `message_start` to `message_stop`; one attempt. Rejects with a
   * `ModelFailure`, or with the signal's reason; then nothing of it goes on.
   */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
}
