import type { Fields } from "../../wire/fields.ts";
import type { Effort } from "./effort.ts";

/** An event of an answer as the Messages API streams it. Every provider speaks so, because the wire does. */
export type ModelEvent = { readonly type: string } & Fields;

/** A message of the conversation, in the form of the Messages API. */
export interface ModelMessage {
  readonly role: "user" | "assistant";
  readonly content: string | readonly Fields[];
}

/** A tool, as the model is told of it. */
export interface ToolDeclaration {
  readonly name: string;
  readonly description: string;
  readonly input_schema: Fields;
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
