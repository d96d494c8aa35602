import type { Fields } from "./fields.ts";
import type {
  ControlCancelFrame,
  ControlRequestFrame,
  ControlResponseFrame,
  MessageFrame,
  UnreadableFrame,
} from "./frame.ts";

/**
 * What an agent said, in our own words, whatever its version or dialect.
 * Fields that later versions added are optional. `frame` is what it came from.
 */
export type Canonical =
  | Init
  | Assistant
  | User
  | Delta
  | Result
  | AgentNotice
  | Unknown
  | ControlRequest
  | ControlResponse
  | ControlCancel
  | Problem;

/** Where a message belongs. */
interface Origin {
  readonly sessionId: string | undefined;
  readonly uuid: string | undefined;
  readonly frame: MessageFrame;
}

interface InTurn extends Origin {
  /** The tool use whose sub-agent said it. */
  readonly parentToolUseId: string | undefined;
}

export interface Init extends Origin {
  readonly kind: "init";
  readonly tools: readonly string[];
  readonly model: string | undefined;
  readonly cwd: string | undefined;
  readonly permissionMode: string | undefined;
  readonly mcpServers: readonly { readonly name: string; readonly status: string | undefined }[];
  readonly agentVersion: string | undefined;
  /** Undefined: the agent says nothing of its capabilities. */
  readonly capabilities: readonly string[] | undefined;
}

export interface Assistant extends InTurn {
  readonly kind: "assistant";
  readonly messageId: string | undefined;
  readonly model: string | undefined;
  readonly content: readonly Block[];
  readonly stopReason: string | undefined;
  readonly usage: Usage | undefined;
  /** A failure of the model API, reported as if the model had said it. */
  readonly error: string | undefined;
}

export interface User extends InTurn {
  readonly kind: "user";
  readonly content: readonly Block[];
  readonly replay: boolean;
  readonly synthetic: boolean;
}

export type DeltaType =
  | "text_delta"
  | "thinking_delta"
  | "tool_input_delta"
  | "block_start"
  | "block_stop"
  | "message_start"
  | "message_delta"
  | "message_stop"
  | "other";

/** A piece of the model's stream. Four of five lines are one. */
export interface Delta {
  readonly kind: "delta";
  readonly type: DeltaType;
  readonly parentToolUseId: string | undefined;
  /** What `text_delta`, `thinking_delta` and `tool_input_delta` add. */
  readonly text: string;
  /** Which content block; 0 for parts of the whole message. */
  readonly index: number;
  readonly frame: MessageFrame;
}

export interface Result extends Origin {
  readonly kind: "result";
  readonly subtype: string | undefined;
  /** False only where it says so itself and its subtype, if any, is `success`: an unknown one is never a success. */
  readonly isError: boolean;
  readonly text: string | undefined;
  readonly errors: readonly string[];
  readonly turns: number;
  readonly durationMs: number;
  /** A sum over the agent's process. */
  readonly totalCostUsd: number | undefined;
  readonly usage: Usage;
  readonly stopReason: string | undefined;
  readonly terminalReason: string | undefined;
  readonly apiErrorStatus: number | undefined;
  readonly denials: readonly Fields[];
  /** The tool call that a hook put off: the turn ended before it ran, and the agent asks for it again when it is resumed. */
  readonly deferred: DeferredToolUse | undefined;
  /** The prompts this result answers, where the agent says so. */
  readonly promptUuids: readonly string[];
  /** Why the agent started the turn by itself. */
  readonly origin: string | undefined;
}

/** A tool call that waits with its conversation, without a process. */
export interface DeferredToolUse {
  readonly toolUseId: string;
  readonly name: string;
  readonly input: Fields;
}

/** Anything else an agent reports: retries, tasks, titles, state … */
export interface AgentNotice extends InTurn {
  readonly kind: "notice";
  readonly word: string;
  readonly fields: Fields;
}

/** A word no table of ours has. */
export interface Unknown extends Origin {
  readonly kind: "unknown";
  readonly word: string;
}

export interface ControlRequest {
  readonly kind: "control_request";
  readonly requestId: string;
  readonly subtype: string;
  readonly frame: ControlRequestFrame;
}

export interface ControlResponse {
  readonly kind: "control_response";
  readonly requestId: string;
  readonly error: string | undefined;
  readonly errorCode: string | undefined;
  readonly payload: Fields | undefined;
  readonly frame: ControlResponseFrame;
}

export interface ControlCancel {
  readonly kind: "control_cancel";
  readonly requestId: string;
  readonly frame: ControlCancelFrame;
}

/** A message an adapter chose not to deliver. It is counted and dropped. */
export interface Skipped {
  readonly kind: "skipped";
  readonly word: string;
  readonly level: "debug" | "info" | "warn";
  readonly reason: string;
}

/** A line we could not read, in order with the others. It never holds content. */
export interface Problem {
  readonly kind: "problem";
  /** `protocol_fatal`: an adapter refuses to go on. */
  readonly code: UnreadableFrame["reason"] | "protocol_fatal";
  /** What is known of the message: its word, and the field it lacks. */
  readonly word: string | undefined;
  readonly field: string | undefined;
  /** For a person; the decoder says it, which knows the limits. */
  readonly message?: string;
  readonly frame: UnreadableFrame;
}

export type Block =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "thinking"; readonly text: string }
  | { readonly type: "tool_use"; readonly id: string; readonly name: string; readonly input: Fields }
  | { readonly type: "tool_result"; readonly toolUseId: string; readonly content: unknown; readonly isError: boolean }
  | { readonly type: "other"; readonly name: string; readonly fields: Fields };

export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheCreationTokens: number;
}
