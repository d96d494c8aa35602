import type { Block, Init, Usage } from "../wire/canonical.ts";
import type { Fields } from "../wire/fields.ts";
import type { Frame } from "../wire/frame.ts";
import type { Verdict } from "./ask.ts";
import type { Question } from "./question.ts";
import type { TurnResult } from "./turn-result.ts";

/** What `session.events` yields. */
export type Event =
  | InitEvent
  | TextDelta
  | ThinkingDelta
  | ToolInputDelta
  | MessageEvent
  | ToolStart
  | ToolResult
  | AskEvent
  | AskResolved
  | QuestionEvent
  | StatusEvent
  | UsageEvent
  | TurnComplete
  | NoticeEvent
  | ErrorEvent
  | UnknownEvent;

interface Common {
  /** The turn it belongs to: the uuid of the prompt that started it, or the agent's own mark where nobody asked. */
  readonly turn: string | undefined;
  /** The tool use whose sub-agent said it. */
  readonly parentToolUseId: string | undefined;
  /** What it came from, as the agent sent it. */
  readonly frame: Frame | undefined;
}

/** Start of every turn. */
export interface InitEvent
  extends Common,
    Pick<Init, "tools" | "model" | "cwd" | "permissionMode" | "mcpServers" | "agentVersion"> {
  readonly type: "init";
  readonly sessionId: string | undefined;
}

export interface TextDelta extends Common {
  readonly type: "text_delta";
  readonly text: string;
  readonly index: number;
}

export interface ThinkingDelta extends Common {
  readonly type: "thinking_delta";
  readonly text: string;
  readonly index: number;
}

/** A piece of a tool's input, in JSON, as the model writes it. */
export interface ToolInputDelta extends Common {
  readonly type: "tool_input_delta";
  readonly text: string;
  readonly index: number;
  readonly toolUseId: string | undefined;
  readonly name: string | undefined;
}

/** A message of the conversation. The blocks of one `messageId` come one by one; `content` is all of them so far. */
export interface MessageEvent extends Common {
  readonly type: "message";
  readonly role: "assistant" | "user";
  readonly messageId: string | undefined;
  readonly model: string | undefined;
  readonly content: readonly Block[];
  /** What this event adds to `content`. */
  readonly added: readonly Block[];
  /** True when nothing more is added; only streams with partial messages know. */
  readonly complete: boolean;
  readonly stopReason: string | undefined;
  readonly usage: Usage | undefined;
  /** A prompt the agent repeats, or text it put in itself. */
  readonly origin: "replay" | "synthetic" | undefined;
  /** A failure of the model API, reported as a message. */
  readonly error: string | undefined;
}

export interface ToolStart extends Common {
  readonly type: "tool_start";
  readonly toolUseId: string;
  readonly name: string;
  readonly input: Fields;
}

export interface ToolResult extends Common {
  readonly type: "tool_result";
  readonly toolUseId: string;
  readonly name: string | undefined;
  readonly content: unknown;
  readonly isError: boolean;
}

/** A tool use wants permission; the callback is deciding. */
export interface AskEvent extends Common {
  readonly type: "ask";
  readonly requestId: string;
  readonly toolName: string;
  readonly toolUseId: string | undefined;
  readonly input: Fields;
}

/** How an ask or question ended; `cancelled`: the agent withdrew it. */
export interface AskResolved extends Common {
  readonly type: "ask_resolved";
  readonly requestId: string;
  readonly verdict: Verdict["behavior"] | "cancelled" | "failed";
}

/** The agent asks the person; the callback is answering. */
export interface QuestionEvent extends Common {
  readonly type: "question";
  readonly requestId: string;
  readonly toolUseId: string | undefined;
  readonly questions: readonly Question[];
}

/** What the agent is doing: requesting, compacting, retrying, in another permission mode … */
export interface StatusEvent extends Common {
  readonly type: "status";
  readonly status: string | undefined;
  readonly permissionMode: string | undefined;
  readonly fields: Fields;
}

/** What a turn used: differences, not sums. */
export interface UsageEvent extends Common {
  readonly type: "usage";
  readonly usage: Usage;
  readonly costUsd: number | undefined;
  readonly totalCostUsd: number | undefined;
}

export interface TurnComplete extends Common {
  readonly type: "turn_complete";
  readonly result: TurnResult;
}

/** Anything else the agent reports, or Bridle reports about the agent (words that start with `bridle/`). */
export interface NoticeEvent extends Common {
  readonly type: "notice";
  readonly word: string;
  readonly fields: Fields;
}

/** A line or message that could not be read. Never its content. */
export interface ErrorEvent extends Common {
  readonly type: "error";
  readonly code: string;
  readonly message: string;
}

export interface UnknownEvent extends Common {
  readonly type: "unknown";
  readonly word: string;
}
